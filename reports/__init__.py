"""Showing it: leaderboards, tables and figures, rendered from results alone."""
