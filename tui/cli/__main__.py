"""`python -m tui.cli`: the same as the command plytrace."""

from __future__ import annotations

from tui.cli import main

main()
