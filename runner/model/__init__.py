"""Models: the one caller that every model call goes through, endpoints, and the embedded local model."""
