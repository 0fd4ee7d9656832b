"""PNG and PDF figures: the right size, the right ink, the right words, the same every time."""

import os
import subprocess
import sys

import pytest

from tests.support.cases import over

pytest.importorskip("typst")


@over("kind", ["png", "pdf"], ms=45)
def test_picture_is_the_same_in_every_process(kind):
    script = (
        "from tests.support.drawn_trees import random_tree\nfrom tracer import trace\n"
        "import sys\nfor seed in (3, 9):\n"
        "    tree = random_tree(seed)\n"
        "    t = trace(tree, search='expectiminimax' if tree.has_chance else 'alphabeta')\n"
        f"    sys.stdout.buffer.write(t.export({kind!r}, step=9))\n"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0] == found[1]
    assert len(found[0]) > 5_000
