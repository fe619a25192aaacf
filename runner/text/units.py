"""Units of measurement: their names in English, their dimension, and exact factors between them."""

import re
from decimal import Decimal
from typing import NamedTuple


class Unit(NamedTuple):
    """One unit of measurement."""

    name: str
    """Its canonical name, for example ``kilometre``."""
    dimension: str
    """What it measures; two units convert only within one dimension."""
    factor: Decimal
    """Exact size in the dimension's base unit."""
    offset: Decimal = Decimal(0)
    """Exact zero point in the base unit; other than 0 for temperatures alone."""


# dimension: {canonical name: (factor, symbols in exact case, words in any case, singular)}
_Table = dict[str, dict[str, tuple[str, str, str]]]
_FOOT, _POUND = Decimal("0.3048"), Decimal("0.45359237")
_TABLE: _Table = {
    "length": {
        "nanometre": ("1e-9", "nm", "nanometer nanometre"),
        "micrometre": ("1e-6", "µm μm um", "micrometer micrometre micron"),
        "millimetre": ("0.001", "mm", "millimeter millimetre"),
        "centimetre": ("0.01", "cm", "centimeter centimetre"),
        "metre": ("1", "m", "meter metre"),
        "kilometre": ("1000", "km", "kilometer kilometre"),
        "inch": ("0.0254", 'in. "', "inch inches"),
        "foot": (str(_FOOT), "ft ft.", "foot feet"),
        "yard": ("0.9144", "yd yds", "yard"),
        "mile": ("1609.344", "mi", "mile"),
        "nautical mile": ("1852", "nmi", "nautical_mile"),
        "light-year": ("9460730472580800", "ly", "light-year light_year lightyear"),
        "astronomical unit": ("149597870700", "AU", "astronomical_unit"),
    },
    "area": {
        "square millimetre": ("1e-6", "mm2 mm²", "square_millimeter square_millimetre"),
        "square centimetre": ("1e-4", "cm2 cm²", "square_centimeter square_centimetre"),
        "square metre": ("1", "m2 m² sqm", "square_meter square_metre sq_m"),
        "square kilometre": ("1e6", "km2 km² sqkm", "square_kilometer square_kilometre sq_km"),
        "hectare": ("10000", "ha", "hectare"),
        "square inch": ("0.00064516", "in2 in²", "square_inch square_inches sq_in"),
        "square foot": (str(_FOOT**2), "ft2 ft² sqft", "square_foot square_feet sq_ft"),
        "square yard": ("0.83612736", "yd2 yd²", "square_yard sq_yd"),
        "acre": ("4046.8564224", "ac", "acre"),
        "square mile": ("2589988.110336", "mi2 mi² sqmi", "square_mile sq_mi"),
    },
    "volume": {
        "millilitre": ("0.001", "ml mL", "milliliter millilitre"),
        "cubic centimetre": ("0.001", "cc cm3 cm³", "cubic_centimeter cubic_centimetre"),
        "litre": ("1", "l L", "liter litre"),
        "cubic metre": ("1000", "m3 m³", "cubic_meter cubic_metre"),
        "cubic kilometre": ("1e12", "km3 km³", "cubic_kilometer cubic_kilometre"),
        "cubic foot": (str(_FOOT**3 * 1000), "ft3 ft³", "cubic_foot cubic_feet"),
        "cubic inch": ("0.016387064", "", "cubic_inch cubic_inches"),
        "US gallon": ("3.785411784", "gal", "gallon us_gallon"),
        "barrel": ("158.987294928", "bbl", ""),
    },
    "mass": {
        "microgram": ("1e-9", "µg μg mcg", "microgram"),
        "milligram": ("1e-6", "mg", "milligram"),
        "gram": ("0.001", "g", "gram gramme"),
        "kilogram": ("1", "kg kgs", "kilogram kilogramme kilo"),
        "tonne": ("1000", "t", "tonne metric_ton"),
        "short ton": ("907.18474", "", "short_ton"),
        "ounce": (str(_POUND / 16), "oz", "ounce"),
        "pound": (str(_POUND), "lb lbs lb.", ""),
        "stone": (str(_POUND * 14), "", ""),
        "carat": ("0.0002", "ct", "carat"),
    },
    "duration": {
        "millisecond": ("0.001", "ms", "millisecond"),
        "second": ("1", "s sec secs", "second"),
        "minute": ("60", "min mins", "minute"),
        "hour": ("3600", "h hr hrs", "hour"),
        "day": ("86400", "", "day day_old"),
        "week": ("604800", "wk wks", "week week_old"),
    },
    # Years and days do not convert exactly, so they are dimensions of their own.
    "calendar": {
        "month": ("1", "mo", "month month_old"),
        "year": ("12", "yr yrs", "year year_old year-old years_of_age"),
        "decade": ("120", "", "decade"),
        "century": ("1200", "", "century centuries"),
    },
    "speed": {
        "metre per second": ("1", "m/s", "meter_per_second metre_per_second meters_per_second metres_per_second"),
        "kilometre per hour": (
            "0.27777777777777777777777777777777",
            "km/h kph kmh km/hr",
            "kilometer_per_hour kilometre_per_hour kilometers_per_hour kilometres_per_hour",
        ),
        "mile per hour": ("0.44704", "mph mi/h", "mile_per_hour miles_per_hour"),
        "knot": ("0.51444444444444444444444444444444", "kn kt kts", "knot"),
        "foot per second": (str(_FOOT), "ft/s", "foot_per_second feet_per_second"),
    },
    "frequency": {
        "hertz": ("1", "Hz", "hertz"),
        "kilohertz": ("1000", "kHz KHz", "kilohertz"),
        "megahertz": ("1e6", "MHz", "megahertz"),
        "gigahertz": ("1e9", "GHz", "gigahertz"),
    },
    "power": {
        "watt": ("1", "W", "watt"),
        "kilowatt": ("1000", "kW KW", "kilowatt"),
        "megawatt": ("1e6", "MW", "megawatt"),
        "gigawatt": ("1e9", "GW", "gigawatt"),
        "horsepower": ("745.69987158227022", "hp bhp HP", "horsepower"),
    },
    "energy": {
        "joule": ("1", "J", "joule"),
        "kilojoule": ("1000", "kJ", "kilojoule"),
        "megajoule": ("1e6", "MJ", "megajoule"),
        "calorie": ("4.184", "cal", "calorie"),
        "kilocalorie": ("4184", "kcal Cal", "kilocalorie"),
        "kilowatt hour": ("3.6e6", "kWh", "kilowatt_hour kilowatt-hour"),
        "electronvolt": ("1.602176634e-19", "eV", "electronvolt electron_volt"),
    },
    "voltage": {"volt": ("1", "V", "volt"), "kilovolt": ("1000", "kV", "kilovolt"), "millivolt": ("0.001", "mV", "")},
    "data": {
        "byte": ("1", "", "byte"),
        "kilobyte": ("1e3", "kB KB", "kilobyte"),
        "megabyte": ("1e6", "MB", "megabyte"),
        "gigabyte": ("1e9", "GB", "gigabyte"),
        "terabyte": ("1e12", "TB", "terabyte"),
    },
    "pressure": {
        "pascal": ("1", "Pa", "pascal"),
        "hectopascal": ("100", "hPa", "hectopascal"),
        "kilopascal": ("1000", "kPa", "kilopascal"),
        "bar": ("1e5", "", ""),
        "millibar": ("100", "mbar", "millibar"),
        "pound per square inch": ("6894.757293168361", "psi", ""),
        "atmosphere": ("101325", "atm", ""),
    },
    "angle": {"degree": ("1", "° deg", "degree"), "arcminute": (str(Decimal(1) / 60), "", "arcminute")},
    "concentration": {"part per million": ("1", "ppm", "parts_per_million")},
    "proportion": {"percent": ("1", "% pct", "percent per_cent percentage_point percentage_points")},
    "temperature": {"kelvin": ("1", "K °K", "kelvin degree_kelvin degrees_kelvin")},
    "currency": {
        # No factor between currencies: each is a dimension of its own (see :func:`convertible`).
        "dollar": ("1", "$", "dollar buck"),
        "USD": ("1", "US$ USD", "us_dollar american_dollar u.s_dollar"),
        "AUD": ("1", "A$ AU$ AUD", "australian_dollar"),
        "CAD": ("1", "C$ CA$ CAD", "canadian_dollar"),
        "NZD": ("1", "NZ$ NZD", "new_zealand_dollar"),
        "HKD": ("1", "HK$ HKD", "hong_kong_dollar"),
        "SGD": ("1", "S$ SGD", "singapore_dollar"),
        "euro": ("1", "€ EUR", "euro"),
        "pound sterling": ("1", "£ GBP", "pound_sterling pounds_sterling british_pound"),
        "yen": ("1", "¥ JPY", "yen japanese_yen"),
        "yuan": ("1", "CN¥ CNY RMB", "yuan renminbi"),
        "rupee": ("1", "₹ Rs Rs. INR", "rupee indian_rupee"),
        "won": ("1", "₩ KRW", "korean_won south_korean_won"),
        "rouble": ("1", "₽ RUB", "ruble rouble"),
        "krona": ("1", "SEK", "krona kronor"),
        "krone": ("1", "DKK NOK", "krone kroner"),
        "franc": ("1", "CHF", "franc swiss_franc"),
        "peso": ("1", "₱ MXN PHP", "peso"),
        "shekel": ("1", "₪ ILS", "shekel"),
        "lira": ("1", "₺ TRY", "lira turkish_lira"),
        "cent": ("1", "¢", "cent"),
        "guinea": ("1", "", "guinea english_guinea"),
        "livre": ("1", "", "livre"),
        "rand": ("1", "ZAR", "rand"),
        "naira": ("1", "₦ NGN", "naira"),
    },
}
_DOLLARS = frozenset({"dollar", "USD", "AUD", "CAD", "NZD", "HKD", "SGD"})
_FAHRENHEIT = Unit("fahrenheit", "temperature", Decimal(5) / Decimal(9), Decimal("459.67") * 5 / 9)
_CELSIUS = Unit("celsius", "temperature", Decimal(1), Decimal("273.15"))


