"""The version of plytrace; the package's metadata is read from here."""

from __future__ import annotations

__version__ = "0.1.0"
