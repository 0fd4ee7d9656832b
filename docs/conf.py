"""The documentation as a site: `sphinx-build -W docs build/site`, with the extra `docs`."""

from __future__ import annotations

import shutil
from pathlib import Path

from sphinx.application import Sphinx

from engine.version import __version__

project = "plytrace"
version = release = __version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
]
exclude_patterns = ["gallery"]
html_theme = "furo"
html_title = "plytrace"
html_show_copyright = False
#: Headings that pages link to, as `export.md#in-python`.
myst_heading_anchors = 4
#: Blocks of code in these languages have no highlighter.
suppress_warnings = ["misc.highlighting_failure"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autoclass_content = "class"


def copy_pictures(app: Sphinx, error: Exception | None) -> None:
    """Copy the pictures that pages show with HTML tags, which Sphinx leaves where they are."""
    if error is None and app.builder.format == "html":
        for folder in ("gallery", "pictures"):
            for picture in Path(app.srcdir, folder).rglob("*.[sp][vn]g"):
                copy = Path(app.outdir, picture.relative_to(app.srcdir))
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(picture, copy)


def setup(app: Sphinx) -> None:
    """Add the pictures to what Sphinx writes."""
    app.connect("build-finished", copy_pictures)
