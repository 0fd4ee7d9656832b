"""A browser to drive from outside, as a person does: keys, sizes, downloads, what is announced."""

import base64
import fcntl
import json
import os
import select
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from tests.support.programs import CHROMIUM
from tests.support.served import plain

#: Keys other than letters, with the numbers that the browser has for them.
KEYS = {"Tab": 9, "Enter": 13, " ": 32, "F6": 117}
#: Seconds until what a test waits for must have come.
LIMIT = 90


def page_script(name):
    """Return a script of a page, which is a file."""
    return Path(__file__).with_name("pages").joinpath(f"{name}.js").read_text(encoding="utf-8")


#: What drives a player from within: keys pressed, and what is then to be seen.
DRIVER = page_script("driver")
#: The words of a page that a line break tears apart.
TORN = page_script("torn")
#: Note what a page is not allowed to load.
WATCH = """window.refused = []; document.addEventListener(
  "securitypolicyviolation", (event) => window.refused.push(event.blockedURI));"""


class Browser:
    """A tab of a browser that is driven over a pipe.

    Attributes:
        requests: addresses that pages have asked for.
        shown: what served screens have sent; a test empties it.
    """

    def __init__(self, sends, receives, downloads):
        self._sends, self._receives, self._downloads = sends, receives, downloads
        self._waiting = b""
        self._number = self._complete = 0
        self._session = None
        self.requests, self.shown = [], ""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        attached = self._call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Accessibility", "Network"):
            self._call(f"{domain}.enable")
        self._call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self._call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads),
                   eventsEnabled=True)  # fmt: skip

    def _send(self, number, method, **params):
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._sends, json.dumps(message).encode() + b"\0")

    def _call(self, method, **params):
        """Call a method of the browser and return its result."""
        self._number += 1
        self._send(self._number, method, **params)
        while True:
            found = self._next()
            if found.get("id") == self._number:
                assert "error" not in found, (method, found)
                return found["result"]
            self._hear(found.get("method"), found.get("params"))

    def _next(self):
        while b"\0" not in self._waiting:
            ready, _, _ = select.select([self._receives], [], [], LIMIT)
            part = os.read(self._receives, 1 << 20) if ready else b""
            assert part, "the browser has ended, or does not answer"
            self._waiting += part
        one, _, self._waiting = self._waiting.partition(b"\0")
        return json.loads(one)

    def _hear(self, event, values):
        """Take in what the browser says by itself."""
        if event == "Browser.downloadProgress":
            self._complete += values["state"] == "completed"
        elif event == "Page.javascriptDialogOpening":
            # A question of the page is answered with yes, at once: the page waits for it.
            self._send(0, "Page.handleJavaScriptDialog", accept=True)
        elif event == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif event == "Network.webSocketCreated":
            self.requests.append(values["url"])
        elif event == "Network.webSocketFrameReceived" and values["response"]["opcode"] == 2:
            sent = base64.b64decode(values["response"]["payloadData"])
            self.shown += sent.decode("utf-8", "replace")

    def open(self, page, width=1200, height=800, link="", *, dark=False):
        """Open a file or an address in a window of a size, in light or dark colours."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                   deviceScaleFactor=1, mobile=width < 600)  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])
        self._load("Page.navigate", url=f"{page if isinstance(page, str) else page.as_uri()}{link}")

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
        self._wait_until(lambda: self.run(condition), condition)

    def sees(self, text):
        """Wait until a served screen has shown a text."""
        self._wait_until(lambda: text in plain(self.shown), text)

    def _wait_until(self, is_so, what):
        end = time.monotonic() + LIMIT
        while not is_so():
            assert time.monotonic() < end, (what, plain(self.shown)[-2000:])
            time.sleep(0.02)
            self.run("0")  # hears what has come

    def press(self, key, *, shift=False):
        """Press a key such as Tab or a letter."""
        event = {
            "key": key,
            "code": key,
            "windowsVirtualKeyCode": KEYS.get(key) or ord(key.upper()),
        }
        event |= {"modifiers": 8 if shift else 0}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
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
        # Before it is complete, the file may be there and empty.
        self._wait_until(lambda: self._complete, "nothing was downloaded")
        self._complete = 0
        (path,) = self._downloads.iterdir()
        name, text = path.name, path.read_text(encoding="utf-8")
        path.unlink()
        return name, text


@contextmanager
def browser():
    """A browser with a new profile; it ends with the block."""
    read_by_it, sends = os.pipe()
    receives, written_by_it = os.pipe()
    # The browser reads requests from the file 3 and answers in the file 4.
    high = [fcntl.fcntl(one, fcntl.F_DUPFD, 200) for one in (read_by_it, written_by_it)]
    script = 'exec "$@" 3<&{0} 4>&{1} {0}<&- {1}>&-'.format(*high)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        downloads = Path(folder, "downloads")
        downloads.mkdir()
        command = [
            CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--remote-debugging-pipe", f"--user-data-dir={folder}/profile",
        ]  # fmt: skip
        process = subprocess.Popen(
            ["bash", "-c", script, "bash", *command],
            pass_fds=high, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for one in (read_by_it, written_by_it, *high):
            os.close(one)
        try:
            yield Browser(sends, receives, downloads)
        finally:
            os.close(sends)
            os.close(receives)
            process.terminate()
            process.wait(timeout=LIMIT)


def driven(text, script, tmp_path, link="", size=(1200, 800), *, dark=False):
    """Return what a page shows after a script, which may wait, has driven it."""
    page = tmp_path / "page.html"
    page.write_text(text, encoding="utf-8")
    ends = "found.push(performance.getEntriesByType('resource').length, window.refused);"
    with browser() as tab:
        tab.open(page, *size, link, dark=dark)
        tab.run("new Promise((done) => setTimeout(done, 100))")  # frames are laid out
        found = tab.run(f"(async () => {{{DRIVER}{script};{ends} return found; }})()")
    *found, fetched, refused = found
    assert (fetched, refused) == (0, [])
    return found
