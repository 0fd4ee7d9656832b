"""`--feedback-to` of `check`: a folder with feedback for each student."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from engine.errors import PlytraceError
from tracer.check.keys.key import AnyKey
from tracer.check.reading.sheet import Sheet
from tracer.check.report.feedback_files import FeedbackFiles
from tracer.worksheet.bundle import SetFolder


class FeedbackFolder:
    """A folder with a Markdown and an HTML file for each sheet.

    Files that plytrace wrote and nobody changed are replaced; others only with `force`.
    """

    def __init__(self, name: str, key: AnyKey, *, force: bool) -> None:
        self._feedback = FeedbackFiles(key)
        self._folder = SetFolder(Path(name), force=force)
        #: Exit code of a failure, or 0.
        self.failed = 0

    def reserve(self, record: Mapping[str, Any]) -> None:
        """Keep the file name of a sheet whose feedback an earlier run wrote."""
        self._feedback.name_of(record)

    def write(self, sheet: Sheet, record: Mapping[str, Any]) -> None:
        """Write the feedback on a sheet; a failure is reported, and the others continue."""
        try:
            self._folder.write(self._feedback.files(sheet, record))
        except PlytraceError as error:
            click.echo(f"plytrace: feedback cannot be written: {error}", err=True)
            self.failed = error.exit_code

    def close(self) -> None:
        """Save the list of written files."""
        self._folder.close()
