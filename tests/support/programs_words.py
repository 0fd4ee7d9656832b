"""The vocabulary of the shapes aima, cs188 and tree, for `programs_slips`."""

from tests.support.program_files import read_program, variants
from tests.support.programs_slips import Words

_LINES = variants("slips/words")

AIMA = Words(_LINES["aima"], read_program("slips/aima"))
AIMA_TO_A_DEPTH = Words(_LINES["aima_to_a_depth"], read_program("slips/aima-to-a-depth"))
CS188 = Words(_LINES["cs188"], read_program("slips/cs188"))
LISTS = Words(_LINES["lists"], read_program("slips/lists"))
BRANCHES = Words(_LINES["branches"], LISTS.tail)
GRAPH = Words(_LINES["graph"], read_program("slips/graph"))
