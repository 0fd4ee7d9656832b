"""Two-player games in normal form: a payoff matrix, its dominance and its equilibria, exactly."""
