"""A visitor opens `plytrace serve` in a browser and plays a lesson, without any other host."""

import asyncio
import base64
import json
import re
import subprocess
import sys
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import pytest

pytest.importorskip("textual_serve", reason="textual-serve is not installed")
aiohttp = pytest.importorskip("aiohttp", reason="aiohttp is not installed")

from tests.support.programs import CHROMIUM  # noqa: E402
from tests.support.served import LIMIT, ServedProgram, plain, until, until_free  # noqa: E402
from tracer.lesson.session import LessonSession  # noqa: E402
from tui.lessons import lesson_names, open_lesson  # noqa: E402

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc"),
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
]


class Page:
    """A page of the browser, driven by its debugging protocol."""

    def __init__(self, socket):
        self._socket = socket
        self._number = 0
        self._answers = {}
        self.requests, self.shown = [], ""
        self._reader = asyncio.create_task(self._read())

    async def _read(self):
        async for message in self._socket:
            found = json.loads(message.data)
            what, values = found.get("method"), found.get("params", {})
            if "id" in found:
                self._answers[found["id"]] = found
            elif what == "Network.requestWillBeSent":
                self.requests.append(values["request"]["url"])
            elif what == "Network.webSocketCreated":
                self.requests.append(values["url"])
            elif what == "Network.webSocketFrameReceived" and values["response"]["opcode"] == 2:
                data = base64.b64decode(values["response"]["payloadData"])
                self.shown += data.decode("utf-8", "replace")

    async def call(self, method, **values):
        self._number += 1
        mine = self._number
        await self._socket.send_json({"id": mine, "method": method, "params": values})
        await until(lambda: mine in self._answers or self._reader.done(), method)
        answer = self._answers.pop(mine)
        assert "error" not in answer, answer
        return answer["result"]

    async def evaluates(self, script):
        found = await self.call("Runtime.evaluate", expression=script)
        return found["result"].get("value")

    async def types(self, text):
        self.shown = ""
        await self._press(text)

    async def _press(self, text):
        if text == "\r":
            key = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
        elif text == "F6":
            key, text = {"key": "F6", "code": "F6", "windowsVirtualKeyCode": 117}, ""
        else:
            key = {"key": text, "windowsVirtualKeyCode": ord(text.upper())}
        await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **key)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **key)

    async def sees(self, text):
        try:
            await until(lambda: text in plain(self.shown), text)
        except TimeoutError as error:
            raise AssertionError(f"{text!r} is not in {plain(self.shown)[-2000:]!r}") from error

    async def opens(self, name, preview):
        """Filter the home screen, and open the first offer and the first choice about it."""
        self.shown = ""
        for letter in name:
            await self._press(letter)
        await self.sees(preview)
        await self.types("\r")
        await self.sees("to choose")
        await self.types("\r")


