"""Rules of the code: one-way imports, complete packages, and data files in their places."""

from __future__ import annotations

import subprocess
import sys

from tests.test_structure import ROOT, modules


def test_every_module_can_be_imported_alone():
    # In the order of the alphabet and in its reverse: a circle of imports shows in one of them.
    names = [name for name in modules() if not name.endswith("__main__")]
    for order in (names, names[::-1]):
        script = "import importlib\n" + "\n".join(
            f"importlib.import_module({name!r})" for name in order
        )
        subprocess.run([sys.executable, "-c", script], check=True, cwd=ROOT)
