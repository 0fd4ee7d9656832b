"""Programs in the shape of MIT's problem set 5: correct ones, and one per mistake."""

from tests.support.program_files import read_program
from tests.support.programs_run import wrong

MINIMAX = read_program("mit/minimax")
ALPHA_BETA = read_program("mit/alpha-beta")
EXPECTIMAX = read_program("mit/expectimax")

WRONG_ALPHA_BETA = wrong(ALPHA_BETA, "mit/alpha-beta")
WRONG_EXPECTIMAX = wrong(EXPECTIMAX, "mit/expectimax")
WRONG_MINIMAX = wrong(MINIMAX, "mit/minimax")
WRONG_MINIMAX["other-traversal/all breadth-first"] = read_program("mit/level-by-level")