def _build() -> tuple[dict[str, Unit], dict[str, Unit]]:
    symbols: dict[str, Unit] = {}
    words: dict[str, Unit] = {}
    for dimension, units in _TABLE.items():
        for name, (factor, symbol_list, word_list) in units.items():
            unit = Unit(name, dimension, Decimal(factor))
            symbols.update(dict.fromkeys(symbol_list.split(), unit))
            for word in word_list.split():
                spaced = word.replace("_", " ").replace("-", " ")
                plural = spaced.replace(" old", "s old") if spaced.endswith(" old") else spaced + "s"
                words.update({spaced: unit, plural: unit})
    for unit, letter in ((_FAHRENHEIT, "F"), (_CELSIUS, "C")):
        symbols.update({f"°{letter}": unit, f"° {letter}": unit, f"º{letter}": unit, f"deg {letter}": unit})
        words.update({f"degrees {unit.name}": unit, f"degree {unit.name}": unit, unit.name: unit})
        words.update({f"degrees {letter.lower()}": unit})
    words["degrees centigrade"] = _CELSIUS
    # A pound is a mass or a sum of money: it stays a dimension of its own until a symbol tells.
    words["pound"] = words["pounds"] = Unit("pound", "pound", Decimal(1))
    words["ton"] = words["tons"] = Unit("ton", "ton", Decimal(1))
    return symbols, words


