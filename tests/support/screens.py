"""Screens of the full-screen application as plain text."""

from __future__ import annotations

from typing import Any

from textual.app import App

from tui import picture

__all__ = ["screen_text"]


def screen_text(app: App[Any]) -> str:
    """What is on the screen, without spaces at the ends of lines."""
    return picture.screen_text(app).removesuffix("\n")
