"""The player: a trace as one web page that steps through it, with everything in it."""

from __future__ import annotations

from tracer.player.page import Opening, fragment_of, page_of

__all__ = ["Opening", "fragment_of", "page_of"]
