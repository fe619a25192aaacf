"""From YAML and overrides to a frozen spec: strict loading, Hydra composition, sweeps, freezing."""
