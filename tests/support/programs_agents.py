"""Agents of CS 188's project in the forms that students write, each with a mistake for it.

All are written for these tests: helpers of any name, depth counted at the ghosts or at Pac-Man,
early stops, copies, classes in classes, globals, recursion by lambda, versions of the project.
"""

import re
from dataclasses import dataclass

from tests.support.program_files import read_program, variants
from tests.support.programs_run import changed

#: What comes before the agents, in several versions of the project.
HEADS = {name: read_program(f"cs188/heads/{name}") for name in ("2014", "today", "star")}


@dataclass(frozen=True)
class Agents:
    """An agent as a student writes it."""

    search: str
    head: str
    code: str
    mistake: tuple[str, str]

    @property
    def right(self) -> str:
        """The program."""
        return HEADS[self.head] + self.code

    @property
    def wrong(self) -> str:
        """The program with the mistake."""
        assert self.code.count(self.mistake[0]) == 1, self.mistake
        return HEADS[self.head] + changed(self.code, self.mistake)


def _agents(name: str, search: str, head: str, mistake: list[str]) -> Agents:
    file = re.sub("[^a-z0-9]+", "-", name.lower())
    return Agents(search, head, read_program(f"cs188/agents/{file}"), tuple(mistake))


AGENTS = {name: _agents(name, **row) for name, row in variants("cs188/agents").items()}
