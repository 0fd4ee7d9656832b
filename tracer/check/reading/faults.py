"""Reasons why a sheet or program could not be read or marked, for its record.

A fault of one sheet must not end a batch. Each place that reads or marks one catches every
exception, and asks here for the message.
"""

from __future__ import annotations

import csv
from typing import Final

from engine.errors import PlytraceError


#: Characters of the message of an exception that is a fault of plytrace.
_LONGEST: Final = 300


def reason_for(error: Exception, name: str = "", *, done: str = "read") -> str:
    """Explain why a sheet or program could not be read or marked."""
    if isinstance(error, PlytraceError):
        return str(error)
    before = f"{name}: " if name else ""
    if isinstance(error, RecursionError):
        return f"{before}it is nested too deeply"
    if isinstance(error, OSError | UnicodeDecodeError | csv.Error):
        return f"{before}it cannot be {done}: {getattr(error, 'strerror', None) or error}"
    fault = f"it could not be {done}, by a fault of plytrace: {type(error).__name__}: {error}"
    return f"{before}{fault:.{_LONGEST}}. Please report it"