SYMBOLS, WORDS = _build()
"""Units by symbol in exact case, and by word in lower case."""

CURRENCY_SIGNS = tuple(sorted((s for s, u in SYMBOLS.items() if u.dimension == "currency"), key=len, reverse=True))
"""Signs and codes that may stand before a number, longest first."""

_PIECE = re.compile(
    r"[\s\u00a0\u202f-]{0,2}"
    r"(in\.(?=[\s,;)]|\Z)|[°º]\s?[CFK]?(?![^\W_])|%|\"|[€£¥₹₩₽₪₺₦₱$¢](?!\s?\d)|[^\W\d_]+(?:/[^\W\d_]+|[23²³](?!\w))?)"
)
_LONGEST_NAME = 4  # words: "square kilometres per hour" is none, "meters per second" is three


def unit_after(text: str, position: int) -> tuple[Unit, int] | None:
    """Read the unit that follows a number.

    Args:
        text: Any text.
        position: Offset after the last character of the number.

    Returns:
        The unit of the longest name found there, and the offset after it; null when the next word is no unit.
    """
    best: tuple[Unit, int] | None = None
    phrase, at = "", position
    for count in range(_LONGEST_NAME):
        piece = _PIECE.match(text, at)
        if piece is None:
            break
        token, at = piece.group(1), piece.end()
        if count == 0 and token in SYMBOLS and not _is_other_word(text, token, position, at):
            best = SYMBOLS[token], at
        phrase = f"{phrase} {token.lower()}" if phrase else token.lower()
        unit = WORDS.get(phrase)
        if unit is not None:
            best = unit, at
    return best


def _is_other_word(text: str, token: str, position: int, end: int) -> bool:
    """Tell a letter from the symbol that it looks like: "5 A's", "4 L. Jones", "at 5 W Main Street"."""
    if len(token) > 1 or not token.isalpha() or text.startswith(token, position):
        return False
    after = text[end : end + 3]
    return after[:1] in {"'", "’"} or (token.isupper() and after.lstrip(". ")[:1].isupper())


def convertible(one: Unit | None, other: Unit | None) -> bool:
    """Whether a value in one unit can be compared with a value in the other.

    Currencies compare only with themselves; a plain dollar compares with every dollar. Pounds compare with masses and
    with sterling, tons with masses of their own name only.
    """
    if one is None or other is None:
        return one is other
    if one.name == other.name:
        return True
    if one.dimension == other.dimension == "currency":
        return "dollar" in {one.name, other.name} and {one.name, other.name} <= _DOLLARS
    if "pound" in {one.dimension, other.dimension}:
        return {one.name, other.name} == {"pound", "pound sterling"}
    return one.dimension == other.dimension


def in_base(value: Decimal, unit: Unit | None) -> Decimal:
    """Convert a value to the base unit of its dimension; a value without a unit stays as it is."""
    return value if unit is None else value * unit.factor + unit.offset
