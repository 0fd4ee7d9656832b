"""Mark a program written in a test, as `plytrace check-code` does."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.reading.sheet import Sheet
from tracer.marking.results.record import MarkedSheet
from tracer.programs.processes.running import Limits
from tracer.programs.sheets import ProgramRunner
from tracer.programs.submissions import Submission


@dataclass(frozen=True)
class Checked:
    """A program's sheet and its marks."""

    sheet: Sheet
    marked: MarkedSheet

    @property
    def record(self) -> dict[str, Any]:
        """The record."""
        return self.marked.record()

    @property
    def slugs(self) -> set[str]:
        """The misconceptions that reproduce what the program does."""
        found = {one["id"] for one in self.record["misconceptions"] if one["fit"] == 1}
        return found | {*self.record["indistinguishable"]}

    @property
    def notes(self) -> str:
        """What the record notes."""
        return " ".join(self.record.get("notes", ()))


def checked(
    folder: Path,
    key: str,
    program: str | bytes,
    *,
    shape: str | None = None,
    function: str | None = None,
    name: str = "prog.py",
    seconds: float = 10.0,
) -> Checked:
    """Run and mark a program."""
    place = folder / "key.yaml"
    place.write_text(key)
    file = folder / name
    file.write_bytes(program if isinstance(program, bytes) else program.encode())
    read = read_key(str(place)).for_programs()
    sheet = ProgramRunner(Limits(seconds=seconds), shape, function).sheet(
        Submission(name, file), read
    )
    return Checked(sheet, grader_of(read).mark(sheet))
