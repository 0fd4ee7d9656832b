"""A running `plytrace serve`, and visitors who use it without a browser."""

import asyncio
import json
import os
import re
import signal
from contextlib import asynccontextmanager

from tests.support.processes import processes_with, start_command

#: Seconds after which something that should happen has not.
LIMIT = 90.0
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


class ServedProgram:
    """A server with a temporary folder, on any free port."""

    def __init__(self, folder, *options):
        self.visitors = folder / "visitors"
        self.mark = str(folder / "mark")  # finds every process of this server
        options = ("--port", "0", "--folder", self.visitors, *options)
        self.process = start_command("serve", *options, env={"TMPDIR": self.mark})
        first = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", first)
        assert found, first + self.end(signal.SIGTERM)
        self.address = found[0]

    def processes(self):
        """Return the running processes of this server, itself included."""
        return processes_with(self.mark)

    def progress(self, token):
        """Return a visitor's lessons as saved."""
        try:
            return json.loads((self.visitors / token / "lessons.json").read_text())["lessons"]
        except FileNotFoundError:
            return {}

    def end(self, number=signal.SIGTERM):
        """End the server, and return what it wrote to standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.communicate(timeout=LIMIT)[1]

    def close(self):
        self.end()
        for one in self.processes():
            os.kill(one, signal.SIGKILL)


async def until(so, what):
    """Wait for a condition."""
    async with asyncio.timeout(LIMIT):
        while not so():
            await asyncio.sleep(0.02)
    return what


async def until_free(client, address):
    """Wait until a page has a place: its server counts a session until its process has ended."""
    async with asyncio.timeout(LIMIT):
        while True:
            async with client.get(address) as answer:
                if answer.status == 200:
                    return
            await asyncio.sleep(0.02)


class Visitor:
    """A websocket with what it has shown so far."""

    def __init__(self, socket):
        self.socket = socket
        self.shown = ""

    async def sees(self, text):
        """Read until a text is on the screen since the last key."""
        async with asyncio.timeout(LIMIT):
            while text not in plain(self.shown):
                message = await self.socket.receive()
                assert isinstance(message.data, bytes), (message, plain(self.shown)[-2000:])
                self.shown += message.data.decode("utf-8", "replace")

    async def types(self, keys):
        self.shown = ""
        await self.socket.send_json(["stdin", keys])


@asynccontextmanager
async def visiting(client, address, token):
    """Open the screen of a visitor."""
    async with client.ws_connect(f"{address}{token}/ws?width=100&height=40") as socket:
        yield Visitor(socket)


def plain(text):
    """Return a screen's output without its escape sequences."""
    return _ESCAPES.sub("", text)
