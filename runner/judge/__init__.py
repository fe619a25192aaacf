"""Judges of attempts, and the panel that turns their votes into a verdict."""
