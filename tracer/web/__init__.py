"""The player: a trace as one self-contained web page that steps through it.

This package has the page, its script and the format `html`. The figures come from `export`; the
display of a trace in a notebook is in `runs`.
"""

from __future__ import annotations

from tracer.web.page import Opening, fragment_of, page_of

__all__ = ["Opening", "fragment_of", "page_of"]
