"""Measure the searches and the program: `python -m bench`; see `--help`."""

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


def machine() -> dict[str, str]:
    """Return the properties of this machine that affect a run."""
    cc = compiler()
    properties = {
        "plytrace": __version__ + ("" if is_built() else ", without its compiled kernel"),
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "C compiler": "none",
        "processor": _processor(),
        "system": f"{platform.system()}, {os.cpu_count()} processors",
    }
    if cc:
        done = subprocess.run([cc, "--version"], capture_output=True, text=True, check=False)
        properties["C compiler"] = done.stdout.partition("\n")[0]
    return properties


def _processor() -> str:
    """Return the name of the processor."""
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
        raise argparse.ArgumentTypeError(f"{text} is too small; expected 1 or more")
    return number


def _parser() -> argparse.ArgumentParser:
    listed = "\n".join(
        f"  {name:<12}{entry.summary}{'' if entry.usual else ' (only if named)'}"
        for name, entry in SECTIONS.items()
    )
    parser = argparse.ArgumentParser(
        "python -m bench",
        description="Measure the searches and the program in one run, in turns.",
        epilog=f"sections:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "sections",
        nargs="*",
        metavar="SECTION",
        help="section to measure; the usual ones by default",
    )
    add("-r", "--rounds", type=_above_zero, default=5, help="run each competitor N times (5)")
    add(
        "--only",
        default="",
        metavar="TEXT",
        help="measure only lines that contain TEXT",
    )
    add("--plain-visits", type=_above_zero, default=300_000, metavar="N",
        help="stop a plain search after N visits (300,000)")  # fmt: skip
    add("-f", "--format", choices=[*WRITERS], default="text", help="write in this format (text)")
    add("-o", "--output", type=Path, metavar="FILE", help="write to FILE, not to standard output")
    add("--plot", type=Path, metavar="FILE.svg", help="also draw the times of the searches")
    add("--read", type=Path, metavar="FILE.json", help="show an earlier run")
    add("-q", "--quiet", action="store_true", help="print no progress")
    return parser


def _check(given: argparse.Namespace, names: list[str], parser: argparse.ArgumentParser) -> None:
    """Reject wrong options before a long run."""
    for name in names:
        if name not in SECTIONS:
            advice = did_you_mean(name, SECTIONS)
            parser.error(f"section {name!r} is unknown; expected {', '.join(SECTIONS)}. {advice}")
    for path in (given.output, given.plot):
        if path and not path.absolute().parent.is_dir():
            parser.error(f"folder {path.parent} does not exist")
    if given.read:
        if given.sections or given.only:
            parser.error("--read cannot be combined with sections or --only")
        return
    if given.plot and "searches" not in names:
        parser.error("--plot needs the section searches")
    labels = [case.label for case in CASES]
    if {"searches", "memory"} & {*names} and not any(given.only in label for label in labels):
        parser.error(
            f"--only {given.only!r} matches no line; expected part of: {'; '.join(labels)}"
        )


def _measured(given: argparse.Namespace, names: list[str]) -> Report:
    if given.read:
        try:
            return Report.from_json(json.loads(given.read.read_text(encoding="utf-8")))
        except (ValueError, AttributeError, TypeError, LookupError) as error:
            raise ValueError(f"{given.read} is not a run of the benchmarks: {error}") from error
    effort = Effort(given.rounds, given.plain_visits, given.only, given.quiet)
    sections = [entry.measure(effort) for name, entry in SECTIONS.items() if name in names]
    return Report(_command(given, names), machine(), sections)


def _command(given: argparse.Namespace, names: list[str]) -> str:
    """Return the command that repeats the measurement."""
    words = ["python", "-m", "bench", *names, "--rounds", str(given.rounds)]
    words += ["--plain-visits", str(given.plain_visits)]
    return shlex.join([*words, *(["--only", given.only] if given.only else [])])


def main(words: list[str] | None = None) -> int:
    """Run the suite; the exit code is 2 for wrong usage and 3 for an unreadable file."""
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
