"""Notebooks, as a course's students hand them in."""

import json
from typing import Any

from tests.support.program_files import read_program
from tests.support.programs_lab3 import alpha_beta, minimax

#: A lab's notebook, cell by cell: it draws, defines a game, searches, plays and measures.
IMPORTS = read_program("notebook/imports.ipy")
DRAWING = read_program("notebook/drawing")
GAME = read_program("notebook/game")
PLAYING = read_program("notebook/playing")
MEASURING = read_program("notebook/measuring.ipy")


def cell(text: str, kind: str = "code", **more: Any) -> dict[str, Any]:
    """A cell, its lines in a list as editors keep them."""
    made = {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True), **more}
    if kind == "code":
        made |= {"outputs": more.get("outputs", []), "execution_count": None}
    return made


def notebook(*cells: str | dict[str, Any]) -> str:
    """A notebook; a text is a cell of code."""
    made = [cell(one) if isinstance(one, str) else one for one in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def lab() -> str:
    """The lab's notebook, with right searches."""
    return notebook(
        cell("# Lab 3\n\nName: Ann", "markdown"),
        IMPORTS,
        cell("## Game trees", "markdown"),
        DRAWING,
        GAME,
        minimax(),
        alpha_beta("", numpy=True),
        PLAYING,
        MEASURING,
    )


#: Functions over game states as in MIT's problem set, with its drawing and its blanks.
MIT = read_program("notebook/mit")
