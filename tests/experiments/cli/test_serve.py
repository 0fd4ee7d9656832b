"""`plytrace serve`: visitors with separate progress, who reach nothing else on the server."""

import asyncio
import signal
import sys

import pytest

from tests.cli.test_serve import ANN, BOB, EVE, aiohttp, status
from tests.support.served import ServedProgram, until, until_free, visiting
from tests.support.tables import table

pytest.importorskip("textual_serve", reason="textual-serve is not installed")


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


@pytest.fixture
def served(tmp_path):
    """Start servers, each with its own options."""
    begun = []

    def begin(*options):
        begun.append(ServedProgram(tmp_path, *options))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


async def begin_lesson(visitor):
    await visitor.sees("Tutorial")
    await visitor.types("\r")
    await visitor.sees("1  ")
    await visitor.types("\r")
    await visitor.sees("page 1 of")


async def test_two_visitors_have_separate_progress_and_a_third_waits(served):
    server = served("--sessions", "2")
    async with aiohttp.ClientSession() as client:
        async with (
            visiting(client, server.address, ANN) as ann,
            visiting(client, server.address, BOB) as bob,
        ):
            await begin_lesson(ann)
            await bob.sees("Tutorial")
            await ann.types("\x1b[17~")  # F6: the first page has a question
            await until(lambda: any(one["page"] for one in server.progress(ANN).values()), "page")
            assert server.progress(BOB) == {}
            assert len(server.processes()) == 3
            code, text = await status(client, f"{server.address}{EVE}/")
            assert code == 503
            assert "All places are taken" in text
            with pytest.raises(aiohttp.WSServerHandshakeError, match="503"):
                await client.ws_connect(f"{server.address}{EVE}/ws")
            assert not (server.visitors / EVE).exists()
        await until(lambda: len(server.processes()) == 1, "sessions ended with their pages")
        await until_free(client, f"{server.address}{EVE}/")
        async with visiting(client, server.address, EVE) as eve:
            await eve.sees("Tutorial")
            await until(lambda: len(server.processes()) == 2, "one session")
    kept = server.progress(ANN)
    assert kept
    assert server.progress(BOB) == server.progress(EVE) == {}
    assert (server.visitors / ANN).stat().st_mode & 0o077 == 0


async def test_visitor_cannot_use_up_the_places_of_others(served):
    server = served("--visitors", "1", "--sessions", "3")
    async with aiohttp.ClientSession() as client:
        for token in (ANN, BOB):  # nothing is saved
            async with visiting(client, server.address, token) as visitor:
                await visitor.sees("Tutorial")
        assert not [*server.visitors.iterdir()]
        assert (await status(client, server.address))[0] == 200


@pytest.mark.parametrize("game", ["efg_game({})", "nfg_game({})", "misere(game=efg_game({}))"])
async def test_game_of_openspiel_reads_no_file_of_the_server(game, served, tmp_path):
    pytest.importorskip("pyspiel")
    secret = tmp_path / "secret.efg"
    secret.write_text("the secret of the server")
    server = served()
    async with aiohttp.ClientSession() as client, visiting(client, server.address, ANN) as ann:
        await ann.sees("Tutorial")
        await ann.types("\x0f")
        await ann.types("openspiel:" + game.format(f"filename={secret}"))
        await ann.types("\r")
        await ann.sees("OpenSpiel")  # at the end of the message
        assert "secret of" not in ann.shown


async def test_wrong_messages_end_only_their_session(served):
    server = served()
    async with aiohttp.ClientSession() as client, visiting(client, server.address, ANN) as ann:
        await ann.sees("Tutorial")
        for wrong in ("no json", "5", "[]", "{}", "[" * 20_000):
            async with visiting(client, server.address, BOB) as bob:
                await bob.socket.send_str(wrong)
                async with asyncio.timeout(90):
                    while not bob.socket.closed:
                        await bob.socket.receive()
        for kept in (["resize", {"width": "x"}], ["resize", {"width": 1e9, "height": -1}], ["?"]):
            await ann.socket.send_json(kept)
        await ann.types("\x1b[B")
        await until(lambda: len(server.processes()) == 2, "one session")
    assert "Traceback" not in server.end()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_signal_leaves_no_process(number, served):
    server = served()
    async with aiohttp.ClientSession() as client, visiting(client, server.address, ANN) as ann:
        await ann.sees("Tutorial")
        assert len(server.processes()) == 2
        errors = await asyncio.to_thread(server.end, number)
        assert server.process.returncode == (-number if number == signal.SIGKILL else 128 + number)
        assert "Traceback" not in errors
        await until(lambda: not server.processes(), "no process")


REACHES = table(__file__, "reaches")


@pytest.mark.parametrize("source", REACHES)
async def test_typed_source_reaches_no_file(source, served, tmp_path):
    server = served()
    folder = server.visitors / ANN
    folder.mkdir()
    for name in ("race.py", "tic-tac-toe@race.py"):
        (folder / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Race: pass\n")
    async with aiohttp.ClientSession() as client, visiting(client, server.address, ANN) as ann:
        await ann.sees("Tutorial")
        await ann.types("\x0f")
        await ann.types(source)
        await ann.types("\r")
        await ann.sees("opens and saves no files")
    assert not (tmp_path / "ran").exists()
