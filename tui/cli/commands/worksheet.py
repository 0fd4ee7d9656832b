"""`plytrace worksheet SPEC`: a problem set and its keys."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from engine.errors import PlytraceError, Suggestion, UsageError
from engine.running.control import Control
from tui.cli.shared.options import Arguments, add_options, cluster_at
from tui.terminal.interrupts import STOPPED, cancel_on_ctrl_c
from tui.terminal.output import Progress, inform, open_text_output, report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tracer.generate.tree_search import Tally
    from tracer.jobs import Cluster
    from tracer.worksheet.bundle import MadeFiles, SetFolder, WorksheetMaker
    from tracer.worksheet.class_list import Variant
    from tracer.worksheet.formats.question_bank import BankVariant, PlatformFormat
    from tracer.worksheet.formats.writers import WorksheetFormat
    from tracer.worksheet.spec import Spec


#: Letters that are listed in a note.
_MOST_LETTERS: Final = 12

_LONGEST_SEED = 40


@click.command("worksheet")
@click.argument("spec", required=False)
@add_options("worksheet")
def command(args: Arguments) -> None:
    """Make a problem set from SPEC: a YAML file, - for standard input, or a ready spec's name.

    Without -o, the worksheet (or with --key its key) goes to standard output. -o FOLDER gets the
    worksheet, the key, key.yaml for plytrace check, and blank answer forms; with --variants or
    --class, one of each per variant.
    """
    if args.lists or args.lists_formats or args.show:
        _tell(args.show, lists_formats=args.lists_formats)
        return
    if args.spec is None:
        raise UsageError(
            "SPEC is missing",
            expected="a YAML file, or the name of a ready spec",
            hint="Try: plytrace worksheet --list",
        )
    from tracer.worksheet.bundle import find_format
    from tracer.worksheet.formats.question_bank import PlatformFormat
    from tracer.worksheet.formats.writers import WorksheetFormat
    from tracer.worksheet.spec import open_spec
    from trees.text import quote

    found = [find_format(name) for name in dict.fromkeys(args.format_names or ("md",))]
    formats = [one for one in found if isinstance(one, WorksheetFormat)]
    platforms = [one for one in found if isinstance(one, PlatformFormat)]
    if args.fills:
        formats = _to_fill_in(formats, is_key=args.is_key)
    opened = open_spec(args.spec)
    if args.seed is not None:
        if not (args.seed.isprintable() and 0 < len(args.seed) <= _LONGEST_SEED):
            raise UsageError(
                f"{quote(args.seed)} is not a seed",
                where="--seed",
                expected=f"1 to {_LONGEST_SEED} printable characters",
            )
        opened = replace(opened, seed=args.seed)
    wanted = _variants(opened, args)
    if args.output is None:
        if args.address is not None:
            raise UsageError("--on makes variants in a folder", expected="-o FOLDER")
        if platforms:
            names = ", ".join(one.name for one in platforms)
            raise UsageError(f"{names} cannot go to standard output", expected="-o FOLDER")
        _print(args, opened, formats, wanted)
        return
    if args.is_key:
        raise UsageError(
            "--key and -o cannot be combined", expected="-o FOLDER alone, which writes the key too"
        )
    _check_folder(args.output)
    nameless = next((one for one in platforms if not one.names_students), None)
    if nameless is not None and any(one.student for one in wanted or ()):
        raise UsageError(
            f"{nameless.name} draws variants at random, so --class has no effect there",
            expected="--variants N, or neither for a fresh variant from each seed",
        )
    _write(args, opened, formats, platforms, wanted)


def _to_fill_in(formats: Sequence[WorksheetFormat], *, is_key: bool) -> list[WorksheetFormat]:
    """Return the formats, each as a page to fill in if it has one."""
    from tracer.worksheet.bundle import FILL_FORMATS

    if is_key:
        raise UsageError("--fill and --key cannot be combined", expected="one of the two")
    if not any(one.name in FILL_FORMATS for one in formats):
        names = " or ".join(f"-f {name}" for name in FILL_FORMATS)
        raise UsageError(
            "--fill needs a format that can be filled in", expected=f"{names} beside --fill"
        )
    return [FILL_FORMATS.get(one.name, one) for one in formats]


def _check_folder(output: Path) -> None:
    """Refuse the name of a file, such as lab3.pdf, for the folder."""
    if re.fullmatch(r"\.[a-zA-Z]{2,5}", output.suffix) and not output.is_dir():
        raise UsageError(
            f"{output} is the name of a file, but -o makes a folder",
            expected="the name of a folder",
            hint=Suggestion(str(output), str(output.with_suffix(""))),
        )


def _tell(show: str | None, *, lists_formats: bool) -> None:
    """Print a ready spec, the formats, or the list of ready specs."""
    from tracer.worksheet.bundle import PLATFORM_FORMATS, WORKSHEET_FORMATS
    from tracer.worksheet.ready import ready_names, ready_text
    from tracer.worksheet.spec import read_spec

    with open_text_output(None) as out:
        if show:
            out.write(ready_text(show))
        elif lists_formats:
            summaries = {one.name: one.summary for one in WORKSHEET_FORMATS.values()}
            summaries |= {one.name: one.summary for one in PLATFORM_FORMATS.values()}
            wide = max(map(len, summaries)) + 2
            out.writelines(f"{name:{wide}}{summary}\n" for name, summary in summaries.items())
        else:
            names = ready_names()
            titles = [read_spec(ready_text(name), name).title for name in names]
            wide = max(map(len, names)) + 2
            out.writelines(
                f"{name:{wide}}{title}\n" for name, title in zip(names, titles, strict=True)
            )


def _variants(spec: Spec, args: Arguments) -> list[Variant] | None:
    """Return the requested variants; None for a single sheet."""
    from tracer.worksheet.class_list import numbered, read_class

    if args.variants is not None and args.class_list is not None:
        raise UsageError("--variants and --class cannot be combined", expected="one of the two")
    if args.class_list is not None:
        return read_class(args.class_list)
    wanted = args.variants or spec.variants
    return None if wanted is None else numbered(wanted)


def _note_missing_letters(texts: Sequence[str]) -> None:
    from tracer.export.typeset import missing_letters

    if missing := missing_letters(texts):
        shown = " ".join(missing[:_MOST_LETTERS]) + (" …" if len(missing) > _MOST_LETTERS else "")
        _note(
            f"no font of this computer has {shown}: the PDF shows boxes instead. Install a font "
            "for this script, such as one of the Noto fonts"
        )


def _note(text: str) -> None:
    inform(f"note: {text}")


def _print(
    args: Arguments,
    spec: Spec,
    formats: Sequence[WorksheetFormat],
    wanted: Sequence[Variant] | None,
) -> None:
    """Write a single sheet, or its key, to standard output."""
    if wanted is not None and len(wanted) > 1:
        raise UsageError(
            f"{len(wanted)} variants cannot go to standard output", expected="-o FOLDER"
        )
    if len(formats) > 1 or formats[0].binary:
        names = ", ".join(one.name for one in formats)
        raise UsageError(f"{names} cannot go to standard output", expected="-o FOLDER")
    stopping = _Stopping(1)
    maker, variant = stopping.maker(spec), wanted[0] if wanted else None
    try:
        with stopping.progress, cancel_on_ctrl_c(stopping.stop):
            if args.is_key:
                made = maker.make(variant)
                text: Any = formats[0].text(made.worksheet, made.solutions, spec.paper)
            else:
                text = formats[0].text(maker.worksheet(variant), None, spec.paper)
    except PlytraceError:
        if not stopping.stopped:
            raise
        report("stopped")
        raise SystemExit(STOPPED) from None
    with open_text_output(None) as out:
        out.write(text)


class _Stopping:
    """Progress of the sheets, and the stop that Ctrl-C requests."""

    def __init__(self, count: int) -> None:
        self.stopped = False
        self.done = 0
        self._cluster: Cluster | None = None
        self.control = Control(on_progress=self._on_progress)
        self.progress = Progress("making", count, unit="of the sheets")

    def use(self, cluster: Cluster) -> None:
        """Stop and report on a cluster too."""
        self._cluster = cluster
        cluster.says = lambda text: self.progress(self.done, text)

    def stop(self) -> None:
        """Request a stop."""
        self.stopped = True
        if self._cluster is not None:
            self._cluster.stop.set()
        self.control.cancel()

    def maker(self, spec: Spec) -> WorksheetMaker:
        """Return a maker of variants that reports to this object."""
        from tracer.worksheet.bundle import WorksheetMaker

        return WorksheetMaker(spec, self._on_try, self.control)

    def _on_progress(self, visits: int) -> None:
        self.progress(self.done, f"a search is at {visits:,} visits")

    def _on_try(self, tally: Tally) -> bool:
        if tally.tries % 16 == 0:
            self.progress(self.done, f"{tally.tries:,} tries for a tree; {tally.worst()}")
        return not self.stopped


def _write(
    args: Arguments,
    spec: Spec,
    formats: Sequence[WorksheetFormat],
    platforms: Sequence[PlatformFormat],
    wanted: Sequence[Variant] | None,
) -> None:
    """Write all files of all variants; Ctrl-C keeps complete variants."""
    from concurrent.futures import CancelledError

    from tracer.marking.keys.variants import VARIANTS_FILE
    from tracer.worksheet.bundle import SetFolder
    from tracer.worksheet.contents.keys import variants_table

    each: list[Variant | None] = [None] if wanted is None else [*wanted]
    stopping = _Stopping(len(each))
    on = cluster_at(args.address, None)
    if on is not None:
        stopping.use(on)
    maker = stopping.maker(spec)
    if len(each) > 1 and not maker.varies:
        _note("no problem has generate:, so all variants are the same")
    if any(one.name == "pdf" for one in formats):
        _note_missing_letters([spec.text, *(one.name for one in each if one is not None)])
    folder: SetFolder | None = None
    questions: list[BankVariant] = []
    try:
        with stopping.progress, cancel_on_ctrl_c(stopping.stop):
            for made in _made(maker, formats, each, on, asks=bool(platforms)):
                folder = folder or SetFolder(args.output, force=args.force)
                folder.write(made.files)
                questions += [made.questions] if made.questions else []
                stopping.done += 1
                stopping.progress(stopping.done)
                if stopping.stopped:
                    break
            else:
                if folder is not None and platforms:
                    stopping.progress.clear()
                    _write_banks(spec, platforms, questions, folder)
    except (PlytraceError, CancelledError):
        if not stopping.stopped:
            raise
    finally:
        if folder is not None:
            if wanted is not None and stopping.done:
                table = variants_table(wanted[: stopping.done])
                folder.write({f"keys/{VARIANTS_FILE}": table.encode()})
            folder.close()
    _tell_written(args, stopping, len(each), folder, varied=wanted is not None)


def _made(
    maker: WorksheetMaker,
    formats: Sequence[WorksheetFormat],
    each: Sequence[Variant | None],
    on: Cluster | None,
    *,
    asks: bool,
) -> Iterator[MadeFiles]:
    """Yield the files of each variant, with its questions if platforms need them."""
    if on is None:
        yield from (maker.made_files(variant, formats, asks=asks) for variant in each)
        return
    from tracer.worksheet.bundle import variants_on

    yield from variants_on(on, maker.spec, formats, each, asks=asks)


def _write_banks(
    spec: Spec,
    platforms: Sequence[PlatformFormat],
    questions: Sequence[BankVariant],
    folder: SetFolder,
) -> None:
    """Write the question banks, and report what they ask in another way than on paper."""
    from tracer.worksheet.formats.question_bank import QuestionBank

    bank = QuestionBank(spec, tuple(questions))
    for platform in platforms:
        folder.write(platform.write(bank))
        for note in platform.notes(bank):
            _note(f"{platform.name}: {note}")


def _tell_written(
    args: Arguments, stopping: _Stopping, count: int, folder: SetFolder | None, *, varied: bool
) -> None:
    """Report the written files and the command that marks answers."""
    output = args.output
    if stopping.done < count:
        there = f"{stopping.done:,} of {count:,} variants are in {output}"
        report(f"stopped; {there if stopping.done else 'nothing was written'}")
        raise SystemExit(STOPPED)
    if folder is None:
        return
    what = f"{count:,} variants" if varied else "worksheet and key"
    key = output / ("keys" if varied else "key.yaml")
    inform(f"wrote {what} to {output}; to grade answers: plytrace check {key} ANSWERS")
    if folder.left:
        names = ", ".join(folder.left[:3]) + (", …" if len(folder.left) > 3 else "")
        _note(f"{len(folder.left):,} files from an earlier set remain: {names}")
