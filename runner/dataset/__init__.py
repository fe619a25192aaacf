"""Questions from files and from the Hub: robust reading, column mapping, canary flags, and their hash."""
