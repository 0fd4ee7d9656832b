"""One visitor's process, and the packets between it and the browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tracer.files.atomic_files import make_folder
from tui.terminal.served_mode import SERVED

#: First line of Textual's web driver.
_READY: Final = b"__GANGLION__\n"
#: Seconds for a session to save and end by itself.
_GRACE: Final = 5.0
#: Largest packet of the driver in bytes; one screen is far smaller.
_LARGEST: Final = 1 << 24
#: Variables of the server that a session gets; others may hold secrets.
_PASSED: Final = (
    *("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "SYSTEMROOT", "TMPDIR", "TZ"),
    *("PYTHONPATH", "PYTHONUTF8", "VIRTUAL_ENV", "PLYTRACE_KERNEL"),
)


class Session:
    """A process with the full screen of plytrace."""

    def __init__(
        self, process: asyncio.subprocess.Process, send: Callable[[bytes], Awaitable[None]]
    ) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self._send = send

    @classmethod
    async def start(
        cls, folder: Path, size: tuple[int, int], send: Callable[[bytes], Awaitable[None]]
    ) -> Session:
        """Start a process that keeps a visitor's progress in a folder, and return its session."""
        width, height = size
        passed = {name: os.environ[name] for name in _PASSED if name in os.environ}
        environment = {
            **passed,
            SERVED: str(folder),
            "PLYTRACE_STATE_DIR": str(folder),
            "PLYTRACE_CONFIG_DIR": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TERM_PROGRAM": "textual",
            "COLUMNS": str(width),
            "ROWS": str(height),
        }
        # -P: a module in the current folder is never imported.
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "tui.cli"),
            cwd=folder.parent,  # the guard lets the session see nothing there
            umask=0o077,
            env=environment,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C reaches the server alone, which ends its sessions
        )
        return cls(process, send)

    async def show(self) -> None:
        """Send the screen to the browser until the process ends."""
        read = self._output
        with suppress(asyncio.IncompleteReadError, ConnectionError, ValueError):
            while (line := await read.readline()) != _READY:
                if not line:
                    return
            while True:
                head = await read.readexactly(5)
                size = int.from_bytes(head[1:], "big")
                if size > _LARGEST:
                    return
                payload = await read.readexactly(size)
                if head[:1] == b"D":
                    await self._send(payload)
                elif head[:1] == b"M" and json.loads(payload).get("type") == "exit":
                    return

    async def type(self, text: str) -> None:
        """Send typed text to the process."""
        await self._write(b"D", text.encode("utf-8", "replace"))

    async def resize(self, width: int, height: int) -> None:
        """Change the size of the screen."""
        await self._report({"type": "resize", "width": width, "height": height})

    async def focus(self, *, has_focus: bool) -> None:
        """Report that the page got or lost the focus."""
        await self._report({"type": "focus" if has_focus else "blur"})

    async def _report(self, what: dict[str, Any]) -> None:
        await self._write(b"M", json.dumps(what).encode())

    async def _write(self, kind: bytes, payload: bytes) -> None:
        with suppress(ConnectionError, RuntimeError):
            self._input.write(kind + len(payload).to_bytes(4, "big") + payload)
            await self._input.drain()

    async def stop(self) -> None:
        """End the process: let it save, then kill it if it does not end."""
        process = self._process
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.terminate()
            drained = asyncio.create_task(self._drain())
            try:
                await asyncio.wait_for(process.wait(), _GRACE)
            except TimeoutError:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
            finally:
                drained.cancel()

    async def _drain(self) -> None:
        """Read what the process still writes, so that it does not wait for a reader."""
        with suppress(RuntimeError, ValueError):
            while await self._output.read(1 << 16):
                pass


#: Form of a token; it is a folder's name, so it has no other characters.
TOKEN: Final = re.compile(r"[0-9a-f]{32}")


def new_token() -> str:
    """Return a token that cannot be guessed."""
    return secrets.token_hex(16)


class Visitors:
    """The folders with the visitors' progress, one per token, made at the first save."""

    def __init__(self, root: Path, most: int) -> None:
        self._most = most
        make_folder(root, mode=0o700)
        self._root = root.resolve()

    def has_room(self, token: str) -> bool:
        """Return whether the visitor has a folder, or can get one."""
        if (self._root / token).is_dir():
            return True
        return sum(bool(TOKEN.fullmatch(one.name)) for one in self._root.iterdir()) < self._most

    def folder(self, token: str) -> Path:
        """Return a visitor's folder, which may not exist yet."""
        if not TOKEN.fullmatch(token):
            raise ValueError(f"{token!r} is not a token")
        return self._root / token
