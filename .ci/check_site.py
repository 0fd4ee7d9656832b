"""Find pictures and links of the built documentation that lead nowhere.

    python .ci/check_site.py build/site

Prints a line for each, with its page, and exits with 1 if there is any. Links to other sites are
not followed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

#: The attributes that name another file.
ATTRIBUTES: Final = ("href", "src", "srcset", "poster", "data")
#: Made by Sphinx for all themes alike; their links are relative to the page that includes them.
SKIPPED: Final = ("_static/",)


class Page(HTMLParser):
    """The anchors of a page, and the places that it refers to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.references: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to, and its anchor."""
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name in ATTRIBUTES and value:
                entries = value.split(",") if name == "srcset" and ":" not in value else [value]
                self.references += [entry.split()[0] for entry in entries if entry.strip()]


def broken_references(site: Path) -> Iterator[str]:
    """Yield a line for each reference to a file or an anchor that is missing."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(site.resolve()).as_posix()
        if name.startswith(SKIPPED):
            continue
        for reference in dict.fromkeys(page.references):
            parts = urlsplit(reference)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                yield f"{name}: there is no {reference}"
            elif target in pages and parts.fragment:
                anchors = pages[target].anchors
                if unquote(parts.fragment) not in anchors:
                    yield f"{name}: {reference} names no heading of that page"


def main() -> int:
    """Check the site that the command line names."""
    if len(sys.argv) != 2 or not Path(sys.argv[1], "index.html").is_file():
        print("usage: python .ci/check_site.py FOLDER, which has an index.html", file=sys.stderr)
        return 2
    lines = list(broken_references(Path(sys.argv[1])))
    print("\n".join([*lines, f"{len(lines)} references of the site lead nowhere"]))
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
