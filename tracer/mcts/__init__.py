"""Monte Carlo tree search: rewards and choices of a recording, and hand runs in words."""
