"""A plain terminal that shows lines and asks for them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tui.terminal.output import open_text_output


@dataclass(frozen=True, slots=True)
class Console:
    """The functions that a session on a plain terminal needs."""

    ask: Callable[[str], str | None]
    write: Callable[[str], None]


@contextmanager
def console(*, only_ascii: bool) -> Iterator[Console]:
    """Use standard input and output as a console."""
    from tracer.text.ascii import to_ascii

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    for name in ("SIGHUP", "SIGTERM"):  # closing the terminal acts as Ctrl-C
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)
    shown = to_ascii if only_ascii else str
    with open_text_output(None, for_people=True) as out:

        def write(line: str) -> None:
            print(shown(line), file=out, flush=True)

        def ask(prompt: str) -> str | None:
            print(shown(prompt), end="", file=out, flush=True)
            line = sys.stdin.readline() if sys.stdin else ""
            if not line:
                print(file=out, flush=True)
                return None
            if not sys.stdin.isatty():  # piped input is echoed
                print(line.rstrip("\n"), file=out, flush=True)
            return line.rstrip("\n")

        yield Console(ask, write)
