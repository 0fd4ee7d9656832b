"""Modules in the shape of MP 520: correct ones, and one per mistake."""

from __future__ import annotations

from tests.support.program_files import read_program
from tests.support.programs_run import wrong

__all__ = ["MODULE", "NESTED", "WRONG_ALPHA_BETA", "WRONG_MINIMAX"]

#: Searches that are functions of the module.
MODULE = read_program("mp520/module")
#: Searches in a function of their own inside of what is called, which ask for a move at a time.
NESTED = read_program("mp520/nested")

WRONG_ALPHA_BETA = wrong(MODULE, "mp520/alpha-beta")
WRONG_MINIMAX = wrong(MODULE, "mp520/minimax")
WRONG_MINIMAX["other-traversal/all breadth-first"] = read_program("mp520/level-by-level")
