"""The HTML leaderboard as a browser lays it out: at home on a wide and a narrow screen, and silent."""

import html
import json
import re
from itertools import cycle
from typing import Any

import pytest

from reports.html import leaderboard_html
from schemas.results import Results
from tests.results_examples import example_results
from tests.support.browser import Visit, find_browser

pytestmark = pytest.mark.browser

WIDTHS = (1280, 360)
TITLES = {
    "plain": ["A system"],
    "endless": ["x" * 2_000, "W" * 300 + " " + "m" * 300],
    "hostile": [
        "<script>alert(1)</script>",
        "<img src=/stolen onerror=alert(2)>",
        '"><svg onload=alert(3)>',
        "نظام 模型",
    ],
}
# One frame for each page and width; writes down what it measures in each once all have loaded.
FRAMES = """<!doctype html><pre></pre>
<script>
function measured(frame) {
  const page = frame.contentDocument, root = page.documentElement;
  const clipped = [...page.querySelectorAll("main *")].filter(element => {
    if (element.closest(".scroll, svg, details")) return false;
    const box = element.getBoundingClientRect();
    return box.right > root.clientWidth + 1 || box.left < -1;
  });
  return {
    overflow: root.scrollWidth - root.clientWidth,
    clipped: clipped.map(element => element.tagName + " " + element.textContent.trim().slice(0, 30)),
    small: [...page.querySelectorAll("main :is(td, th, p)")]
      .filter(element => parseFloat(getComputedStyle(element).fontSize) < 11).length,
    active: page.querySelectorAll("script, img, iframe, object, embed, [onload], [onerror]").length,
    rows: page.querySelectorAll("#ranking tbody tr").length,
    background: getComputedStyle(root).backgroundColor,
  };
}
const frames = %s.map(([name, width]) => {
  const frame = document.createElement("iframe");
  frame.src = "/" + name + ".html";
  frame.dataset.name = name + "-" + width;
  frame.style = `width:${width}px;height:900px`;
  document.body.append(frame);
  return frame;
});
window.onload = () => {
  const all = Object.fromEntries(frames.map(frame => [frame.dataset.name, measured(frame)]));
  document.querySelector("pre").textContent = "measured " + JSON.stringify(all) + " end";
};
</script>"""


def titled(titles: list[str]) -> Results:
    results, names = example_results(), cycle(titles)
    systems = tuple(system.model_copy(update={"title": next(names)}) for system in results.systems)
    return results.model_copy(update={"systems": systems})


@pytest.fixture(scope="module")
def visit(tmp_path_factory: pytest.TempPathFactory) -> Visit:
    """One visit to all pages in all widths."""
    browser = find_browser(tmp_path_factory.mktemp("profile"))
    frames = [(name, width) for name in TITLES for width in WIDTHS]
    pages = {f"/{name}.html": leaderboard_html(titled(titles)) for name, titles in TITLES.items()}
    return browser.visit({**pages, "/frames.html": FRAMES % json.dumps(frames)}, "/frames.html")


@pytest.fixture(scope="module")
def measured(visit: Visit) -> dict[str, Any]:
    found = re.search(r"measured (\{.*\}) end", visit.dom)
    assert found, visit.dom[:2000]
    measures: dict[str, Any] = json.loads(html.unescape(found[1]))
    return measures


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", TITLES)
def test_the_page_fits_its_screen_and_can_be_read(measured: dict[str, Any], name: str, width: int) -> None:
    found = measured[f"{name}-{width}"]
    assert (found["clipped"], found["overflow"], found["small"]) == ([], 0, 0)
    assert found["rows"] >= len(example_results().systems)
    assert found["background"] not in ("rgba(0, 0, 0, 0)", "transparent")


def test_nothing_of_a_title_becomes_active(measured: dict[str, Any]) -> None:
    assert {name: found["active"] for name, found in measured.items() if found["active"]} == {}


def test_the_pages_ask_for_nothing(visit: Visit, measured: dict[str, Any]) -> None:
    assert len(measured) == len(TITLES) * len(WIDTHS)
    own = {"/frames.html", *(f"/{name}.html" for name in TITLES)}
    assert set(visit.requested) - {"/favicon.ico"} == own
