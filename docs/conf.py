"""The documentation as a site: `sphinx-build -W docs build/site`, with the extra `docs`."""

from __future__ import annotations

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
