"""The player: a trace as one web page that steps through it, with everything in it."""

from __future__ import annotations

from tracer.player.page import fragment_of, page_of

__all__ = ["fragment_of", "page_of"]
