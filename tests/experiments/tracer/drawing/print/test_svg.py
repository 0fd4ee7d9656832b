"""SVG figures are valid, self-contained, and the same byte for byte."""

import os
import subprocess
import sys


def test_svg_is_the_same_in_every_process():
    script = (
        "from tests.support.drawn_trees import random_tree\nfrom tracer import trace\n"
        "import sys\nfor seed in (3, 9, 12):\n"
        "    tree = random_tree(seed)\n"
        "    t = trace(tree, search='expectiminimax' if tree.has_chance else 'alphabeta')\n"
        "    sys.stdout.buffer.write(t.export('svg', step=9).encode())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            env={
                **os.environ,
                "PYTHONHASHSEED": str(seed),
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(found) == 1
    assert len(found.pop()) > 5_000
