"""`plytrace worksheet SPEC`: a problem set, its key, and what `plytrace check` marks it by."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.control import Control
from engine.errors import PlytraceError, UsageError
from tui.cli.interrupts import STOPPED, cancelled_by_ctrl_c
from tui.cli.output import NewFile, quiet_option, writing
from tui.cli.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.generate.making import Tally
    from tracer.worksheet.bundle import Maker
    from tracer.worksheet.class_list import Variant
    from tracer.worksheet.folder import SetFolder
    from tracer.worksheet.spec import Spec
    from tracer.worksheet.writers import Writer

__all__ = ["command"]

_LONGEST_SEED = 40


@click.command("worksheet")
@click.argument("spec", required=False)
@click.option(
    "-f",
    "--format",
    "format_names",
    metavar="FORMAT",
    multiple=True,
    help="md by default; may be given several times. --formats lists them.",
)
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    type=NewFile(file_okay=False, path_type=Path),
    help="Write worksheet, key, the key for plytrace check, and blank forms to FOLDER.",
)
@click.option("--key", "is_key", is_flag=True, help="Print the key and not the worksheet.")
@click.option(
    "--variants", type=click.IntRange(1, 10_000), metavar="N", help="N variants, numbered from 1."
)
@click.option(
    "--class",
    "class_list",
    metavar="FILE",
    help="A variant for each student: a name a line, or CSV with a column student or name.",
)
@click.option("--seed", metavar="TEXT", help="What trees to order are drawn from.")
@click.option("--force", is_flag=True, help="Write over files that were not made here.")
@click.option("--list", "lists", is_flag=True, help="List the ready specs.")
@click.option("--formats", "lists_formats", is_flag=True, help="List the formats.")
@click.option("--show", metavar="NAME", help="Print a ready spec, to start from.")
@quiet_option
def command(
    spec: str | None,
    format_names: tuple[str, ...],
    output: Path | None,
    is_key: bool,
    variants: int | None,
    class_list: str | None,
    seed: str | None,
    force: bool,
    lists: bool,
    lists_formats: bool,
    show: str | None,
    quiet: bool,
) -> None:
    """Make a problem set from SPEC: a YAML file, - for standard input, or a ready spec's name.

    Without -o, the worksheet goes to standard output, or with --key its key. With -o FOLDER come
    the worksheet, the key, key.yaml for plytrace check, and blank answer forms; with --variants or
    --class, each of these for every variant.
    """
    if lists or lists_formats or show:
        _tell(show, lists_formats=lists_formats)
        return
    if spec is None:
        raise UsageError(
            "no spec", expected="a YAML file, or a ready one: plytrace worksheet --list"
        )
    from tracer.worksheet.opening import open_spec
    from tracer.worksheet.writers import find_writer

    writers = [find_writer(name) for name in dict.fromkeys(format_names or ("md",))]
    opened = open_spec(spec)
    if seed is not None:
        if not (seed.isprintable() and 0 < len(seed) <= _LONGEST_SEED):
            raise UsageError(
                "no such seed", where="--seed", expected=f"1 to {_LONGEST_SEED} characters"
            )
        opened = replace(opened, seed=seed)
    wanted = _variants(opened, variants, class_list, quiet=quiet)
    if output is None:
        _print(opened, writers, wanted, is_key=is_key, quiet=quiet)
        return
    if is_key:
        raise UsageError("--key prints the key, and -o writes it anyway", expected="one of them")
    _write(opened, writers, wanted, output, force=force, quiet=quiet)


def _tell(show: str | None, *, lists_formats: bool) -> None:
    """What there is: a ready spec, the formats, or the ready specs."""
    from tracer.worksheet.opening import read_spec
    from tracer.worksheet.ready import ready_names, ready_text
    from tracer.worksheet.writers import WRITERS

    with writing(None) as out:
        if show:
            out.write(ready_text(show))
        elif lists_formats:
            out.writelines(f"{one.name:6} {one.summary}\n" for one in WRITERS.values())
        else:
            names = ready_names()
            titles = [read_spec(ready_text(name), name).title for name in names]
            wide = max(map(len, names)) + 2
            out.writelines(
                f"{name:{wide}}{title}\n" for name, title in zip(names, titles, strict=True)
            )


def _variants(
    spec: Spec, count: int | None, class_list: str | None, *, quiet: bool
) -> list[Variant] | None:
    """The variants that are wanted; None for a single sheet."""
    from tracer.worksheet.class_list import numbered, read_class

    if count is not None and class_list is not None:
        raise UsageError("--variants and --class exclude each other", expected="one of the two")
    if class_list is not None:
        return read_class(class_list, None if quiet else _note)
    wanted = count or spec.variants
    return None if wanted is None else numbered(wanted)


def _note(text: str) -> None:
    click.echo(f"plytrace: note: {text}", err=True)


def _print(
    spec: Spec,
    writers: Sequence[Writer],
    wanted: Sequence[Variant] | None,
    *,
    is_key: bool,
    quiet: bool,
) -> None:
    """A single sheet, or its key, on standard output."""
    if wanted is not None and len(wanted) > 1:
        raise UsageError(f"{len(wanted)} variants on standard output", expected="-o FOLDER")
    if len(writers) > 1 or writers[0].binary:
        names = ", ".join(one.name for one in writers)
        raise UsageError(f"{names} on standard output", expected="-o FOLDER")
    stopping = _Stopping(1, quiet=quiet)
    maker, variant = stopping.maker(spec), wanted[0] if wanted else None
    try:
        with cancelled_by_ctrl_c(stopping.stop):
            if is_key:
                made = maker.make(variant)
                text: Any = writers[0].text(made.worksheet, made.solutions, spec.paper)
            else:
                text = writers[0].text(maker.worksheet(variant), None, spec.paper)
    except PlytraceError:
        if not stopping.stopped:
            raise
        click.echo("plytrace: stopped", err=True)
        raise SystemExit(STOPPED) from None
    finally:
        stopping.progress.clear()
    with writing(None) as out:
        out.write(text)


class _Stopping:
    """Word of how far it has come, and what Ctrl-C asks for."""

    def __init__(self, count: int, *, quiet: bool) -> None:
        self.stopped = False
        self.done = 0
        self.control = Control(on_progress=self._on_progress)
        self.progress = Progress("making", count, shown=not quiet, unit="of the sheets")

    def stop(self) -> None:
        """Ask it to end."""
        self.stopped = True
        self.control.cancel()

    def maker(self, spec: Spec) -> Maker:
        """What makes the variants, and listens."""
        from tracer.worksheet.bundle import Maker

        return Maker(spec, self._on_try, self.control)

    def _on_progress(self, visits: int) -> None:
        self.progress(self.done, f"a search is at {visits:,} visits")

    def _on_try(self, tally: Tally) -> bool:
        if tally.tries % 16 == 0:
            self.progress(self.done, f"{tally.tries:,} tries for a tree; {tally.worst()}")
        return not self.stopped


def _write(
    spec: Spec,
    writers: Sequence[Writer],
    wanted: Sequence[Variant] | None,
    output: Path,
    *,
    force: bool,
    quiet: bool,
) -> None:
    """All files of all variants; Ctrl-C keeps those that are whole."""
    from tracer.worksheet.folder import SetFolder

    each: list[Variant | None] = [None] if wanted is None else [*wanted]
    stopping = _Stopping(len(each), quiet=quiet)
    maker = stopping.maker(spec)
    if len(each) > 1 and not maker.varies and not quiet:
        _note("no problem has generate:, so that all variants are the same")
    folder: SetFolder | None = None
    try:
        with cancelled_by_ctrl_c(stopping.stop):
            for variant in each:
                if stopping.stopped:
                    break
                made = maker.make(variant)
                folder = folder or SetFolder(output, force=force)
                folder.write({**maker.files(made, writers), **maker.sources.files()})
                stopping.done += 1
                stopping.progress(stopping.done)
    except PlytraceError:
        if not stopping.stopped:
            raise
    finally:
        stopping.progress.clear()
        if folder is not None:
            folder.close()
    _tell_written(stopping, len(each), output, folder, quiet=quiet, varied=wanted is not None)


def _tell_written(
    stopping: _Stopping,
    count: int,
    output: Path,
    folder: SetFolder | None,
    *,
    quiet: bool,
    varied: bool,
) -> None:
    """What there is now, and how answers are marked by it."""
    if stopping.done < count:
        there = f"{stopping.done:,} of {count:,} variants are in {output}"
        click.echo(
            f"plytrace: stopped; {there if stopping.done else 'nothing is written'}", err=True
        )
        raise SystemExit(STOPPED)
    if quiet or folder is None:
        return
    what = f"{count:,} variants" if varied else "worksheet and key"
    key = output / ("keys" if varied else "key.yaml")
    click.echo(f"plytrace: {what} in {output}; plytrace check {key} ANSWERS marks them", err=True)
    if folder.left:
        names = ", ".join(folder.left[:3]) + (", …" if len(folder.left) > 3 else "")
        _note(f"{len(folder.left):,} files of an earlier set are left: {names}")
