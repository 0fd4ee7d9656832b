"""A program in its own process: its permissions, each sandbox layer, and cleanup."""

from __future__ import annotations

import os
import sys

import pytest

from tests.support.hostile import RIGHT
from tests.tracer.programs.test_running import MINIMAX, run
from tracer.files.scratch import clear_folder, folder_size
from tracer.programs import process
from tracer.programs.visits_from_calls import visits_from_calls


def test_deeply_nested_folder_is_measured_and_removed(tmp_path):
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "file").write_bytes(bytes(10_000))
    (tmp_path / "kept").write_text("kept", encoding="utf-8")
    (folder / "out").symlink_to(tmp_path)
    assert 10_000 + 4_096 <= folder_size(folder, 1 << 30) < 20_000
    assert folder_size(folder, 5_000) > 5_000
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(1_200):  # deeper than Python calls, and longer than a path can be
            os.mkdir("a" * 100)  # noqa: PTH102 — a path of it all would be too long
            os.chdir("a" * 100)
    finally:
        os.fchdir(before)
        os.close(before)
    assert folder_size(folder, 1 << 40) > 4_096 * 20
    clear_folder(folder)
    assert [*tmp_path.iterdir()] == [tmp_path / "kept"]
    clear_folder(folder)  # which is not there any more


def test_complete_tic_tac_toe_finishes_within_the_default_limits(run, tmp_path):
    key = tmp_path / "key.yaml"
    key.write_text("source: tic-tac-toe\nsearch: minimax\n", encoding="utf-8")
    done = run(MINIMAX, str(key))
    assert done.failure == ""
    assert len(visits_from_calls(done.calls, done.nodes).visits) == 549_946


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each program starts a new Python")
def test_programs_share_a_server_and_nothing_else(run):
    code = "import sys\nprint(hasattr(sys, 'left'), 'json' in sys.modules)\nsys.left = 1\n" + RIGHT
    outputs = {run(code).output for _ in range(2)}
    assert outputs == {"False True\n"}
    (server,) = process._SERVERS
    server._popen.kill()
    server._popen.wait()
    assert run(RIGHT).failure == ""
    assert server not in process._SERVERS
