"""The searches, one file each, and the list of them.

Shared code is in `base`, `depth_first`, `checks`, `ordering` and `settings`. The searches here
follow their pseudocode; `engine.compiled` runs them in the kernel.
"""

from __future__ import annotations

from engine.searches.alphabeta import AlphaBeta, Negamax
from engine.searches.base import SEARCHES
from engine.searches.deepening import Deepening
from engine.searches.maxn import Maxn, Paranoid
from engine.searches.mcts import Mcts
from engine.searches.minimax import Expectimax, Expectiminimax, Minimax, Single
from engine.searches.null_windows import Aspiration, Mtdf, PrincipalVariation
from engine.searches.solve import Solve
from engine.searches.sss import Sss
from engine.searches.star import Star1, Star2
from engine.searches.transposition import Transposition

#: The searches by name, in the order of listings. To add one, write its file and list it here.
SEARCHES.update(
    (search.name, search)
    for search in (
        AlphaBeta,
        Minimax,
        Negamax,
        PrincipalVariation,
        Maxn,
        Paranoid,
        Transposition,
        Deepening,
        Mtdf,
        Aspiration,
        Sss,
        Solve,
        Expectimax,
        Expectiminimax,
        Star1,
        Star2,
        Single,
        Mcts,
    )
)
