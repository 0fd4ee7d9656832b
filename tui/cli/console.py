"""A plain terminal as something that shows lines and asks for them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tui.cli.output import writing

__all__ = ["Console", "console"]


@dataclass(frozen=True, slots=True)
class Console:
    """What a session on a plain terminal needs.

    Args:
        ask: shows a prompt and gives the line that was typed; None at the end of the input, and it
            may raise KeyboardInterrupt.
        write: shows a line.
    """

    ask: Callable[[str], str | None]
    write: Callable[[str], None]


@contextmanager
def console(*, only_ascii: bool) -> Iterator[Console]:
    """Standard input and output.

    Args:
        only_ascii: whether to do without signs beyond ASCII.
    """
    from tracer.ascii import to_ascii

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    for name in ("SIGHUP", "SIGTERM"):  # a terminal that is closed is left as by Ctrl-C
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    shown = to_ascii if only_ascii else str
    with writing(None, for_people=True) as out:

        def write(line: str) -> None:
            print(shown(line), file=out, flush=True)

        def ask(prompt: str) -> str | None:
            print(shown(prompt), end="", file=out, flush=True)
            line = sys.stdin.readline() if sys.stdin else ""
            if not line:
                print(file=out, flush=True)
                return None
            if not sys.stdin.isatty():  # a line that nobody sees typed is shown
                print(line.rstrip("\n"), file=out, flush=True)
            return line.rstrip("\n")

        yield Console(ask, write)
