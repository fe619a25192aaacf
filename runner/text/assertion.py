"""What a text does with something it mentions: says it, denies it, or leaves it in doubt."""

import re
from enum import StrEnum
from functools import lru_cache


class Standing(StrEnum):
    """How a text stands to something that it mentions."""

    ASSERTED = "asserted"
    """Said without a sign that it does not hold."""
    DENIED = "denied"
    """Negated, excluded or called wrong."""
    DOUBTED = "doubted"
    """Taken back, set against another value, or offered as what others believe."""


_REACH = 160  # characters to look at on each side
_CLAUSE_START = re.compile(
    r"[.;:!?](?=\s|\Z)|[,()\[\]\n\"“”]|[-–—]\s|\s[-–—]"
    r"|\b(?:but|however|although|though|while|whereas|because|so|and\s+it|which|who)\b",
    re.IGNORECASE,
)
_NOT = (
    r"(?:not(?!\s+(?:only|just|merely|simply|until|least|limited|surprisingly|far)\b)|never|nor|neither|cannot"
    r"|[a-z]{2,7}n['’]t)"
)
_NOT_BEFORE = re.compile(rf"\b{_NOT}((?:\s+[^\s]+){{0,4}})\s*\W?\Z|\bno\s*\W?\Z", re.IGNORECASE)
_EXCLUDED_BEFORE = re.compile(
    r"\b(?:rather\s+than|instead\s+of|as\s+opposed\s+to|other\s+than|unlike|except(?:\s+for)?|excluding|contrary\s+to|"
    r"no\s+longer|without|in\s+place\s+of|mistaken\s+for|confused\s+with|incorrectly|wrongly|erroneously|mistakenly)"
    r"(?:\s+[^\s]+){0,3}\s*\W?\Z",
    re.IGNORECASE,
)
_UNPROVED_BEFORE = re.compile(
    r"\bno\s+(?:evidence|indication|proof|record|sign|mention|reason|confirmation)\b|"
    r"\b(?:unclear|unknown|uncertain|doubtful|unconfirmed|unlikely|disputed|not\s+(?:clear|certain|sure|known))\b",
    re.IGNORECASE,
)
_CONCEDED = re.compile(r"\b(?:although|though|while|despite|whereas)[\s\w]{0,12}\Z", re.IGNORECASE)
# What stands between the negation and the mention belongs to another clause: "who was not a sailor is Anna Keller".
_OTHER_CLAUSE = re.compile(r"\s(?:is|are|was|were|be)\s+(?:\w+\s+)?\Z", re.IGNORECASE)
_THAT = re.compile(r"\b(?:that|true|correct|case|say|said|mean|think|believe)\b", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till|before|other than|except|but)\s+(?:\w+\s+){0,2}\Z", re.IGNORECASE)
_DENIED_AFTER = re.compile(
    r"\W{0,3}\s?(?:(?:is|was|are|were|does|did|do|has|have|had|could|can|would|will)(?:n['’]t|\s+(?:not|never))\b"
    r"(?!\s+(?:only|just|merely|simply|until))"
    r"|(?:is|was|would\s+be|are|were)\s+(?:\w+\s+)?(?:incorrect|wrong|false|mistaken|untrue|a\s+mistake|an\s+error)\b)",
    re.IGNORECASE,
)
_BELIEF = re.compile(
    r"\b(?:some|many|most|others|people|critics|sources|reports|rumou?rs)\s+(?:\w+\s+){0,2}"
    r"(?:say|think|believe|claim|argue|assume|suggest|said|thought|believed|claimed|assumed|mention|list|give)s?\b"
    r"|\b(?:often|commonly|widely|popularly|sometimes|mistakenly|usually|frequently|previously|originally|initially)\s+"
    r"(?:thought|believed|assumed|attributed|credited|cited|confused|mistaken|said|claimed|reported|announced)\b"
    r"|\b(?:you\s+(?:may|might)\s+be\s+thinking|(?:may|might|could|would)\s+(?:have\s+)?(?:be|been|guess|think|seem)|possibly|"
    r"perhaps|maybe|i\s+(?:first\s+)?(?:thought|assumed|guess|guessed)|at\s+first|one\s+might)\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:but|however|actually|in\s+(?:fact|reality|truth)|yet|though|although|instead|more\s+likely|rather|whereas|"
    r"other\s+sources|alternatively|on\s+the\s+other\s+hand)\b",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:no,?\s+wait|scratch\s+that|i\s+mean|let\s+me\s+correct|i\s+stand\s+corrected|on\s+second\s+thoughts?|"
    r"the\s+other\s+way\s+(?:a)?round|correction\b\s*:|or\s+rather|(?:that|this)\s+(?:is|was)\s+(?:wrong|incorrect|a\s+mistake))",
    re.IGNORECASE,
)
_ABBREVIATION = re.compile(
    r"\b(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Jr|Sr|No|vs|ca|c|approx|Sept?|Oct|Nov|Dec|Jan|Feb|Mar|Apr|Aug)\.\Z"
)
# Without one of these there is nothing to look at; the check saves most of the work.
_SIGNS = (
    *("not", "n't", "n’t", "never", "nor ", "neither", "no ", "without", "unlike", "except", "excluding", "rather"),
    *("instead", "opposed", "other", "contrary", "in place", "mistak", "confus", "incorrect", "wrong", "erroneous"),
    *("false", "untrue", "error", "wait", "scratch", "i mean", "correct", "second thought"),
    *("but", "however", "actually", "in fact", "in reality", "in truth", "yet", "though", "likely", "whereas"),
    *("alternatively", "unclear", "unknown", "uncertain", "doubt", "unconfirmed", "disput"),
)
_CANDIDATE = re.compile(r"(?<=[^\s.!?])\s[\"“'(]?(?:[A-Z][a-z]|\d)")


