"""The key of a set, in the form that `plytrace check` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tracer.marking.keys.variants import COLUMNS
from tracer.worksheet.class_list import Variant
from tracer.worksheet.contents.problem_setup import MadeProblem
from trees.files import MATRIX_SUFFIXES, TREE_SUFFIXES, unused_name
from trees.yaml.plain_data import flow_lines, quoted_scalar
from trees.yaml.yaml_text import YamlMap, YamlScalar

#: The folder of the files that problems name, beside the key or the folder of keys.
SOURCES: Final = "sources"
#: The keys of a problem that can name a file.
NAME_FILES: Final = ("source", "matrix", "mcts", "evaluation")


@dataclass
class Sources:
    """The files that the problems of a spec name; the key needs copies of them."""

    folder: Path
    names: dict[Path, str] = field(default_factory=dict)

    def named(self, text: str) -> str:
        """Return the name of a file's copy for the key; the text itself if it names no file."""
        path = self.file(text)
        if path is None:
            return text
        _, colon, rest = text.partition(":") if path.suffix == ".py" else (text, "", "")
        return f"{SOURCES}/{self._kept(path)}{colon}{rest}"

    def file(self, text: str) -> Path | None:
        """Return the file that a text names; None if it names none."""
        head = text.partition(":")[0]
        for name, suffixes in ((text, (*TREE_SUFFIXES, *MATRIX_SUFFIXES)), (head, ".py")):
            if name.lower().endswith(suffixes) and (self.folder / name).is_file():
                return self.folder / name
        return None

    def files_of(self, problem: YamlMap) -> Iterator[Path]:
        """Yield the files that a problem of the spec names."""
        for key, (_, value) in problem.entries.items():
            if (
                key in NAME_FILES
                and isinstance(value, YamlScalar)
                and (one := self.file(value.text))
            ):
                yield one

    def _kept(self, path: Path) -> str:
        """Return the unique name of a file's copy."""
        path = path.resolve()
        if path not in self.names:
            taken = {name.casefold() for name in self.names.values()}
            self.names[path] = unused_name(
                path.stem, path.suffix, lambda name: name.casefold() in taken
            )
        return self.names[path]

    def files(self) -> dict[str, bytes]:
        """Return the contents of the files by name."""
        return {f"{SOURCES}/{name}": path.read_bytes() for path, name in self.names.items()}


def key_text(title: str, problems: Sequence[MadeProblem], sources: Sources, *, up: str = "") -> str:
    """Return the key of a set."""
    lines = [f"name: {quoted_scalar(title)}", "problems:"]
    for made in problems:
        lines.append(f"  {made.spec.number}:")
        if made.remark:
            lines.append(f"    # {made.remark}")
        mapping = mapping_lines(made.node, sources, up=up, anchors=f"p{made.spec.number}n")
        lines += (f"    {line}" for line in mapping)
    return "\n".join(lines) + "\n"


def mapping_lines(
    problem: YamlMap, sources: Sources, *, up: str = "", anchors: str = "n"
) -> Iterator[str]:
    """Yield the lines of a problem's mapping, in which files are named by their copies."""
    for key, (_, value) in problem.entries.items():
        if key in NAME_FILES and isinstance(value, YamlScalar):
            named = sources.named(value.text)
            if named != value.text:
                yield f"{key}: {quoted_scalar(up + named)}"
                continue
        first, *others = flow_lines(value, anchors=anchors)
        yield f"{key}: {first}"
        yield from (f"  {line}" for line in others)


def variants_table(variants: Iterable[Variant]) -> str:
    """Return the table that names the student, the variant and the file of each key."""
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows((each.student, each.stem, f"{each.stem}.yaml") for each in variants)
    return table.getvalue()
