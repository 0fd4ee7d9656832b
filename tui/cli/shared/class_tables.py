"""The roster and the gradebook that the command line names."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from engine.errors import UsageError
from tui.terminal.interrupts import STOPPED
from tui.terminal.output import open_bytes_output


_TABLE: Final = click.Path(exists=True, dir_okay=False)

roster_option = click.option(
    "--roster",
    metavar="FILE",
    type=_TABLE,
    help="Report the students in FILE who handed in nothing, and unknown ones.",
)
gradebook_option = click.option(
    "--gradebook",
    metavar="FILE",
    type=_TABLE,
    help="Write FILE, as a platform exported it, to -o with the marks in one column.",
)
column_option = click.option(
    "--column", metavar="NAME", help="With --gradebook: heading of the column for the marks."
)


class ClassTables:
    """The roster and the gradebook of a run."""

    def __init__(
        self, roster: str | None, gradebook: str | None, column: str | None, output: str | None
    ) -> None:
        from tracer.check.submissions.class_list import ClassList
        from tracer.check.submissions.gradebook_file import find_column
        from tracer.check.submissions.tables import read_table

        if column is not None and gradebook is None:
            raise UsageError("--column needs --gradebook")
        if gradebook is not None and output is None:
            raise UsageError("--gradebook needs -o FILE")
        if gradebook and output and Path(gradebook).resolve() == Path(output).resolve():
            raise UsageError("-o would overwrite the exported gradebook", expected="another file")
        self.files = [one for one in (roster, gradebook) if one]
        self._output = output
        self._gradebook = read_table(Path(gradebook)) if gradebook else None
        self._column = find_column(self._gradebook, column) if self._gradebook else 0
        self.people = ClassList(read_table(Path(roster)) if roster else self._gradebook)

    def finish(self, ended: int, *, quiet: bool) -> None:
        """Write the gradebook, and print who is missing, unless Ctrl-C stopped the grading."""
        if ended == STOPPED:
            return
        lines = [*self.people.report()]
        if self._gradebook is not None:
            data, more = self.people.fill(self._gradebook, self._column)
            with open_bytes_output(self._output) as out:
                out.write(data)
            lines += more
        for line in () if quiet else lines:
            click.echo(f"plytrace: {line}", err=True)
