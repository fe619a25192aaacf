"""How often the intervals hold the truth, over synthetic campaigns whose truth is known.

Run ``python -m benchmarks.coverage_simulation``; it prints the tables of ``docs/statistics.md`` within a minute. Every
question of a campaign is drawn from one population: its repeats are copies of each other with the given probability and
drawn afresh otherwise, as deployed systems behave. The simulation draws with numpy's ``Generator``; the intervals are
those of the product.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from runner.score.bootstrap import Statistics, percentile_limits
from runner.score.counts import Scored
from runner.score.exact_tests import sign_flip_exact
from runner.score.figures import ResampledQuality, ResampledRate
from runner.score.grid import GRID, band
from runner.score.intervals import wilson
from runner.score.pairwise import Drawn
from runner.score.standard_errors import quality_error
from schemas.results_figures import Figure

CAMPAIGNS = 2_000
RESAMPLES = 2_000
ALPHA = Fraction(1, 20)
K = Fraction(4)
SEED = 20260801


@dataclass(frozen=True)
class Population:
    """Where the questions of a scenario come from."""

    name: str
    questions: int
    repeats: int
    correct: float
    wrong: float
    copies: float = 1.0
    """Probability that a question's repeats are copies of the first."""

    @property
    def quality(self) -> float:
        """The true Q."""
        return self.correct - float(K) * self.wrong


SCENARIOS = (
    Population("1,000 questions, like the paper's leader", 1000, 3, 0.946, 0.021, 0.97),
    Population("1,000 questions, like the paper's baseline", 1000, 3, 0.286, 0.555, 0.97),
    Population("90 questions, 5 % wrong", 90, 1, 0.80, 0.05),
    Population("90 questions, 1 % wrong", 90, 1, 0.90, 0.01),
    Population("30 questions, 20 % wrong", 30, 1, 0.60, 0.20),
    Population("20 questions, all right", 20, 1, 1.0, 0.0),
    Population("20 questions, all declined", 20, 1, 0.0, 0.0),
    Population("20 questions, 2 % wrong", 20, 1, 0.98, 0.02),
    Population("4 questions, 30 % wrong", 4, 3, 0.60, 0.30),
    Population("1 question, 30 % wrong", 1, 1, 0.60, 0.30),
)


def draw(population: Population, random: np.random.Generator) -> list[Scored]:
    """Draw the campaigns of one scenario."""
    shape = (CAMPAIGNS, population.questions, population.repeats)
    spot = random.random(shape)
    tied = random.random(shape[:2]) < population.copies
    spot = np.where(tied[:, :, None], spot[:, :, :1], spot)
    credited = (spot < population.correct).sum(axis=2)
    penalised = (spot >= 1 - population.wrong).sum(axis=2)
    n = np.full(population.questions, population.repeats, dtype=np.int64)
    return [Scored(c, w, n) for c, w in zip(credited, penalised, strict=True)]


def holds(figure: Figure, truth: float) -> bool:
    """Return whether an interval holds the truth, with room for the last bits."""
    assert figure.low is not None
    assert figure.high is not None
    return figure.low - 1e-9 <= truth <= figure.high + 1e-9


