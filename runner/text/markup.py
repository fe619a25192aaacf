"""Marks that say nothing: emphasis, links, citations, list numbers. They are blanked, so that offsets stay true."""

import re

_SUPERSCRIPTS = "⁰¹²³⁴-⁹"
_MARKUP = re.compile(
    r"(?P<link>\]\([^()\s]{0,400}\))"
    r"|https?://[^\s<>\"')\]]{1,400}"
    r"|【[^】\n]{0,80}】"
    r"|\[\^?\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9}\]"
    r"|</?[A-Za-z][^<>\n]{0,200}>"
    r"|(?m:^[ \t]{0,8}(?:#{1,6}\s|[-*•+](?=\s)|>))"
    rf"|(?<=[^\W\d])(?:(?<![mntd])[{_SUPERSCRIPTS}]|[⁰¹⁴-⁹])[{_SUPERSCRIPTS}]*+"
    rf"|(?<=[.,;:!?)\"”'’])[{_SUPERSCRIPTS}]++"
    r"|\*{1,3}|`{1,3}|~~|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)"
)
_LIST_NUMBER = re.compile(r"^[ \t]{0,8}\d{1,2}[.)](?=\s)", re.MULTILINE)
_ANY_MARK = re.compile(r"[*`~_#<>\[\]【•⁰¹²³⁴-⁹]|://|(?m:^[ \t]{0,8}[\d+-])")


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match.group())


def blank_markup(text: str) -> str:
    """Replace marks that say nothing by as many spaces.

    Markdown emphasis, headings, list bullets and list numbers, link targets and bare addresses, HTML tags, citation
    marks such as ``[1]`` or superscript digits after a word. The words of a link stay.

    Args:
        text: Any text, as received.

    Returns:
        A text of the same length in which every other character stands where it stood.
    """
    if not _ANY_MARK.search(text):
        return text
    text = _MARKUP.sub(_spaces, text)
    # One number alone is no list: "15. Juli 2023".
    return _LIST_NUMBER.sub(_spaces, text) if len(_LIST_NUMBER.findall(text)) > 1 else text
