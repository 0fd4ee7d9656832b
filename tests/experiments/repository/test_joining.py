"""Files for new contributors agree with the program: CONTRIBUTING, hooks, workflows, forms."""

from __future__ import annotations

import os
import subprocess
import sys

from engine.version import __version__
from tests.test_joining import ROOT


def test_installation_is_tested(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / ".ci" / "smoke.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.startswith(f"plytrace {__version__} works, with"), done.stderr
