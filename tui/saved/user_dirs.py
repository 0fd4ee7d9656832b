"""The folders of a user's settings and saved state."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path, user_state_path


def settings_folder() -> Path:
    """Return the folder of the settings file: `PLYTRACE_CONFIG_DIR`, or the platform's folder."""
    own = os.environ.get("PLYTRACE_CONFIG_DIR")
    return Path(own) if own else user_config_path("plytrace", appauthor=False)


def state_folder() -> Path:
    """Return the folder of saved state: `PLYTRACE_STATE_DIR`, or the platform's folder."""
    own = os.environ.get("PLYTRACE_STATE_DIR")
    return Path(own) if own else user_state_path("plytrace", appauthor=False)
