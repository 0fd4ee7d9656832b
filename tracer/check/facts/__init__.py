"""Problems that are no searches: payoff matrices and MCTS runs by hand, marked fact by fact."""
