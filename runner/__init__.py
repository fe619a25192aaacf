"""Doing it: ask, classify, judge, score and everything between a frozen spec and its results."""