@pytest.fixture
def browser(tmp_path):
    """The address of a browser's debugging protocol."""
    profile = tmp_path / "profile"
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    command += ["--no-first-run", "--remote-debugging-port=0", "--window-size=1200,800"]
    command += ["--disable-background-networking", "--disable-component-update"]
    running = subprocess.Popen(
        [*command, f"--user-data-dir={profile}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    async def address():
        file = profile / "DevToolsActivePort"
        await until(lambda: file.exists() and "\n" in file.read_text(), "the browser")
        return f"http://127.0.0.1:{file.read_text().split()[0]}"

    yield address
    running.terminate()
    running.wait(timeout=LIMIT)


@asynccontextmanager
async def new_page(client, address):
    """Open another page of a browser."""
    async with client.put(f"{address}/json/new?about:blank") as answer:
        debugged = (await answer.json())["webSocketDebuggerUrl"]
    async with client.ws_connect(debugged, max_msg_size=0) as socket:
        page = Page(socket)
        for domain in ("Network", "Page"):
            await page.call(f"{domain}.enable")
        await page.call("Emulation.setFocusEmulationEnabled", enabled=True)
        yield page


async def test_lesson_is_played_from_the_first_byte(browser, tmp_path):
    server = ServedProgram(tmp_path, "--sessions", "1")
    try:
        async with aiohttp.ClientSession() as client:
            async with client.get(f"{await browser()}/json/list") as answer:
                pages = [one for one in await answer.json() if one["type"] == "page"]
            debugged = pages[0]["webSocketDebuggerUrl"]
            async with client.ws_connect(debugged, max_msg_size=0) as socket:
                await _play(Page(socket), server, client)
    finally:
        server.close()


async def _play(page, server, client):
    await page.call("Network.enable")
    await page.call("Page.enable")
    await page.call("Page.bringToFront")
    await page.call("Emulation.setFocusEmulationEnabled", enabled=True)
    await page.call("Page.navigate", url=server.address)
    await page.sees("Tutorial")
    token = (await page.evaluates("location.pathname")).strip("/")
    assert await page.evaluates("document.body.classList.contains('-first-byte')")
    assert await page.evaluates("document.fonts.check(\"16px 'Roboto Mono'\")")
    drawn = await page.call("Page.captureScreenshot")
    (server.visitors.parent / "home.png").write_bytes(base64.b64decode(drawn["data"]))
    await page.types("\r")
    await page.sees("adversarial")  # the list, with the first lesson selected
    await page.types("\r")
    lesson = "why-search"
    await page.sees("page 1 of")
    await page.types("F6")  # skips the question
    await until(lambda: server.progress(token).get(lesson, {}).get("page", 0) >= 1, "a page")
    assert [one.name for one in server.visitors.iterdir()] == [token]

    async with client.get(server.address) as answer:  # one place, which is taken
        assert answer.status == 503
        assert "All places are taken" in await answer.text()

    hosts = {urlsplit(one).netloc for one in page.requests if urlsplit(one).scheme != "data"}
    assert hosts == {urlsplit(server.address).netloc}
    assert any(one.startswith("ws:") for one in page.requests)
    await page.call("Page.navigate", url="about:blank")
    await until(lambda: len(server.processes()) == 1, "the session ended with its page")
    await until_free(client, f"{server.address}{token}/")
    page.shown = ""
    await page.call("Page.navigate", url=f"{server.address}{token}/")  # the bookmark
    await page.sees("Tutorial")
    assert server.progress(token)[lesson]["page"] >= 1


async def test_two_people_learn_step_and_play_at_once(browser, tmp_path):
    server = ServedProgram(tmp_path)
    try:
        async with aiohttp.ClientSession() as client:
            address = await browser()
            async with new_page(client, address) as ann, new_page(client, address) as bob:
                await asyncio.gather(
                    _learn_step_and_play(ann, server, "9"), _learn_step_and_play(bob, server, "1")
                )
        assert len(list(server.visitors.iterdir())) == 2
    finally:
        server.close()


async def _learn_step_and_play(page, server, cell):
    """Answer the first question of the first lesson, step through a tree, and play a move."""
    name = next(iter(lesson_names()))
    session = LessonSession(open_lesson(name), "")
    pages = 0
    while not session.view.question:
        assert session.skip()
        pages += 1
    await page.call("Page.navigate", url=server.address)
    await page.sees("Tutorial")
    token = (await page.evaluates("location.pathname")).strip("/")
    await page.types("\r")
    await page.sees("adversarial")
    await page.types("\r")
    await page.sees("page 1 of")
    for number in range(pages):
        await page.types("n")
        await page.sees(f"page {number + 2} of")
    await page.types(session.view.choices[0][0])
    await until(lambda: re.search("[✓✗]|You play", page.shown), "feedback")

    await page.call("Page.navigate", url=f"{server.address}{token}/")
    await page.sees("Tutorial")
    assert server.progress(token)[name]["page"] == pages
    await page.opens("lecture", "13 nodes, 9 leaves")
    await page.sees("step 0 of 21")
    for step in (1, 2, 3):
        await page.types("l")
        await page.sees(f"step {step}")
    await page.sees("B1 returns 3 to B")

    await page.call("Page.navigate", url=f"{server.address}{token}/")
    await page.sees("Tutorial")
    await page.opens("tic", "cells 1 to 9")
    await page.sees("X to move.")
    await page.types(cell)
    await page.sees("O plays 5. X to move.")
    assert list((server.visitors / token / "matches").iterdir())
