"""Make the pictures of the gallery by running the commands that stand above them.

`python docs/make_gallery.py` reads `docs/gallery.md` and writes `docs/gallery/*.svg`; with
`--check` it fails where a picture is not, byte for byte, what its command draws, or is too large.

A picture belongs to the last command above it. Its name ends in `-light` or `-dark`, which is the
theme that the command is given; without either the command says its own. Of `--frames`, which draws
many, the name begins as the frame's file does.
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
        name: of its file, without the suffix.
        command: what draws it: the arguments of plytrace.
    """

    name: str
    command: tuple[str, ...]

    @property
    def stem(self) -> str:
        """Its name without the theme."""
        return re.sub(r"-(light|dark)$", "", self.name)

    @property
    def themed(self) -> list[str]:
        """The command with the theme that the name tells."""
        theme = self.name.removeprefix(self.stem).removeprefix("-")
        return [*self.command, "--quiet", *(["--theme", theme] if theme else [])]


def pictures_of(page: str) -> Iterator[Picture]:
    """The pictures that a page shows, each once.

    Raises:
        ValueError: a picture has no command above it.
    """
    command: tuple[str, ...] = ()
    seen = set()
    for line in page.splitlines():
        if told := _COMMAND.fullmatch(line):
            command = tuple(shlex.split(told[1]))
        for name in _PICTURE.findall(line):
            if not command:
                raise ValueError(f"{name} has no command above it")
            if name not in seen:
                seen.add(name)
                yield Picture(name, command)


def drawn(picture: Picture) -> bytes:
    """A picture as its command draws it."""
    arguments = picture.themed
    with TemporaryDirectory() as folder:
        if "--frames" in arguments:
            arguments[arguments.index("-o") + 1] = folder
            cli.main(arguments, standalone_mode=False)
            return (Path(folder) / f"{picture.stem}.svg").read_bytes()
        path = Path(folder) / "drawn.svg"
        cli.main([*arguments, "-o", str(path)], standalone_mode=False)
        return path.read_bytes()


def faults_of(made: dict[str, bytes], folder: Path) -> Iterator[str]:
    """What is wrong with a folder of pictures, in words.

    Args:
        made: by the name of its file, each picture as it is to be.
        folder: where they are.
    """
    there = {path.name: path.read_bytes() for path in folder.glob("*")}
    for name in sorted({*made, *there}):
        if name not in made:
            yield f"{name} is in no page"
        elif name not in there:
            yield f"{name} is missing"
        elif there[name] != made[name]:
            yield f"{name} is out of date"
        elif len(made[name]) > MOST_BYTES:
            yield f"{name} has {len(made[name]):,} bytes, more than {MOST_BYTES:,}"
    if sum(map(len, made.values())) > MOST_BYTES_IN_ALL:
        yield f"the pictures have more than {MOST_BYTES_IN_ALL:,} bytes in all"


def main() -> int:
    """Write or check every picture."""
    found = pictures_of(PAGE.read_text(encoding="utf-8"))
    made = {f"{picture.name}.svg": drawn(picture) for picture in found}
    if "--check" not in sys.argv:
        PICTURES.mkdir(exist_ok=True)
        for path in PICTURES.glob("*.svg"):
            path.unlink()
        for name, data in made.items():
            (PICTURES / name).write_bytes(data)
    faults = [*faults_of(made, PICTURES)]
    for fault in faults:
        print(f"docs/gallery: {fault}: run docs/make_gallery.py", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
