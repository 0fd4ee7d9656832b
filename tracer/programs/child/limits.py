"""What a program may use and touch."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["apply"]


def apply(given: Mapping[str, Any], folder: Path) -> None:  # noqa: ARG001
    """Limit this process for good.

    Args:
        given: `seconds` of processor time, `memory` and `file` in bytes.
        folder: where it may write.
    """
    if sys.platform != "win32":
        import resource

        for name, most in (
            ("RLIMIT_CPU", given["seconds"] + 1),
            ("RLIMIT_AS", given["memory"]),
            ("RLIMIT_FSIZE", given["file"]),
            ("RLIMIT_CORE", 0),
        ):
            resource.setrlimit(getattr(resource, name), (int(most), int(most)))
    os.umask(0o077)
