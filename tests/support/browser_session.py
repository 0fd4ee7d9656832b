"""A browser to drive from outside, as a person does: keys, sizes, downloads, what is announced."""

import base64
import json
import os
import select
import subprocess
import time
from contextlib import contextmanager

from tests.support.programs import CHROMIUM

#: Keys that are no letters, by what the browser calls them.
KEYS = {"Tab": 9, "Enter": 13, " ": 32}
#: Seconds until what a test waits for must have come.
LIMIT = 60


class Browser:
    """A tab of a browser that is driven over a pipe.

    Attributes:
        downloads: folder of the downloaded files.
    """

    def __init__(self, process, sends, receives, downloads):
        self._process, self._sends, self._receives = process, sends, receives
        self._waiting = b""
        self._number = 0
        self._session = None
        self._complete = 0
        self.downloads = downloads
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        self._call("Page.enable")
        self._call("Accessibility.enable")
        self._call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads),
                   eventsEnabled=True)  # fmt: skip

    def _call(self, method, **params):
        """Call a method of the browser and return its result."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._sends, json.dumps(message).encode() + b"\0")
        while True:
            found = self._next()
            if found.get("id") == self._number:
                assert "error" not in found, (method, found)
                return found["result"]
            if found.get("method") == "Browser.downloadProgress":
                self._complete += found["params"]["state"] == "completed"
            if found.get("method") == "Page.javascriptDialogOpening":
                # A question of the page is answered with yes, at once: the page waits for it.
                accept = {"method": "Page.handleJavaScriptDialog", "params": {"accept": True}}
                accept |= {"id": 0, "sessionId": self._session}
                os.write(self._sends, json.dumps(accept).encode() + b"\0")

    def _next(self):
        while b"\0" not in self._waiting:
            ready, _, _ = select.select([self._receives], [], [], LIMIT)
            part = os.read(self._receives, 1 << 20) if ready else b""
            assert part, "the browser has ended, or does not answer"
            self._waiting += part
        one, _, self._waiting = self._waiting.partition(b"\0")
        return json.loads(one)

    def open(self, path, width=1200, height=800):
        """Open a file in a window of a size."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                   deviceScaleFactor=1, mobile=width < 600)  # fmt: skip
        self._load("Page.navigate", url=path.as_uri())

    def reload(self):
        """Open the page again, as the key F5 does."""
        self._load("Page.reload")

    def _load(self, method, **params):
        """Load a page and wait until it is there in place of the one before."""
        self.run("window.before = true")
        self._call(method, **params)
        self.wait("!window.before && document.readyState === 'complete'")

    def run(self, script):
        """Run a script in the page and return its value."""
        found = self._call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True, userGesture=True)  # fmt: skip
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition):
        """Wait until a condition holds in the page."""
        end = time.monotonic() + LIMIT
        while not self.run(condition):
            assert time.monotonic() < end, condition
            time.sleep(0.02)

    def press(self, key, *, shift=False):
        """Press a key such as Tab."""
        event = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
        event |= {"modifiers": 8 if shift else 0}
        text = {"Enter": "\r", " ": " "}.get(key)
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        self._call("Input.dispatchKeyEvent", **down, **event)
        self._call("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text):
        """Type a text where the focus is."""
        self._call("Input.insertText", text=text)

    def accessible(self):
        """Return the role, the name and the description of everything that is announced."""
        nodes = self._call("Accessibility.getFullAXTree")["nodes"]
        value = lambda node, key: node.get(key, {}).get("value", "")  # noqa: E731
        return [
            tuple(value(node, key) for key in ("role", "name", "description"))
            for node in nodes
            if not node["ignored"]
        ]

    def downloaded(self):
        """Return the one downloaded file, and remove it from the folder."""
        end = time.monotonic() + LIMIT
        while not self._complete:  # before, the file may be there and empty
            assert time.monotonic() < end, "nothing was downloaded"
            time.sleep(0.02)
            self.run("0")
        self._complete = 0
        (path,) = self.downloads.iterdir()
        name, text = path.name, path.read_text(encoding="utf-8")
        path.unlink()
        return name, text

    def picture(self, path):
        """Save a picture of the whole page."""
        found = self._call("Page.captureScreenshot", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(found["data"]))


@contextmanager
def browser(folder):
    """A browser with a new profile in a folder; it ends with the block."""
    downloads = folder / "downloads"
    downloads.mkdir()
    read_by_it, sends = os.pipe()
    receives, written_by_it = os.pipe()
    command = [
        CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--no-first-run", "--remote-debugging-pipe", f"--user-data-dir={folder / 'profile'}",
    ]  # fmt: skip
    # The browser reads what is asked from the file 3 and answers in the file 4.
    high = [os.dup2(one, place) for one, place in ((read_by_it, 203), (written_by_it, 204))]
    script = 'exec "$@" 3<&203 4>&204 203<&- 204>&-'
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", *command],
        pass_fds=high, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    for one in (read_by_it, written_by_it, *high):
        os.close(one)
    try:
        yield Browser(process, sends, receives, downloads)
    finally:
        os.close(sends)
        os.close(receives)
        process.terminate()
        process.wait(timeout=LIMIT)
