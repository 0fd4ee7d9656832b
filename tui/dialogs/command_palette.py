"""The command palette."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Textual's palette, made safe in a terminal without room for it; see `RobustOptionList`."""

    def _action_command_list(self, action: str) -> None:
        option_list = self.query_one(CommandList)
        if option_list.scrollable_content_region or not action.startswith("page"):
            super()._action_command_list(action)
