"""Money: what calls cost, what they may cost at most, and the cap on it."""
