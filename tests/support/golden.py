"""Golden texts: what a program prints or shows, kept as files.

`PLYTRACE_REWRITE_GOLDENS=1 pytest …` rewrites them; look at the difference before keeping it.
"""

import os
from pathlib import Path

GOLDEN = Path(__file__).parent.parent / "golden"


def check_golden(name: str, text: str) -> None:
    """Compare a text with the file of that name under `tests/golden/`."""
    path = GOLDEN / name
    if os.environ.get("PLYTRACE_REWRITE_GOLDENS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8")
