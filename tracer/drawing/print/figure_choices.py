"""The choices of a figure: what it shows, and its colours."""

from __future__ import annotations

from typing import Literal, TypeAlias

#: The contents of a figure: the bare tree, the search's results, or the results with windows.
Show: TypeAlias = Literal["worksheet", "key", "windows", "critical"]

#: The colours of a figure; `auto` follows the reader's screen, `print` is black on white.
Theme: TypeAlias = Literal["auto", "light", "dark", "print"]
