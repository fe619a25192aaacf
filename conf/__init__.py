"""The shipped configuration: Hydra YAML and the data that it names. No code."""
