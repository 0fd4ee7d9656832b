"""The searches, one file each, and the list of them.

Shared code is in `base`, `depth_first`, `checks`, `ordering` and `settings`. The searches here
follow their pseudocode; `engine.compiled` runs them in the kernel.
"""

from __future__ import annotations

from engine.searches.alphabeta import AlphaBeta
from engine.searches.aspiration import Aspiration
from engine.searches.base import SEARCHES
from engine.searches.deepening import Deepening
from engine.searches.expectimax import Expectimax
from engine.searches.expectiminimax import Expectiminimax
from engine.searches.maxn import Maxn
from engine.searches.mcts import Mcts
from engine.searches.minimax import Minimax
from engine.searches.mtdf import Mtdf
from engine.searches.negamax import Negamax
from engine.searches.paranoid import Paranoid
from engine.searches.pvs import PrincipalVariation
from engine.searches.single_agent import Single
from engine.searches.solve import Solve
from engine.searches.sss import Sss
from engine.searches.star1 import Star1
from engine.searches.star2 import Star2
from engine.searches.transposition import Transposition

__all__ = ["SEARCHES"]

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
