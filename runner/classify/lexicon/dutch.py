"""Dutch."""

from runner.classify.lexicon.language import Language

_SOURCE = (
    r"(?:document(?:en)?|bron(?:nen)?|tekst(?:en)?|context(?:en)?|passages?|documentatie|kennisbank"
    r"|artikel(?:en)?|bestand(?:en)?|informatie|materiaal|gegevens|stukken|index|handleiding)"
)
_FACT = (
    r"(?:informatie|vermelding|antwoord(?:en)?|gegevens|details|resultaten|documenten|idee|toegang|kennis|verwijzing)"
)
_TOLD = (
    r"(?:vermeld\w*|genoemd|bekend|beschikbaar|opgenomen|gespecificeerd|aangegeven|te vinden|duidelijk|beschreven"
    r"|noem\w*|bevat\w*|beantwoord\w*)"
)

DUTCH = Language(
    code="nl",
    declines={
        "niet niets": rf"""
            \bweet (?:ik )?(?:het |dat )?(?:helaas )?niet\b
            \bniet weten\b
            \b(?:ik|we|wij) (?:kan|kon|kunnen|konden|heb|hebben)\b[^.;]{{0,60}}?\bniets?\b[^.;]{{0,40}}?\b(?:vinden\
                |gevonden|beantwoorden|antwoorden|helpen|zeggen|geven|bepalen)\b
            \b(?:kan|kon) ik\b[^.;]{{0,60}}?\bniets?\b[^.;]{{0,40}}?\b(?:vinden|beantwoorden|helpen|zeggen|geven\
                |bepalen)\b
            \b{_SOURCE}\b[^.;]{{0,20}}?\b(?:{_TOLD}|zeg\w*|geven|geeft)\b[^.;]{{0,30}}?\bniets?\b
            \b{_FACT}\b[^.;]{{0,30}}?niet gevonden\b
            \bniet {_TOLD}\b
            \bstaat niet in\b
            \bniet in (?:de|mijn|het) {_SOURCE}\b
        """,
        "geen": rf"\bgeen (?:\w+ )?{_FACT}\b",
        "liever": r"\b(?:wil|zou|doe) (?:ik )?[^.;]{0,20}\bliever niet\b",
        "ontbreekt ontbreken": rf"""
            \bontbre(?:ekt|ken)\b[^.;]{{0,30}}\b(?:{_SOURCE}|{_FACT})\b
            \b{_FACT}\b[^.;]{{0,30}}\bontbre(?:ekt|ken)\b
        """,
        "onbekend onmogelijk": r"""
            \b(?:is|zijn|blijft)\b[^.;]{0,30}? onbekend\b
            ^onbekend\W*$
            \bonmogelijk (?:om )?te\b
        """,
    },
    hedges={
        "niet": r"\bniet (?:helemaal |geheel |volledig )?zeker\b",
    },
    contrasts=(
        "maar",
        "echter",
        "hoewel",
        "toch",
        "alleen",
    ),
    guesses=r"""
        waarschijnlijk
        misschien
        mogelijk
        vermoedelijk
        ongeveer
        ik (?:denk|geloof|vermoed)
        algemene kennis
    """,
    fillers=rf"""
        ^(?:op basis van|volgens)\b
        ^(?:maar )?(?:de|mijn|het|deze) (?:\w+ ){{0,2}}?{_SOURCE}\b[^.;]{{0,40}}?\b(?:noem\w*|vermeld\w*|bevat\w*\
            |beschrijf\w*|alleen)\b
    """,
    courtesies=r"""
        ^(?:het )?spijt me\b
        ^helaas\W*$
        ^sorry\b
        ^als u\b
        \b(?:kunt|kun|wilt|bedoelt) (?:u|je)\b[^.]*\?
    """,
    affirmations=r"ja",
    negations=r"nee",
    asks_date=r"\bwanneer\b|\bwelk(?:e)? (?:jaar|datum|dag|maand)\b",
    asks_number=r"\bhoe ?(?:veel|lang|oud|hoog|groot|ver|diep)\b",
    asks_name=r"\b(?:wie|waar)\b",
    asks_open=r"^(?:\w+ )?(?:welke?|wat|waarom|hoe)\b",
    numbers="""
        nul twee drie vier vijf zes zeven acht negen tien honderd duizend miljoen januari februari maart april
        mei juni juli augustus september oktober november december
    """,
    stopwords="""
        de het een en of maar is was zijn waren werd wordt heeft had hebben van in op te met voor door aan niet
        geen dat die dit er zich ook nog wel om bij uit naar
    """,
)
