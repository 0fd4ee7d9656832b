"""Right programs over the functions of a game, as COMP 341's lecture calls them."""

from typing import Final

from tests.support.program_files import read_program, variants
from tests.support.programs_run import changed

RIGHT: Final = read_program("comp341/right")
#: Misconceptions and the changes to the right alpha-beta that make each.
SLIPS: Final = variants("comp341/slips")


def with_slip(slip: str) -> str:
    """Return the program with a misconception."""
    return changed(RIGHT, *SLIPS[slip])
