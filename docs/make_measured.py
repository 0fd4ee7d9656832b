"""Write the results of the benchmarks into the documentation.

`python -m bench … -f json -o docs/measured.json` measures. `python docs/make_measured.py` then
writes the tables of `docs/performance.md` and `docs/pictures/speed-*.svg` from that file; with
`--check` it fails if they differ from it. The aims of a run stay in the file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from bench.figures import Report  # noqa: E402
from bench.plot import THEMES, write_plot  # noqa: E402
from bench.writers import write_section  # noqa: E402

MEASURED = DOCS / "measured.json"
PAGE = DOCS / "performance.md"

BEGIN = "<!-- measured: from docs/measured.json by docs/make_measured.py -->\n"
END = "<!-- /measured -->\n"


def page_with(report: Report, page: str) -> str:
    """Put the tables of a run between the marks of a page.

    Raises:
        ValueError: the page has no marks.
    """
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name} has no {BEGIN.strip()} … {END.strip()}")
    machine = "; ".join(f"{name}: {value}" for name, value in report.machine.items())
    parts = [f"```text\n{report.command}\n```\n", f"{machine}.\n"]
    sections = [replace(section, aims=()) for section in report.sections]
    parts += [f"### {section.title}\n\n{write_section(section)}" for section in sections]
    return f"{before}{BEGIN}\n" + "\n".join(parts) + f"\n{END}{after}"


def made(report: Report) -> Iterator[tuple[Path, str]]:
    """Yield every file with its content."""
    yield PAGE, page_with(report, PAGE.read_text(encoding="utf-8"))
    for theme in THEMES:
        yield DOCS / "pictures" / f"speed-{theme}.svg", write_plot(report, theme)


def main() -> int:
    """Write or check the page and the pictures."""
    report = Report.from_json(json.loads(MEASURED.read_text(encoding="utf-8")))
    stale = []
    for path, text in made(report):
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
    for name in stale:
        print(f"{name} is out of date: run docs/make_measured.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
