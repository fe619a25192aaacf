"""From a response to its clauses: typography and markup off, quotations masked, sentences cut where they turn."""

import re
from typing import NamedTuple, TypeVar

from runner.classify.lexicon import CONTRAST_OPENING, CONTRAST_WORDS, SUBORDINATE_WORDS
from runner.classify.lexicon.language import fold_letters
from runner.text.normalise import plain_typography

_Item = TypeVar("_Item")

_FIRST_MASK, _MASKS = 0xE000, 6000
"""Private-use characters stand for quotations in `Clause.text`, so that a quoted refusal is not taken for one."""
ANY_MASK = re.compile("[\ue000-\uf8ff]")
"""A character that stands for a quotation."""

_EDGE_ITEMS = 150
_EDGE_CHARACTERS = 600
_EDGE_PUNCTUATION = 20

_MARKUP = (
    (re.compile(r"[*~]+|(?<![^\W_])_+|_+(?![^\W_])"), ""),
    (re.compile(r"^\s*(?:#{1,6}(?:\s+|$)|>+\s*|[-+\u2022*]\s+|\d{1,3}[.)]\s+)+"), ""),
    (re.compile(r"!?\[([^\[\]]{0,300})\]\((?:[^()\s]{0,500})\)"), r"\1"),
    (re.compile(r"\[\^?[\d,;\s-]{1,20}\]|\u3010[^\u3011]{0,80}\u3011"), ""),
    (re.compile(r"\[(?:doc|document|source|ref|citation)s?\b[^\]]{0,40}\]", re.IGNORECASE), ""),
    (re.compile(r"</?[a-z][^<>]{0,80}>", re.IGNORECASE), " "),
)
_LIST_ITEM = re.compile(r"[*_~]*(?:#{1,6}|[-+\u2022*]|\d{1,3}[.)])\s")
_MARKUP_SIGNS = frozenset("#>-+\u2022*~_[]<\u3010.)")

