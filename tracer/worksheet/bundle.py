"""All files made from a spec: worksheets, keys, keys for `plytrace check`, and blank forms."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from engine.errors import InvalidInput, PlytraceError, look_up
from engine.running.control import Control
from engine.text import html_table
from tracer.files.atomic_files import file_lock, make_folder, write_atomically
from tracer.files.packed_files import (
    PlacedFiles,
    imported_files,
    pack_files,
    place_files,
)
from tracer.generate.tree_search import Tally, variant_seed
from tracer.hands.suitable import commands_by_hand
from tracer.jobs import ENDED_WORKERS, Cluster, SharedTask, results_in_order
from tracer.marking.blank_forms import form
from tracer.marking.grading.make_grader import OneGrader, SetGrader, grader_of
from tracer.marking.keys.problem_set import ProblemSet
from tracer.text.numbers import show_count
from tracer.worksheet.class_list import Variant
from tracer.worksheet.contents.keys import Sources, key_text
from tracer.worksheet.contents.model import SheetProblem, Solution, Solutions, Worksheet
from tracer.worksheet.contents.problem_setup import MadeProblem, make_problem, placed
from tracer.worksheet.contents.questions import build_task, build_worksheet, counts_asked
from tracer.worksheet.contents.solutions import solve
from tracer.worksheet.formats import moodle, prairielearn, qti
from tracer.worksheet.formats.accepted_answers import bank_problem
from tracer.worksheet.formats.question_bank import BankVariant, PlatformFormat
from tracer.worksheet.formats.writers import (
    WorksheetFormat,
    write_fill,
    write_html,
    write_latex,
    write_markdown,
    write_pdf,
)
from tracer.worksheet.spec import ProblemSpec, Spec, open_spec, read_spec
from trees.files import printable_name

# All formats of worksheets, keys and question banks, by name.

#: The formats by name, the default first.
WORKSHEET_FORMATS: Final[dict[str, WorksheetFormat]] = {
    one.name: one
    for one in (
        WorksheetFormat(
            "md", "Markdown, with figures in SVG beside it", ".md", write_markdown, pictures=True
        ),
        WorksheetFormat(
            "latex", "LaTeX, for the class exam, with forest trees", ".tex", write_latex
        ),
        WorksheetFormat("pdf", "PDF, with the extra `figures`", ".pdf", write_pdf, binary=True),
        WorksheetFormat("html", "one page of HTML that prints well", ".html", write_html),
    )
}
#: The formats whose worksheets can be filled in on the page, by the name of their printed form.
FILL_FORMATS: Final[dict[str, WorksheetFormat]] = {
    "html": WorksheetFormat("html", "one page of HTML to fill in", ".html", write_fill)
}

#: The question banks by name.
PLATFORM_FORMATS: Final[dict[str, PlatformFormat]] = {
    one.FORMAT.name: one.FORMAT for one in (moodle, qti, prairielearn)
}


def find_format(name: str) -> WorksheetFormat | PlatformFormat:
    """Return a format by name."""
    known: dict[str, WorksheetFormat | PlatformFormat] = {**WORKSHEET_FORMATS, **PLATFORM_FORMATS}
    return look_up(name, known, "worksheet format")


_LONGEST_NAME: Final = 30
#: The blank forms that come with a set, with the suffixes of their files.
FORM_FILES: Final = {"text": ".txt", "yaml": ".yaml"}


@dataclass(frozen=True, slots=True)
class _Worked:
    """A problem with its tree, its grader and its solution."""

    made: MadeProblem
    task: SheetProblem
    grader: OneGrader
    solution: Solution


@dataclass(frozen=True, slots=True, repr=False)
class WorksheetSet:
    """A set, or one variant of it.

    Args:
        variant: the variant; None for a single sheet.
        worksheet: the worksheet for the students.
        solutions: the right answers.
        problems: the problems with their trees.
        graders: the grader of each problem.
    """

    variant: Variant | None
    worksheet: Worksheet
    solutions: Solutions
    problems: tuple[MadeProblem, ...]
    graders: tuple[OneGrader, ...]

    def __repr__(self) -> str:
        problems = show_count(len(self.problems), "problem")
        return f"<WorksheetSet {self.worksheet.title!r}, {problems}>"

    def _repr_html_(self) -> str:
        """Return the table of problems that a notebook shows."""
        rows = [(one.spec.number, one.spec.title) for one in self.problems]
        return html_table(["number", "problem"], rows, self.worksheet.title)


@dataclass(frozen=True, slots=True)
class MadeFiles:
    """The files of one variant.

    Args:
        files: contents by name.
        questions: its questions for learning platforms; None if no platform needs them.
    """

    files: dict[str, bytes]
    questions: BankVariant | None = None


class WorksheetMaker:
    """Makes the variants of a spec; problems common to all variants are solved once.

    Args:
        spec: the spec.
        on_try: called after every try to generate a tree; False stops it.
        control: control that can cancel the keys' searches and receives their progress.
    """

    def __init__(
        self,
        spec: Spec,
        on_try: Callable[[Tally], bool] | None = None,
        control: Control | None = None,
    ) -> None:
        self.spec = spec
        self.sources = Sources(Path(spec.name).parent)
        self._on_try = on_try
        self._control = control
        self._same: dict[int, _Worked] = {}

    @property
    def varies(self) -> bool:
        """Whether variants differ at all."""
        return any(one.order is not None for one in self.spec.problems)

    def worksheet(self, variant: Variant | None = None) -> Worksheet:
        """Return the worksheet alone; only generated trees are searched for it.

        Raises:
            PlytraceError: a problem cannot be made; the error names its place.
        """
        made = [self._made(one, variant) for one in self.spec.problems]
        tasks = [build_task(one) for one in made]
        return build_worksheet(self.spec, made, tasks, variant.name if variant else "")

    def make(self, variant: Variant | None = None) -> WorksheetSet:
        """Return the set, or one of its variants.

        Raises:
            PlytraceError: a problem cannot be made; the error names its place.
        """
        worked = [self._worked(one, variant) for one in self.spec.problems]
        made, tasks = [one.made for one in worked], [one.task for one in worked]
        name = variant.name if variant else ""
        return WorksheetSet(
            variant,
            build_worksheet(self.spec, made, tasks, name),
            tuple(one.solution for one in worked),
            tuple(made),
            tuple(one.grader for one in worked),
        )

    def files(self, made: WorksheetSet, formats: Sequence[WorksheetFormat]) -> dict[str, bytes]:
        """Return the files of a set by name, without those of its sources.

        Args:
            made: the set.
            formats: the formats of worksheet and key.
        """
        variant, title = made.variant, self.spec.title
        stem = variant.stem if variant else ""
        sheet, key = (f"worksheets/{stem}", f"solutions/{stem}") if stem else ("worksheet", "key")
        files: dict[str, bytes] = {}
        for each in formats:
            files |= each.files(made.worksheet, None, sheet, self.spec.paper)
            files |= each.files(made.worksheet, made.solutions, key, self.spec.paper)
        student = variant.student if variant else ""
        up = "../" if stem else ""
        text = key_text(title, made.problems, self.sources, up=up)
        key_file = f"keys/{stem}.yaml" if stem else "key.yaml"
        files[key_file] = text.encode()
        numbered = {str(one.spec.number): one for one in made.problems}
        problems = {number: one.problem for number, one in numbered.items()}
        graders = dict(zip(numbered, made.graders, strict=True))
        whole = SetGrader(ProblemSet(title, problems, title), graders)
        counts = {number: counts_asked(one.spec) for number, one in numbered.items()}
        commands = commands_by_hand(whole.problem.problems, key_file)
        for format_name, suffix in FORM_FILES.items():
            blank = form(
                whole, format_name, student=student, variant=stem, counts=counts, commands=commands
            )
            files[f"forms/{stem}{suffix}" if stem else f"form{suffix}"] = blank.encode()
        return files

    def made_files(
        self, variant: Variant | None, formats: Sequence[WorksheetFormat], *, asks: bool = False
    ) -> MadeFiles:
        """Make a variant with all its files.

        Args:
            variant: the variant; None for a single sheet.
            formats: the formats of worksheet and key.
            asks: whether to make its questions for learning platforms.

        Raises:
            PlytraceError: a problem cannot be made; the error names its place.
        """
        made = self.make(variant)
        files = {**self.files(made, formats), **self.sources.files()}
        return MadeFiles(files, self.questions(made) if asks else None)

    def questions(self, made: WorksheetSet) -> BankVariant:
        """Return the questions of a set for learning platforms, with all accepted answers."""
        parts = zip(made.worksheet.tasks, made.problems, made.solutions, made.graders, strict=True)
        variant = made.variant or Variant("", "")
        problems = tuple(bank_problem(made.worksheet, *one) for one in parts)
        return BankVariant(variant.name, variant.stem, variant.student, problems)

    def _worked(self, spec: ProblemSpec, variant: Variant | None) -> _Worked:
        known = self._same.get(spec.number)
        if known is not None:
            return known
        made = self._made(spec, variant)
        task = build_task(made)
        try:
            grader = grader_of(made.problem, control=self._control)
        except PlytraceError as error:
            raise placed(error, spec) from error
        solution = solve(made, task, grader, explains=self.spec.explains)
        worked = _Worked(made, task, grader, solution)
        if spec.order is None:
            self._same[spec.number] = worked
        return worked

    def _made(self, spec: ProblemSpec, variant: Variant | None) -> MadeProblem:
        """Return a problem with its tree."""
        return make_problem(spec, self._seed(spec, variant), self._on_try)

    def _seed(self, spec: ProblemSpec, variant: Variant | None) -> str:
        """Return the seed of a problem's tree; a student's does not depend on the class list."""
        seed = variant_seed(self.spec.seed, spec.number)
        if variant is None:
            return seed
        name = variant.name
        if len(name) > _LONGEST_NAME:
            name = sha256(name.encode()).hexdigest()[:_LONGEST_NAME]
        return f"{seed}-{name}"


def make_worksheet(source: str | Path | Spec) -> WorksheetSet:
    """Make the worksheet of a spec, with its key. `tracer.worksheet` is this function.

    Args:
        source: YAML file of the spec, a ready spec such as `lab3`, or a spec that was read before.

    Raises:
        PlytraceError: the spec cannot be read, or a problem cannot be made.

    Example:
        >>> from tracer import worksheet
        >>> worksheet("lab3").solutions[1].answers["move"].text
        'B'
    """
    return WorksheetMaker(source if isinstance(source, Spec) else open_spec(source)).make()


# The output folder of a set. Files that plytrace did not write are never overwritten.

#: The file that lists the written files with their checksums.
_MADE: Final = ".plytrace-worksheet.json"
_SCHEMA: Final = "plytrace.worksheet/1"


class SetFolder:
    """A folder of worksheets and keys, or of feedback.

    Args:
        path: the folder.
        force: whether to overwrite files that plytrace did not write.
        list_file: the list of the written files, if it must not lie in the folder.
    """

    def __init__(self, path: Path, *, force: bool = False, list_file: Path | None = None) -> None:
        self.path = path
        self._force = force
        make_folder(path)
        self._list_file = list_file or path / _MADE
        self._before = self._known()
        self._made: dict[str, str] = {}

    @property
    def left(self) -> list[str]:
        """The files of an earlier set that this set did not write again."""
        earlier = (name for name in self._before if name not in self._made)
        return sorted(name for name in earlier if (self.path / name).exists())

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write files; write none if one of them must not be overwritten."""
        for name in files:
            self._check(name)
        for name, content in files.items():
            target = self.path / name
            make_folder(target.parent)
            with write_atomically(target) as path:
                path.write_bytes(content)
            self._made[name] = sha256(content).hexdigest()

    def close(self) -> None:
        """Save the list of written files; keep what another process added to it."""
        with file_lock(self._list_file):
            known = self._known()
            still = {name: known[name] for name in known if (self.path / name).exists()}
            record = {"schema": _SCHEMA, "files": dict(sorted({**still, **self._made}.items()))}
            with write_atomically(self._list_file) as path:
                path.write_text(
                    json.dumps(record, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
                )

    def _check(self, name: str) -> None:
        """Check that a file may be written."""
        target = self.path / name
        if not target.resolve().is_relative_to(self.path.resolve()):
            raise InvalidInput("the file is a link to a file outside the folder", where=str(target))
        if self._force or not target.exists() or name in self._made:
            return
        if target.is_file() and self._before.get(name) == sha256(target.read_bytes()).hexdigest():
            return
        known = name in self._before
        raise InvalidInput(
            "the file was changed since it was written" if known else "the file already exists",
            where=str(target),
            expected="another folder",
            hint="To overwrite it, add --force",
        )

    def _known(self) -> dict[str, str]:
        """Return the checksums of files written before; empty if the list cannot be read."""
        with suppress(OSError, ValueError):
            record: Any = json.loads(self._list_file.read_text(encoding="utf-8"))
            files = record.get("files") if isinstance(record, dict) else None
            if isinstance(files, dict):
                return {str(name): str(digest) for name, digest in files.items()}
        return {}


# The variants of a spec on the computers of a Dask cluster.

_Prepared: TypeAlias = tuple[WorksheetMaker, list[WorksheetFormat], bool, PlacedFiles]


def variants_on(
    cluster: Cluster,
    spec: Spec,
    formats: Sequence[WorksheetFormat],
    variants: Sequence[Variant | None],
    *,
    asks: bool = False,
) -> Iterator[MadeFiles]:
    """Yield the files of each variant, in order."""
    sources = Sources(Path(spec.name).parent)
    named = {file: None for one in spec.problems for file in sources.files_of(one.node)}
    files = {file: None for one in named for file in (one, *imported_files(one))}
    packed = pack_files(files, (spec.text, spec.name, spec.seed, [*formats], asks))
    task = SharedTask(packed, _prepare_there, _make_there, _felled)
    yield from results_in_order(partial(cluster.submit, task), variants, cluster.ahead, deque())


def _felled(variant: Variant | None) -> NoReturn:
    """Report a variant that ended every worker that had it."""
    raise InvalidInput(f"variant {variant.name if variant else 1}: {ENDED_WORKERS}")


def _prepare_there(packed: bytes, stack: ExitStack) -> _Prepared:
    """Return the maker of a packed spec, made once in each worker."""
    placed, (text, name, seed, formats, asks) = place_files(packed, stack)
    spec = replace(read_spec(text, printable_name(placed.path(name))), seed=seed)
    return WorksheetMaker(spec), formats, asks, placed


def _make_there(prepared: _Prepared, variant: Variant | None) -> MadeFiles:
    maker, formats, asks, placed = prepared
    try:
        return maker.made_files(variant, formats, asks=asks)
    except PlytraceError as error:
        raise _as_written(error, placed) from None


def _as_written(error: PlytraceError, placed: PlacedFiles) -> PlytraceError:
    """Return an error with the names of files as the user wrote them."""
    parts = ("found", "where", "expected", "hint")
    return type(error)(**{one: placed.restore_names(getattr(error, one)) for one in parts})
