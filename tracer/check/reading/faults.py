"""Reasons why a sheet or program could not be read or marked, for its record.

A fault of one sheet must not end a batch. Each place that reads or marks one catches every
exception, and asks here for the message.
"""

from __future__ import annotations

import csv
from typing import Final

from engine.errors import PlytraceError

__all__ = ["reason_for"]

#: Characters of the message of an exception that is a fault of plytrace.
_LONGEST: Final = 300


def reason_for(error: Exception, name: str = "", *, done: str = "read") -> str:
    """Explain why a sheet or program could not be read or marked.

    Args:
        error: the exception that reading or marking raised.
        name: the name of the sheet, with its row if it is one of several in a file; the message
            begins with it. Empty if the caller names the sheet elsewhere.
        done: the action that failed, such as `read` or `marked`.
    """
    if isinstance(error, PlytraceError):
        return str(error)
    before = f"{name}: " if name else ""
    if isinstance(error, RecursionError):
        return f"{before}it is nested too deeply"
    if isinstance(error, OSError | UnicodeDecodeError | csv.Error):
        return f"{before}it cannot be {done}: {getattr(error, 'strerror', None) or error}"
    fault = f"it could not be {done}, by a fault of plytrace: {type(error).__name__}: {error}"
    return f"{before}{fault:.{_LONGEST}}. Please report it"
