"""Make the pictures of the problem sets from their specs.

`python docs/make_sets.py` reads `docs/gallery/sets/*.yaml` and writes `docs/gallery/sets/*.png`:
the pages of each worksheet, and the first page of its key. With `--check` it fails if a picture
differs from what its spec makes, or is in no page.

It needs the extra `figures` for the pages, as `-f pdf` does, and Pillow (the extra `dev`) to make
the pictures small. It needs neither LaTeX nor a browser.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.class_list import numbered
from tracer.worksheet.contents.model import Solutions, Worksheet
from tracer.worksheet.formats.writers import typeset_data, typst_source
from tracer.worksheet.spec import Paper, open_spec

DOCS = Path(__file__).parent
PAGE = DOCS / "sets.md"
SETS = DOCS / "gallery" / "sets"

#: Dots per inch, shades of colour, and bytes of all pictures.
DOTS = 72
SHADES = 32
MOST_BYTES_IN_ALL = 1_500_000


def draw_pages(worksheet: Worksheet, solutions: Solutions | None, paper: Paper) -> list[bytes]:
    """Return the pages of a worksheet, or of its key, as bitmaps."""
    import typst

    data = json.dumps(typeset_data(worksheet, solutions, paper=paper), ensure_ascii=False)
    with resources.as_file(resources.files("tracer.export") / "fonts") as fonts:
        made = typst.compile(
            typst_source(),
            format="png",
            ppi=DOTS,
            font_paths=[str(fonts)],
            ignore_system_fonts=True,
            sys_inputs={"sheet": data},
        )
    return [_small(one) for one in (made if isinstance(made, list) else [made])]


def _small(bitmap: bytes) -> bytes:
    """Return a bitmap with few colours."""
    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(bitmap)).convert("RGB").quantize(SHADES).save(out, "png", optimize=True)
    return out.getvalue()


def draw_set(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of a set by file name; of variants, those of the first."""
    spec = open_spec(str(path))
    made = WorksheetMaker(spec).make(numbered(1)[0] if spec.variants else None)
    for number, page in enumerate(draw_pages(made.worksheet, None, spec.paper), 1):
        yield f"{path.stem}-{number}.png", page
    yield f"{path.stem}-key.png", draw_pages(made.worksheet, made.solutions, spec.paper)[0]


def find_faults(made: dict[str, bytes], folder: Path, page: str) -> Iterator[str]:
    """Yield the faults of a folder of pictures and of the page that shows them.

    Args:
        made: content of each picture, by file name.
        folder: the folder.
        page: text of the page.
    """
    existing = {path.name: path.read_bytes() for path in folder.glob("*.png")}
    shown = {*re.findall(r"gallery/sets/([\w-]+\.png)", page)}
    for name in sorted({*made, *existing, *shown}):
        if name not in made:
            yield f"{name} belongs to no set"
        elif name not in existing:
            yield f"{name} is missing"
        elif existing[name] != made[name]:
            yield f"{name} is out of date"
        elif name not in shown:
            yield f"{name} is in no page"
    if sum(map(len, made.values())) > MOST_BYTES_IN_ALL:
        yield f"the pictures have more than {MOST_BYTES_IN_ALL:,} bytes in all"


def main() -> int:
    """Write or check every picture."""
    try:
        made = {name: data for path in sorted(SETS.glob("*.yaml")) for name, data in draw_set(path)}
    except ImportError as error:
        print(f"docs/make_sets.py needs {error.name}: install the extra dev", file=sys.stderr)
        return 1
    if "--check" not in sys.argv:
        for path in SETS.glob("*.png"):
            path.unlink()
        for name, data in made.items():
            (SETS / name).write_bytes(data)
    faults = [*find_faults(made, SETS, PAGE.read_text(encoding="utf-8"))]
    for fault in faults:
        print(f"docs/gallery/sets: {fault}: run docs/make_sets.py", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
