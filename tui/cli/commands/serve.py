"""`plytrace serve`: the full screen in browsers, for several people at once."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

import click

from engine.errors import InvalidInput
from tui.cli.shared.options import Arguments, add_options
from tui.terminal.output import report


@click.command("serve")
@add_options("serve")
def command(args: Arguments) -> None:
    """Show home, lessons, stepper and play in browsers, each visitor with separate progress.

    A new visitor gets an address with a random token, which keeps the progress: bookmark it. To
    serve other computers, put a web server with TLS in front of it; see docs/serve.md.
    """
    try:
        from tui.server.web_server import WebServer, terminal_files

        terminal_files()
    except ImportError as error:
        from engine.text import install_command  # late: slow to import

        raise InvalidInput(
            "plytrace serve needs the package textual-serve, which is not installed",
            hint=f"Install it with: {install_command('serve')}",
        ) from error
    from tui.saved.store import state_folder
    from tui.server.session import Visitors

    server = WebServer(
        Visitors(args.folder or state_folder() / "served", args.visitors), args.sessions, args.names
    )

    async def serve_until_signal() -> int:
        """Serve until a signal arrives, and return its number."""
        stop = asyncio.Event()
        received: list[int] = []

        def end(number: int) -> None:
            received.append(number)
            stop.set()

        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if (number := getattr(signal, name, None)) is not None:
                with suppress(NotImplementedError):  # on Windows, Ctrl-C interrupts the loop
                    asyncio.get_running_loop().add_signal_handler(number, end, number)
        await server.run(args.host, args.port, stop)
        return received[0]

    number = asyncio.run(serve_until_signal())
    report("the server has ended")
    raise SystemExit(128 + number)
