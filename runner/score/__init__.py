"""From verdicts to results: counts, rates, penalty-aware scores, intervals, tests and panel figures.

Pure functions over tables; nothing here reads or writes a file. Start at :func:`runner.score.results.compute_results`.
The formulas stand in ``docs/statistics.md``.
"""
