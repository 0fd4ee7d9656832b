"""Measures the searches and the program: `python -m bench`; `--help` tells what can be chosen."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path

from bench.cases import CASES
from bench.effort import Effort
from bench.figures import Report
from bench.floor import compiler
from bench.plot import write_plot
from bench.sections import SECTIONS
from bench.writers import WRITERS
from engine.errors import PlytraceError, did_you_mean
from engine.kernel.loading import is_built
from engine.version import __version__

__all__ = ["machine", "main"]


def machine() -> dict[str, str]:
    """What a run depends on, by what tells it."""
    cc = compiler()
    told = {
        "plytrace": __version__ + ("" if is_built() else ", without its compiled kernel"),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "C compiler": "none",
        "processor": _processor(),
        "system": f"{platform.system()}, {os.cpu_count()} processors",
    }
    if cc:
        said = subprocess.run([cc, "--version"], capture_output=True, text=True, check=False)
        told["C compiler"] = said.stdout.partition("\n")[0]
    return told


def _processor() -> str:
    """The processor's name."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _above_zero(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is too few; expected 1 or more")
    return number


def _parser() -> argparse.ArgumentParser:
    listed = "\n".join(
        f"  {name:<12}{entry.summary}{'' if entry.usual else ' (only when it is named)'}"
        for name, entry in SECTIONS.items()
    )
    parser = argparse.ArgumentParser(
        "python -m bench",
        description="Measure the searches and the program, all in one run, in turns.",
        epilog=f"sections:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("sections", nargs="*", metavar="SECTION", help="what to measure")
    add("-r", "--rounds", type=_above_zero, default=5, help="turns of each competitor (5)")
    add(
        "--only",
        default="",
        metavar="TEXT",
        help="of searches, memory and start-up: lines with this in them",
    )
    add("--plain-visits", type=_above_zero, default=300_000, metavar="N",
        help="stop a plain search after so many visits (300,000)")  # fmt: skip
    add("-f", "--format", choices=[*WRITERS], default="text")
    add("-o", "--output", type=Path, metavar="FILE", help="where to, instead of standard output")
    add("--plot", type=Path, metavar="FILE.svg", help="draw the searches' times, too")
    add("--read", type=Path, metavar="FILE.json", help="measure nothing: show an earlier run")
    add("-q", "--quiet", action="store_true", help="say nothing meanwhile")
    return parser


def _check(given: argparse.Namespace, names: list[str], parser: argparse.ArgumentParser) -> None:
    """Refuse what is wrong, before minutes are spent on the rest."""
    for name in names:
        if name not in SECTIONS:
            meant = did_you_mean(name, SECTIONS)
            parser.error(f"there is no section {name!r}; expected {', '.join(SECTIONS)}. {meant}")
    for path in (given.output, given.plot):
        if path and not path.absolute().parent.is_dir():
            parser.error(f"there is no folder {path.parent}")
    if given.read:
        if given.sections or given.only:
            parser.error("--read measures nothing; expected no section and no --only beside it")
        return
    if given.plot and "searches" not in names:
        parser.error("--plot draws the section searches, which is not measured")
    labels = [case.label for case in CASES]
    if {"searches", "memory"} & {*names} and not any(given.only in label for label in labels):
        parser.error(f"--only {given.only!r} is in no line; there are {'; '.join(labels)}")


def _measured(given: argparse.Namespace, names: list[str]) -> Report:
    if given.read:
        try:
            return Report.from_json(json.loads(given.read.read_text(encoding="utf-8")))
        except (ValueError, AttributeError, TypeError, LookupError) as error:
            raise ValueError(f"{given.read} is no run of the bench: {error}") from error
    effort = Effort(given.rounds, given.plain_visits, given.only, given.quiet)
    sections = [entry.measure(effort) for name, entry in SECTIONS.items() if name in names]
    return Report(_command(given, names), machine(), sections)


def _command(given: argparse.Namespace, names: list[str]) -> str:
    """What measures the same again, wherever it is written to."""
    words = ["python", "-m", "bench", *names, "--rounds", str(given.rounds)]
    words += ["--plain-visits", str(given.plain_visits)]
    return shlex.join([*words, *(["--only", given.only] if given.only else [])])


def main(words: list[str] | None = None) -> int:
    """Run the suite; the exit code is 2 for a wrong use and 3 where something cannot be read."""
    parser = _parser()
    given = parser.parse_args(words)
    names = given.sections or [name for name, entry in SECTIONS.items() if entry.usual]
    _check(given, names, parser)
    try:
        report = _measured(given, names)
        text = WRITERS[given.format](report)
        if given.output:
            given.output.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)
        if given.plot:
            given.plot.write_text(write_plot(report, "auto"), encoding="utf-8")
    except KeyboardInterrupt:
        print("bench: stopped", file=sys.stderr)
        return 130
    except (OSError, ValueError, subprocess.SubprocessError, PlytraceError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