_CONTRACTION = re.compile(
    r"\b(can?|do|does|did|is|are|was|were|have|has|had|would|could|should|wo)(?:n't|nt|(?<=can)not)\b", re.IGNORECASE
)
_SHORTENED = re.compile(
    r"\b(i)'(m)\b|\b(i|we|you|they|he|she|it)'(ve|re|ll|d)\b|\b(it|that|there|here|what)'(s)\b", re.IGNORECASE
)
_LONG_FORM = {
    "ca": "can", "wo": "will", "m": "am", "ve": "have", "re": "are", "ll": "will", "d": "would", "s": "is",
}  # fmt: skip
_QUOTATION = re.compile(
    r'"([^"\n]{1,400})"|\u300c([^\u300d]{1,400})\u300d|\u300e([^\u300f]{1,400})\u300f'
    r"|(?<![\w.])'(?=\w)((?:[^'\n]|\b'\b){1,400})'(?!\w)"
)
_NEXT_SENTENCE = re.compile(r"\s+[A-Z]|$")
_STATED_REPLY = re.compile(
    r"\b(?:answer|response|reply)(?:\s+(?:is|was|would be|should be)\s*:?|\s*:)\s*$", re.IGNORECASE
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:[A-Za-z]|mr|mrs|ms|dr|st|jr|sr|vs|no|nr|approx|prof|bzw|mme|sra|dra|vol|fig|ed|inc|ltd|co)|\.[a-z])\.$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+|(?<=[\u3002\uff61])|(?<=[!?])(?=[\u3040-\u9fff\uac00-\ud7af])")
_SHARED_SUBJECT = r"(?:but|although|though) (?:could|can|did|do|does|never|not) "
"""A turn that goes on about the subject before it is no clause of its own."""
_CLAUSE = re.compile(
    rf"\s*;\s*|\s+-{{1,2}}\s+|,\s*(?!{_SHARED_SUBJECT})(?=(?:{CONTRAST_WORDS})\b)|\s+(?!{_SHARED_SUBJECT})"
    r"(?=(?:but|however|although|though|toutefois|cependant|pourtant|pero|aunque|tuttavia|echter|maar)\b)"
    r"|(?<=が)、|(?=しかし|ただし|けれど)|(?<=지만)\s|[,、]?(?=但|不过|不過|然而|可是)",
    re.IGNORECASE,
)
_SUBORDINATE = re.compile(rf"^(?:{SUBORDINATE_WORDS})\b[^,]{{3,300}}(,)\s", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\(([^()]{3,300})\)")
_NEGATED_ASIDE = re.compile(
    r"\b(?:not|no|un\w+|none|nicht|kein\w*|pas|aucun\w*|sin|non|n[aã]o|niet|geen|without)\b|不|未|没|な[いし]",
    re.IGNORECASE,
)


class Clause(NamedTuple):
    """A stretch of a response that says one thing."""

    text: str
    """Lower case without accents, contractions expanded, quotations masked: what patterns are tried on."""
    raw: str
    """The same stretch with its capitals and its quotations: where values and names are sought."""
    turns: bool
    """Whether it turns against the clause before (but, however, although)."""


def clauses(response: str) -> list[Clause]:
    """Split a response into clauses.

    Of a very long response only the first and last lines, sentences and clauses are kept, and the ends of a very long
    clause: whether it answers shows at its edges, and the time stays bounded.

    Args:
        response: Any text.

    Returns:
        Clauses in order; none where the text has neither letter nor digit.
    """
    found: list[Clause] = []
    for line in _edges(_lines(response)):
        quotations: list[str] = []
        for sentence in _sentences(_masked(_expanded(line), quotations)):
            found += [_clause(part, quotations, turns=turns) for part, turns in _edges(_parts(sentence))]
    return _edges([clause for clause in found if any(map(str.isalnum, clause.raw))])


def _edges(items: list[_Item], size: int = _EDGE_ITEMS) -> list[_Item]:
    return items if len(items) <= 2 * size else items[:size] + items[-size:]


def _lines(response: str) -> list[str]:
    """Return the lines that hold text, without markup; a line that goes on in lower case is joined to the last."""
    lines: list[str] = []
    joinable = False
    for raw in _edges(response.strip().splitlines(), 10 * _EDGE_ITEMS):
        line = ANY_MASK.sub("", plain_typography(raw))
        joinable = joinable and not _LIST_ITEM.match(line)
        if not _MARKUP_SIGNS.isdisjoint(line):
            for pattern, replacement in _MARKUP:
                line = pattern.sub(replacement, line)
            line = line.strip()
        if not any(map(str.isalnum, line)):
            joinable = False
            continue
        if joinable and line[0].islower():
            lines[-1] += " " + line
        else:
            lines.append(line)
        joinable = line[-1] not in ".!?:;\u3002"
    return lines


def _expanded(line: str) -> str:
    """Write English contractions out, so that one pattern serves ``can't``, ``cannot`` and ``can not``."""
    line = _CONTRACTION.sub(lambda m: _LONG_FORM.get(m[1].lower(), m[1]) + " not", line)
    if "'" not in line:
        return line
    return _SHORTENED.sub(lambda m: f"{m[1] or m[3] or m[5]} {_LONG_FORM[(m[2] or m[4] or m[6]).lower()]}", line)


def _masked(line: str, quotations: list[str]) -> str:
    """Put one character in the place of each quotation, unless it is the whole line or the reply that is announced."""
    if '"' not in line and "'" not in line and "\u300c" not in line and "\u300e" not in line:
        return line

    def mask(match: re.Match[str]) -> str:
        inner = next(group for group in match.groups() if group is not None)
        start, end = match.span()
        alone = len(line) - len(match[0]) <= _EDGE_PUNCTUATION and not any(map(str.isalnum, line[:start] + line[end:]))
        if alone or _STATED_REPLY.search(line[max(0, start - 40) : start]):
            return _masked(inner, quotations)
        quotations.append(inner)
        sentence_ends = inner[-1] in ".!?" and _NEXT_SENTENCE.match(line, end)
        return chr(_FIRST_MASK + (len(quotations) - 1) % _MASKS) + (inner[-1] if sentence_ends else "")

    return _QUOTATION.sub(mask, line)


def _sentences(line: str) -> list[str]:
    """Split at sentence ends; a dot after an initial or a common abbreviation ends none."""
    sentences: list[str] = []
    for piece in _edges(_SENTENCE.split(line)):
        if sentences and _ABBREVIATED.search(sentences[-1][-12:]):
            sentences[-1] += " " + piece
        elif piece:
            sentences.append(piece)
    return sentences


def _parts(sentence: str) -> list[tuple[str, bool]]:
    """Split a sentence where it turns and set negated asides apart; each part with whether it turns."""
    asides: list[str] = []

    def aside(match: re.Match[str]) -> str:
        if not _NEGATED_ASIDE.search(match[1]):
            return match[0]
        asides.append(match[1])
        return " "

    sentence = _ASIDE.sub(aside, sentence)
    parts: list[tuple[str, bool]] = []
    for piece in _CLAUSE.split(sentence):
        subordinate = _SUBORDINATE.match(piece)
        if subordinate:
            comma = subordinate.start(1)
            parts += [(piece[:comma], False), (piece[comma + 1 :], True)]
        else:
            parts.append((piece, CONTRAST_OPENING.match(piece) is not None))
    return parts + [(text, False) for text in asides]


def _clause(part: str, quotations: list[str], *, turns: bool) -> Clause:
    part = part.strip(" ,:")
    if len(part) > 2 * _EDGE_CHARACTERS:
        part = part[:_EDGE_CHARACTERS] + " " + part[-_EDGE_CHARACTERS:]
    raw = ANY_MASK.sub(lambda m: f'"{quotations[ord(m[0]) - _FIRST_MASK]}"', part) if quotations else part
    return Clause(fold_letters(part.lower()), raw, turns)
