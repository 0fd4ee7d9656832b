"""`plytrace serve`: the full screen in browsers, for several people at once."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress
from pathlib import Path

import click

from engine.errors import InvalidInput


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 for any free one.",
)
@click.option(
    "--sessions",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Largest number of open pages; each runs a process.",
)
@click.option(
    "--visitors",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Largest number of people whose progress is kept.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for their progress; by default served/ in the folder of saved state.",
)
@click.option(
    "--name",
    "names",
    metavar="HOST",
    multiple=True,
    help="Host name of the web server in front of it; repeatable.",
)
def command(
    host: str,
    port: int,
    sessions: int,
    visitors: int,
    folder: Path | None,
    names: tuple[str, ...],
) -> None:
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

    server = WebServer(Visitors(folder or state_folder() / "served", visitors), sessions, names)

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
        await server.run(host, port, stop)
        return received[0]

    number = asyncio.run(serve_until_signal())
    click.echo("plytrace: the server has ended", err=True)
    raise SystemExit(128 + number)
