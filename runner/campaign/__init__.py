"""Walking a frozen spec through all stages: ask, classify, judge, score; resuming, reusing, reporting progress."""
