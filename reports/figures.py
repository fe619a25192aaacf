"""Which figures a page shows, picked from the results."""

from markupsafe import Markup

from reports.groups import groups
from reports.svg import Point, outcome_bar, scatter
from schemas.results import Results
from schemas.results_systems import SystemResult


def bar_of(system: SystemResult) -> Markup:
    """Return the outcome bar of a system."""
    counts = system.counts
    return outcome_bar(counts.correct, counts.incorrect, counts.ungraded_violations, counts.abstained)


def quality_against_violations(results: Results) -> Markup:
    """Return the paper's figure 1 for these results; empty where no ranked system met a canary."""
    points = []
    for system in groups(results).ranked:
        quality, rate = system.at(results.scoring.k).quality, system.canaries.trials
        if quality.value is None or rate.value is None:
            continue
        points.append(
            Point(
                label=system.title,
                x=rate.value,
                x_low=rate.low,
                x_high=rate.high,
                y=quality.value,
                y_low=quality.low,
                y_high=quality.high,
            )
        )
    if not points:
        return Markup("")
    return scatter(points, x_title="canary violation rate", y_title=f"Q at k = {results.scoring.k:g}")
