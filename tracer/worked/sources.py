"""Sources of worked runs: `mcts:` or `matrix:` and a name, an example, or a file."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.errors import UsageError
from trees.files import MATRIX_SUFFIXES, read_text
from trees.other_inputs.hand_run import open_hand_run
from trees.other_inputs.kinds import HAND_RUN, MATRIX
from trees.other_inputs.matrix import open_matrix

if TYPE_CHECKING:
    from tracer.worked.worked_run import WorkedRun


#: The kinds of worked runs, by the word before the colon.
KINDS: Final = {"mcts": "an MCTS run by hand", "matrix": "a payoff matrix"}
_SUFFIXES: Final = (".yaml", ".yml", ".json")
#: The key of a file that describes such a problem.
_KEY: Final = re.compile(r"""^(?:\{\s*)?["']?(mcts|matrix)["']?\s*:""", re.MULTILINE)


def example_sources() -> list[str]:
    """Return the sources of the examples, each with its kind."""
    return [
        *(f"mcts:{name}" for name in HAND_RUN.example_names()),
        *(f"matrix:{name}" for name in MATRIX.example_names()),
    ]


def worked_kind(source: str) -> tuple[str, str] | None:
    """Return the kind of worked run that a source means, and the rest of the source."""
    text = source.strip()
    kind, colon, rest = text.partition(":")
    if colon and kind in KINDS:
        return kind, rest.strip()
    kinds = [
        example.partition(":")[0]
        for example in example_sources()
        if example.partition(":")[2] == text
    ]
    if len(kinds) > 1:
        raise UsageError(
            f"{text} is both {' and '.join(KINDS[kind] for kind in kinds)}",
            expected=" or ".join(f"{kind}:{text}" for kind in kinds),
        )
    if text.lower().endswith(MATRIX_SUFFIXES) and Path(text).is_file():
        kinds = ["matrix"]
    elif not kinds and text.lower().endswith(_SUFFIXES) and Path(text).is_file():
        kinds = [match[1] for match in _KEY.finditer(read_text(Path(text)))]
    return (kinds[0], text) if kinds else None


@cache
def example_title(source: str) -> str:
    """Return the title of an example."""
    kind, _, name = source.partition(":")
    if kind == "mcts":
        return open_hand_run(name).name
    return open_matrix(name).name


def open_worked_run(source: str) -> WorkedRun | None:
    """Open an MCTS run or a payoff matrix; None if the source is neither."""
    named = worked_kind(source)
    if named is None:
        return None
    kind, rest = named
    # Late: searches and lists of sources do not need them.
    if kind == "mcts":
        from tracer.worked.mcts_run import WorkedMcts

        return WorkedMcts(source.strip(), open_hand_run(rest))
    from tracer.worked.matrix_run import WorkedMatrix

    return WorkedMatrix(source.strip(), open_matrix(rest))
