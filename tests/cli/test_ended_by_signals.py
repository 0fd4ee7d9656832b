"""However plytrace is ended, it leaves no running process and no half-written file."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.cases import over

ROOT = Path(__file__).parent.parent.parent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


def test_ctrl_c_while_the_program_is_being_imported_shows_no_traceback(tmp_path):
    # Interrupted while it imports Click, which is the first of its larger modules.
    (tmp_path / "click.py").write_text(
        "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(30)\n",
        encoding="utf-8",
    )
    script = "from tui.start import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGINT
    assert done.stderr == ""


@over("words", [("check", "lecture", "x.txt"), ("check-code", "lecture", "x.py")], ms=45)
def test_command_in_a_removed_folder_says_so(words, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    done = subprocess.run(
        [
            "sh",
            "-c",
            'rmdir "$PWD"; exec "$@"',
            "sh",
            sys.executable,
            "-P",
            "-m",
            "tui.cli",
            *words,
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=gone,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr == "plytrace: the current folder was removed; change to another one\n"
