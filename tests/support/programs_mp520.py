"""Modules in the shape of MP 520: correct ones, and one per mistake."""

from tests.support.program_files import read_program
from tests.support.programs_run import wrong

_RULES = read_program("mp520/rules")


def with_rules(name: str) -> str:
    """Return the text of a file below the rules of the game."""
    return f"{_RULES}\n{read_program(f'mp520/{name}')}"


#: Searches that are functions of the module.
MODULE = with_rules("module")
#: Searches in a function of their own inside of what is called, which ask for a move at a time.
NESTED = with_rules("nested")

WRONG_ALPHA_BETA = wrong(MODULE, "mp520/alpha-beta")
WRONG_MINIMAX = wrong(MODULE, "mp520/minimax")
WRONG_MINIMAX["other-traversal/all breadth-first"] = with_rules("level-by-level")
