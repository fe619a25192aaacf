"""Systems under test: one adapter per file, and the registry that finds them."""