def clause_bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """Find the clause around a span.

    Args:
        text: Any text.
        start: Offset where the span starts.
        end: Offset after the span.

    Returns:
        Offsets of the clause's first character and after its last one, at most 160 characters beyond the span.
    """
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    first = low
    for match in _CLAUSE_START.finditer(text, low, start):
        first = match.end()
    following = _CLAUSE_START.search(text, end, high)
    return first, following.start() if following else high


_SENTENCE_EDGE = re.compile(r"[.!?]+[\"'”’)\]]*(?=\s|\Z)|\n")


def sentence_bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """Find the sentence around a span.

    Args:
        text: Any text.
        start: Offset where the span starts.
        end: Offset after the span.

    Returns:
        Offsets of the sentence's first character and after its last one, at most 640 characters beyond the span.
    """
    low, high = max(0, start - 4 * _REACH), min(len(text), end + 4 * _REACH)
    first = low
    for match in _SENTENCE_EDGE.finditer(text, low, start):
        if not _ABBREVIATION.search(text, max(low, match.start() - 6), match.end()):
            first = match.end()
    following = _SENTENCE_EDGE.search(text, end, high)
    return first, following.end() if following else high


@lru_cache(maxsize=512)
def standing(text: str, start: int, end: int) -> Standing:
    """Tell how ``text`` stands to what it mentions at a span.

    Args:
        text: The text, without markup.
        start: Offset where the mention starts.
        end: Offset after the mention.

    Returns:
        ``denied`` for a negated or excluded mention, ``doubted`` for one that is taken back or set against another
        value, otherwise ``asserted``.
    """
    rest = text[end : end + 4 * _REACH]
    around = (text[max(0, start - _REACH) : start] + rest).lower()
    if not any(sign in around for sign in _SIGNS):
        return Standing.ASSERTED
    first, last = clause_bounds(text, start, end)
    before, after = text[first:start], text[end:last]
    if _is_denied(before, after):
        return Standing.DENIED
    if _TAKEN_BACK.search(rest) or _UNPROVED_BEFORE.search(before):
        return Standing.DOUBTED
    if _BELIEF.search(before):
        contrast = _CONTRAST.search(rest)
        conceded = _CONCEDED.search(text[max(0, first - 24) : first])
        if conceded or (contrast and _CANDIDATE.search(rest, contrast.start())):
            return Standing.DOUBTED
    return Standing.ASSERTED


def _is_denied(before: str, after: str) -> bool:
    """Whether the words before a mention in its clause exclude it, or those after it call it wrong."""
    if _EXCLUDED_BEFORE.search(before) or _DENIED_AFTER.match(after):
        return True
    denial = _NOT_BEFORE.search(before)
    if denial is None or _UNTIL.search(before):
        return False
    between = denial[1] or ""
    return not _OTHER_CLAUSE.search(between + " ") or bool(_THAT.search(between))
