"""The command palette."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette

__all__ = ["Palette"]


class Palette(CommandPalette):
    """Textual's palette, which bears a terminal that leaves it no room; see `Choices`."""

    def _action_command_list(self, action: str) -> None:
        listed = self.query_one(CommandList)
        if listed.scrollable_content_region or not action.startswith("page"):
            super()._action_command_list(action)