def quality_intervals(random: np.random.Generator) -> None:
    """Print the coverage of Q's interval, beside that of the clustered standard error."""
    print("| scenario | coverage of Q | mean width | by Wilson's bound | coverage of Q -+ 1.96 SE |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for population in SCENARIOS:
        campaigns = draw(population, random)
        statistics = Statistics(population.questions)
        registered = [ResampledQuality.register(campaign, statistics) for campaign in campaigns]
        statistics.draw(RESAMPLES, SEED)
        figures = [entry.figure(K, ALPHA) for entry in registered]
        covered = np.mean([holds(figure, population.quality) for figure in figures])
        width = np.mean([float(figure.high or 0) - float(figure.low or 0) for figure in figures])
        bounded = np.mean([figure.method == "wilson_bound" for figure in figures])
        errors = [quality_error(campaign, K) for campaign in campaigns]
        normal = np.mean(
            [
                error is not None and abs(float(figure.value or 0) - population.quality) <= 1.96 * error + 1e-9
                for figure, error in zip(figures, errors, strict=True)
            ]
        )
        print(f"| {population.name} | {covered:.3f} | {width:.3f} | {bounded:.2f} | {normal:.3f} |")


def canary_intervals(random: np.random.Generator) -> None:
    """Print the coverage of Wilson's interval on 18 canaries, by trial and by question."""
    print("\n| 18 canaries, 3 repeats | on 54 trials | on 18 questions | percentile over questions |")
    print("| --- | ---: | ---: | ---: |")
    for true_rate, copies in [(0.0, 1.0), (0.02, 1.0), (0.2, 1.0), (0.2, 0.8), (0.5, 0.9), (0.98, 1.0), (1.0, 1.0)]:
        population = Population("", 18, 3, true_rate, 0.0, copies)
        statistics = Statistics(18)
        campaigns = draw(population, random)
        registered = [ResampledRate.register(campaign.credited, campaign.n, statistics) for campaign in campaigns]
        statistics.draw(RESAMPLES, SEED)
        trials, questions, resampled = [], [], []
        for campaign, entry in zip(campaigns, registered, strict=True):
            count = int(campaign.credited.sum())
            low, high = wilson(count, 54, ALPHA)
            trials.append(low - 1e-9 <= true_rate <= high + 1e-9)
            low, high = wilson(Fraction(count, 3), 18, ALPHA)
            questions.append(low - 1e-9 <= true_rate <= high + 1e-9)
            resampled.append(holds(entry.figure(ALPHA, ""), true_rate))
        print(
            f"| true rate {true_rate:.2f}, {copies:.0%} copies | {np.mean(trials):.3f} | {np.mean(questions):.3f} "
            f"| {np.mean(resampled):.3f} |"
        )


def bands_and_tests(random: np.random.Generator) -> None:
    """Print the coverage of the simultaneous band, and how often two equal systems are told apart at 0.05."""
    print("\n| 100 questions, 80 % right, 8 % wrong | share |")
    print("| --- | ---: |")
    population = Population("", 100, 1, 0.80, 0.08)
    first, second = draw(population, random), draw(population, random)
    statistics = Statistics(population.questions)
    a = [ResampledQuality.register(campaign, statistics) for campaign in first]
    b = [ResampledQuality.register(campaign, statistics) for campaign in second]
    statistics.draw(RESAMPLES, SEED)
    whole, point, bootstrap, flips, intervals = [], [], [], [], []
    for one, other in zip(a, b, strict=True):
        values = [float(one.scored.quality(k) or 0) for k in GRID]
        truths = [population.correct - float(k) * population.wrong for k in GRID]
        errors = [quality_error(one.scored, k) for k in GRID]
        ends = band(values, [one.drawn(k) for k in GRID], errors, ALPHA)
        inside = [pair is not None and pair[0] <= truth <= pair[1] for pair, truth in zip(ends, truths, strict=True)]
        whole.append(all(inside))
        lines = [one.figure(k, ALPHA) for k in GRID]
        point.append(all(holds(figure, truth) for figure, truth in zip(lines, truths, strict=True)))
        contributions = one.scored.points(K) - other.scored.points(K)
        tops = one.sums().points(K) - other.sums().points(K)
        drawn = Drawn(int(contributions.sum()), population.questions, tops, one.sums().n, 0)
        bootstrap.append(drawn.p_value() <= ALPHA)
        limits = percentile_limits(drawn.values, ALPHA)
        intervals.append(limits is not None and limits.low <= 0 <= limits.high)
        p = sign_flip_exact(contributions.tolist())
        flips.append(p is not None and p <= ALPHA)
    print(f"| band over k from 0 to 20 holds the whole line | {np.mean(whole):.3f} |")
    print(f"| point-wise intervals all hold at once | {np.mean(point):.3f} |")
    print(f"| interval of the difference of two equal systems holds 0 | {np.mean(intervals):.3f} |")
    print(f"| bootstrap p <= 0.05 for two equal systems | {np.mean(bootstrap):.3f} |")
    print(f"| sign-flip p <= 0.05 for two equal systems | {np.mean(flips):.3f} |")


def main() -> None:
    """Print all tables."""
    print(f"{CAMPAIGNS:,} campaigns each, {RESAMPLES:,} resamples, nominal 95 %, k = 4\n")
    random = np.random.default_rng(1)
    quality_intervals(random)
    canary_intervals(random)
    bands_and_tests(random)


if __name__ == "__main__":
    main()
