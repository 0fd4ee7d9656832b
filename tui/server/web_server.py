"""The web server: pages, the browser's terminal, websockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname
from string import Template
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from engine.errors import InvalidInput
from tui.server.session import TOKEN, Session, Visitors, new_token

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

#: Headers of every answer. The browser itself then refuses requests to other hosts.
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
        "font-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",  # the address has the token
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}
#: Names of this computer, and the mark of all its addresses.
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
ANY_ADDRESS: Final = "*"
#: Our files of the page, with their types.
_PAGE_FILES: Final = {"page.css": "text/css", "page.js": "text/javascript"}
#: Largest message from a browser in bytes; pasted text is the longest.
_LARGEST: Final = 1 << 16
#: Largest width and height of a screen in cells.
_MOST_CELLS: Final = (500, 200)
#: Seconds between two checks that a browser still answers.
_HEARTBEAT: Final = 15.0


def terminal_files() -> Path:
    """Return the folder of textual-serve with the browser's terminal."""
    found = find_spec("textual_serve")
    if found is None or found.origin is None:
        raise ImportError("textual_serve")
    return Path(found.origin).parent / "static"


class WebServer:
    """Shows the screens of plytrace to several visitors."""

    def __init__(self, visitors: Visitors, most: int, names: Collection[str] = ()) -> None:
        self._visitors = visitors
        self._most = most
        self._names = frozenset(name.lower() for name in names)
        self._open: set[web.WebSocketResponse] = set()
        #: Sessions starting or running.
        self._count = 0

    async def run(self, host: str, port: int, stop: asyncio.Event) -> None:
        """Serve until `stop` is set; then end every session."""
        self._names |= _names_of(host)
        runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=10.0)
        await runner.setup()
        try:
            site = web.TCPSite(runner, host, port)
            try:
                await site.start()
            except OSError as error:
                raise InvalidInput(
                    f"the address {host}:{port} cannot be used: {error.strerror or error}",
                    expected="a free port, or 0 for any",
                ) from error
            shown = f"[{host}]" if ":" in host else host
            print(f"Open http://{shown}:{runner.addresses[0][1]}/ in a browser. Ctrl-C ends the "
                  "server.", flush=True)  # fmt: skip
            await stop.wait()
        finally:
            await runner.cleanup()

    def _application(self) -> web.Application:
        app = web.Application(middlewares=[self._check_host])
        app.add_routes([
            web.get("/", self._index),
            web.get("/page/{name}", self._page_file),
            web.static("/static", terminal_files()),
            web.get("/{token}", self._add_slash),
            web.get("/{token}/", self._page),
            web.get("/{token}/ws", self._websocket),
        ])  # fmt: skip
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self._close_all)
        return app

    @web.middleware  # type: ignore[untyped-decorator, unused-ignore]
    async def _check_host(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse a request for another host: a page elsewhere may have given its name to us."""
        name = (urlsplit(f"//{request.host}").hostname or "").lower()
        if name in self._names or (ANY_ADDRESS in self._names and _is_address(name)):
            return await handler(request)
        return _message(421, "Wrong host", "Open this page from the server's own address.")

    # Pages -------------------------------------------------------------------------------

    async def _index(self, _request: web.Request) -> web.StreamResponse:
        """Give a new visitor a token."""
        token = new_token()
        if not self._visitors.has_room(token):
            return _message(503, "No room for new visitors", "Ask whoever runs this server.")
        raise web.HTTPSeeOther(f"{token}/")

    async def _add_slash(self, request: web.Request) -> web.StreamResponse:
        token = request.match_info["token"]
        if not TOKEN.fullmatch(token):
            return _unknown()
        raise web.HTTPSeeOther(f"{token}/")

    async def _page_file(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in _PAGE_FILES:
            return _unknown()
        return web.Response(text=_page_text(name), content_type=_PAGE_FILES[name])

    async def _page(self, request: web.Request) -> web.StreamResponse:
        refusal = self._refusal(request)
        if refusal is not None:
            return refusal
        return web.Response(text=_page_text("page.html"), content_type="text/html")

    def _refusal(self, request: web.Request) -> web.Response | None:
        """Return the page for a visitor without a session; None if there is room."""
        token = request.match_info["token"]
        if not TOKEN.fullmatch(token):
            return _unknown()
        if not self._visitors.has_room(token):
            return _message(503, "No room for new visitors", "Ask whoever runs this server.")
        if self._count >= self._most:
            text = "Your progress is safe. Reload this page in a few minutes."
            return _message(503, "All places are taken", text)
        return None

    # Sessions ----------------------------------------------------------------------------

    async def _websocket(self, request: web.Request) -> web.StreamResponse:
        refusal = self._refusal(request)
        if refusal is not None:
            return refusal
        origin = request.headers.get("Origin")  # other programs than browsers send none
        if origin is not None and urlsplit(origin).netloc != request.host:
            return _message(403, "Wrong origin", "Open this page from its own address.")
        self._count += 1  # before anything waits, so that two requests cannot take one place
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=_LARGEST)
        try:
            await socket.prepare(request)
            self._open.add(socket)
            folder = self._visitors.folder(request.match_info["token"])
            size = _size(*(request.query.get(one, "") for one in ("width", "height")))
            session = await Session.start(folder, size, socket.send_bytes)
            try:
                await session.resize(*size)
                await _join(session, socket)
            finally:
                await asyncio.shield(session.stop())
        except OSError as error:
            print(f"plytrace: a session cannot start: {error}", flush=True)
        finally:
            self._open.discard(socket)
            self._count -= 1
            with suppress(ConnectionError, RuntimeError):
                await socket.close()
        return socket

    async def _close_all(self, _app: web.Application) -> None:
        """Close every websocket, which ends its session."""
        await asyncio.gather(*(one.close(code=1001) for one in [*self._open]))


async def _join(session: Session, socket: web.WebSocketResponse) -> None:
    """Connect a session and a browser until one of them ends."""
    shown = asyncio.create_task(session.show())
    typed = asyncio.create_task(_pass_keys(session, socket))
    try:
        done, _ = await asyncio.wait({shown, typed}, return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()
    finally:
        for one in (shown, typed):
            one.cancel()
        await asyncio.gather(shown, typed, return_exceptions=True)


async def _pass_keys(session: Session, socket: web.WebSocketResponse) -> None:
    """Pass the browser's messages to the session; a wrong message ends it."""
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            return
        try:
            kind, *values = json.loads(message.data)
        except (RecursionError, TypeError, ValueError):
            return
        value = values[0] if values else None
        if kind == "stdin" and isinstance(value, str):
            await session.type(value)
        elif kind == "resize" and isinstance(value, dict):
            await session.resize(*_size(value.get("width"), value.get("height")))
        elif kind in ("focus", "blur"):
            await session.focus(has_focus=kind == "focus")
        elif kind == "ping":
            await socket.send_json(["pong", value])


def _names_of(host: str) -> frozenset[str]:
    """Return the names in requests to an address to listen on."""
    try:
        address = ip_address(host)
    except ValueError:
        return frozenset({host.lower(), *(LOOPBACK if host == "localhost" else ())})
    if address.is_unspecified:
        return frozenset({ANY_ADDRESS, gethostname().lower(), *LOOPBACK})
    return frozenset({str(address), *(LOOPBACK if address.is_loopback else ())})


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _size(width: Any, height: Any) -> tuple[int, int]:
    """Return a screen's size within bounds; 80 by 24 if it is not given."""
    found = []
    for value, default, most in zip((width, height), (80, 24), _MOST_CELLS, strict=True):
        try:
            found.append(min(max(int(value), 1), most))
        except (OverflowError, TypeError, ValueError):
            found.append(default)
    return found[0], found[1]


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Server"] = "plytrace"  # aiohttp puts its version and Python's there


def _page_text(name: str) -> str:
    return (files("tui.server") / "page" / name).read_text(encoding="utf-8")


def _message(status: int, title: str, text: str) -> web.Response:
    page = Template(_page_text("message.html"))
    shown = page.substitute(title=escape(title), text=escape(text))
    return web.Response(status=status, text=shown, content_type="text/html")


def _unknown() -> web.Response:
    return _message(404, "No such page", "Check the address, or open the start page.")
