"""`plytrace serve`: visitors with separate progress, who reach nothing else on the server."""

import os
import re
import sys

import pytest

pytest.importorskip("textual_serve", reason="textual-serve is not installed")
aiohttp = pytest.importorskip("aiohttp", reason="aiohttp is not installed")


from aiohttp.test_utils import TestClient, TestServer  # noqa: E402

from tests.support.cases import over  # noqa: E402
from tests.support.served import ServedProgram  # noqa: E402
from tests.support.tables import table  # noqa: E402
from tui.server.session import TOKEN, Visitors, new_token  # noqa: E402
from tui.server.web_server import WebServer, _names_of, terminal_files  # noqa: E402

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")

ANN, BOB, EVE = "a" * 32, "b" * 32, "e" * 32


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server on which nobody opens a session."""
    program = ServedProgram(tmp_path_factory.mktemp("served"))
    yield program
    program.close()


async def status(client, address):
    async with client.get(address) as answer:
        return answer.status, (await answer.read()).decode("utf-8", "replace")


async def test_new_visitor_gets_a_new_token_and_a_page_of_this_host(server):
    async with aiohttp.ClientSession() as client:
        tokens = set()
        for _ in range(3):
            async with client.get(server.address) as answer:
                assert answer.status == 200
                assert str(answer.url.origin()) + "/" == server.address
                token = answer.url.path.strip("/")
                assert TOKEN.fullmatch(token)
                tokens.add(token)
                text = await answer.text()
                assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]
                assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert len(tokens) == 3
        linked = re.findall(r'(?:src|href)="(\.\./[^"]+)"', text)
        assert len(linked) == 5
        for one in linked:
            found, content = await status(client, f"{server.address}{token}/{one}")
            assert found == 200
            assert content
        assert not [*server.visitors.iterdir()]  # reading a page takes no place


def test_page_refers_to_no_other_host():
    from importlib.resources import files

    ours = [one for one in (files("tui.server") / "page").iterdir() if one.is_file()]
    theirs = [terminal_files() / "js" / "textual.js", terminal_files() / "css" / "xterm.css"]
    assert len(ours) == 4
    for one in (*ours, *theirs):
        text = re.sub(r"/\*.*?\*/", "", one.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"(?:https?:|wss?:)?//[\w.-]+\.\w+/", text), one.name
        assert not re.search(r"@import|integrity=", text), one.name


BAD_TOKENS = table(__file__, "bad_tokens")


async def test_bad_token_gets_a_page_and_no_folder(server):
    from yarl import URL

    async with aiohttp.ClientSession() as client:
        for token in BAD_TOKENS:
            for end in ("", "/", "/ws"):
                code, text = await status(
                    client, URL(f"{server.address}{token}{end}", encoded=True)
                )
                assert code == 404, (token, end)
                assert str(server.visitors) not in text
    assert not [*server.visitors.iterdir()]


def test_folders_are_bounded_and_named_by_tokens(tmp_path):
    visitors = Visitors(tmp_path / "all", 2)
    tokens = [new_token() for _ in range(3)]
    for one in tokens[:2]:
        assert visitors.has_room(one)
        assert visitors.folder(one) == (tmp_path / "all").resolve() / one
        assert not visitors.folder(one).exists()
        visitors.folder(one).mkdir()
    assert not visitors.has_room(tokens[2])
    assert visitors.has_room(tokens[0])
    for bad in ("", "..", "../" + "a" * 29, "a" * 32 + "\n"):
        with pytest.raises(ValueError, match="is not a token"):
            visitors.folder(bad)


async def test_page_of_another_origin_opens_no_session(server):
    async with aiohttp.ClientSession(headers={"Origin": "http://other.invalid"}) as client:
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await client.ws_connect(f"{server.address}{ANN}/ws")
    assert not [*server.visitors.iterdir()]


@over(
    ("host", "names", "asked", "code"),
    table(__file__, "hosts"),
)
async def test_request_for_another_host_is_refused(host, names, asked, code, tmp_path):
    server = WebServer(Visitors(tmp_path, 5), 1, names)
    server._names |= _names_of(host)
    async with TestClient(TestServer(server._application())) as client:
        answer = await client.get("/page/page.css", headers={"Host": asked})
        assert answer.status == code
        assert answer.headers["Server"] == "plytrace"


GUARDED = """
import os, sys
from tui.terminal.served_mode import guard_files
guard_files()
own = os.environ["PLYTRACE_SERVED"]
open(os.path.join(own, "kept"), "w").close()
open(os.path.join(own, "kept")).close()
import json, sqlite3, textual.widgets
open(os.__file__).close()
def refused(run):
    try:
        run()
    except PermissionError as error:
        assert "plytrace serve" in str(error), error
        return
    raise SystemExit("allowed: " + run.__code__.co_names[-1])
refused(lambda: open("/etc/passwd"))
refused(lambda: open(os.path.join(own, "..", "other", "lessons.json")))
refused(lambda: open(os.path.join(own, "link")))
refused(lambda: open(os.path.join(own, "..", "new"), "w"))
refused(lambda: open(os.__file__, "a"))
refused(lambda: os.open("/etc/passwd", os.O_RDONLY))
refused(lambda: os.listdir("/etc"))
refused(lambda: os.listdir(os.path.join(own, "..")))
refused(lambda: os.system("true"))
refused(lambda: os.fork())
refused(lambda: __import__("subprocess").run([sys.executable]))
refused(lambda: os.rename(os.path.join(own, "kept"), "/tmp/kept"))
refused(lambda: __import__("socket").create_connection(("127.0.0.1", 9)))
print("guarded")
"""


def test_guard_refuses_all_files_but_the_visitors_own(tmp_path):
    import subprocess

    own, other = tmp_path / ANN, tmp_path / "other"
    own.mkdir()
    other.mkdir()
    (other / "lessons.json").write_text("{}")
    (own / "link").symlink_to(other / "lessons.json")
    done = subprocess.run(
        [sys.executable, "-c", GUARDED],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PLYTRACE_SERVED": str(own)},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("guarded\n", 0), done.stderr
