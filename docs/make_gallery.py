"""Make the pictures of the gallery by running the commands above them.

`python docs/make_gallery.py` reads `docs/gallery.md` and writes `docs/gallery/*.svg`; with
`--check` it fails if a picture differs from what its command draws, or is too large.

A picture belongs to the last command above it. If its name ends in `-light` or `-dark`, the command
gets that theme. With `--frames`, the rest of the name is that of the frame's file.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tui.cli import cli

DOCS = Path(__file__).parent
PAGE = DOCS / "gallery.md"
PICTURES = DOCS / "gallery"

#: Bytes of one picture, and of all of them.
MOST_BYTES = 60_000
MOST_BYTES_IN_ALL = 1_500_000

_COMMAND = re.compile(r"plytrace (export .*)")
_PICTURE = re.compile(r'(?:src|srcset)="gallery/([^"]+)\.svg"')


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the gallery.

    Args:
        name: file name without the suffix.
        command: arguments of plytrace that draw it.
    """

    name: str
    command: tuple[str, ...]

    @property
    def stem(self) -> str:
        """Its name without the theme."""
        return re.sub(r"-(light|dark)$", "", self.name)

    @property
    def themed(self) -> list[str]:
        """The command, with the theme of the name."""
        theme = self.name.removeprefix(self.stem).removeprefix("-")
        return [*self.command, "--quiet", *(["--theme", theme] if theme else [])]


def find_pictures(page: str) -> Iterator[Picture]:
    """Yield the pictures of a page, each once.

    Raises:
        ValueError: a picture has no command above it.
    """
    command: tuple[str, ...] = ()
    seen = set()
    for line in page.splitlines():
        if match := _COMMAND.fullmatch(line):
            command = tuple(shlex.split(match[1]))
        for name in _PICTURE.findall(line):
            if not command:
                raise ValueError(f"{name} has no command above it")
            if name not in seen:
                seen.add(name)
                yield Picture(name, command)


def draw(picture: Picture) -> bytes:
    """Draw a picture by its command."""
    arguments = picture.themed
    with TemporaryDirectory() as folder:
        if "--frames" in arguments:
            arguments[arguments.index("-o") + 1] = folder
            cli.main(arguments, standalone_mode=False)
            return (Path(folder) / f"{picture.stem}.svg").read_bytes()
        path = Path(folder) / "drawn.svg"
        cli.main([*arguments, "-o", str(path)], standalone_mode=False)
        return path.read_bytes()


def find_faults(made: dict[str, bytes], folder: Path) -> Iterator[str]:
    """Yield the faults of a folder of pictures.

    Args:
        made: content of each picture, by file name.
        folder: the folder.
    """
    existing = {path.name: path.read_bytes() for path in folder.glob("*") if path.is_file()}
    for name in sorted({*made, *existing}):
        if name not in made:
            yield f"{name} is in no page"
        elif name not in existing:
            yield f"{name} is missing"
        elif existing[name] != made[name]:
            yield f"{name} is out of date"
        elif len(made[name]) > MOST_BYTES:
            yield f"{name} has {len(made[name]):,} bytes, more than {MOST_BYTES:,}"
    if sum(map(len, made.values())) > MOST_BYTES_IN_ALL:
        yield f"the pictures have more than {MOST_BYTES_IN_ALL:,} bytes in all"


def main() -> int:
    """Write or check every picture."""
    found = find_pictures(PAGE.read_text(encoding="utf-8"))
    made = {f"{picture.name}.svg": draw(picture) for picture in found}
    if "--check" not in sys.argv:
        PICTURES.mkdir(exist_ok=True)
        for path in PICTURES.glob("*.svg"):
            path.unlink()
        for name, data in made.items():
            (PICTURES / name).write_bytes(data)
    faults = [*find_faults(made, PICTURES)]
    for fault in faults:
        print(f"docs/gallery: {fault}: run docs/make_gallery.py", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
