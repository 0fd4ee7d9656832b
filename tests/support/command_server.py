"""A process that has imported plytrace once and forks for each command; see `commands`.

It reads one JSON object a line: the arguments, the environment, the folder, and the files that
stand for the three standard streams. It answers with the exit code.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import sys

#: What most commands import.
USUAL = (
    "tui.cli.commands.check",
    "tui.cli.commands.compare",
    "tui.cli.commands.export",
    "tui.cli.commands.generate",
    "tui.cli.commands.list",
    "tui.cli.commands.trace",
    "tracer.mistakes",
)


def serve() -> dict | None:
    """Fork for each request; return the request in the child, and None at the end of requests."""
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if not child:
            return asked
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return None


def become(asked: dict) -> None:
    """Make this process what `python -m tui.cli` would be."""
    signal.alarm(asked["seconds"])
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    modes = (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY))
    for number, (name, mode) in enumerate(modes):
        opened = os.open(asked[name], mode)
        os.dup2(opened, number)
        os.close(opened)
        errors = "backslashreplace" if number == 2 else "strict"
        stream = os.fdopen(number, "w" if number else "r", encoding="utf-8", errors=errors)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.argv = [sys.modules["tui.cli"].__file__, *asked["arguments"]]
    sys.path[0] = asked["folder"]


if __name__ == "__main__":
    for module in USUAL:
        importlib.import_module(module)
    gc.freeze()
    if (request := serve()) is not None:
        become(request)
        sys.modules["tui.cli"].main()
