"""Put faults of one line into plytrace, and report which test catches each.

    python -m tests.faults map    record which tests run each line: the whole suite, once
    python -m tests.faults run    try the faults of `faults.txt`, each in a copy of the checkout

A fault that no test catches needs a test; a test may go if every fault that it caught dies still.
Both commands write to `.faults/`: the map, and `report.json`, which `run --compare` reads later.
Without a map, a fault is tried on the tests that import its module, those of its folder and those
of the command line.
"""

import argparse
import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent.parent
RESULTS: Final = ROOT / ".faults"
#: How many test functions a process runs at first, then another one, then one with all the rest:
#: most faults die in the nearest tests, and only these must be imported for it.
STAGES: Final = (40, 400)
#: Seconds that tests may take in addition to three times those of the map.
PATIENCE: Final = 120
#: How many tests that fail are counted for a fault.
COUNTED: Final = 10
ROOMS: Final = ("engine", "trees", "tracer", "tui")
PYTEST: Final = (
    sys.executable,
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:randomly",
)
#: What mostly runs in processes of programs, which the map does not see.
BESIDE_PROGRAMS: Final = "tracer/programs/child/"
BLOCK: Final = re.compile(r"(\S+)\n- (.+?)(?: @(\d+))?\n\+ (.+)")
STALE: Final = 3  # the exit code


class Fault(NamedTuple):
    """A line of a file and the line to put in its place, both without indentation."""

    path: str
    old: str
    occurrence: int
    new: str

    def __str__(self) -> str:
        which = f" @{self.occurrence}" if self.occurrence > 1 else ""
        return f"{self.path}: {self.old}{which} => {self.new}"

    def find_line(self, text: str) -> int:
        """Return the index of the old line in the text of the file.

        Raises:
            LookupError: the line is not there, or it is ambiguous.
        """
        places = [at for at, line in enumerate(text.splitlines()) if line.strip() == self.old]
        which = self.occurrence or 1
        if len(places) < which or (not self.occurrence and len(places) > 1):
            raise LookupError(
                f"{self.path} has {len(places)} lines {self.old!r}; update faults.txt"
            )
        return places[which - 1]

    def put_into(self, text: str) -> str:
        """Return the text of the file with the fault."""
        lines = text.splitlines(keepends=True)
        at = self.find_line(text)
        lines[at] = lines[at].replace(self.old, self.new)
        return "".join(lines)


class Result(NamedTuple):
    """The outcome of a fault: the first test that catches it, or None if it lives."""

    caught_by: str | None
    seconds: float
    #: How many test functions of the same process failed.
    tests: int = 0

    def __str__(self) -> str:
        if not self.caught_by:
            return "LIVES"
        more = f" and {self.tests - 1} more" if self.tests > 1 else ""
        return f"caught by {self.caught_by}{more}{' or even more' * (self.tests >= COUNTED)}"


def read_faults() -> list[Fault]:
    """Return the listed faults: blocks of a path, `- old line` and `+ new line`."""
    lines = Path(__file__).with_name("faults.txt").read_text(encoding="utf-8").splitlines()
    blocks = "\n".join(line for line in lines if not line.startswith("#")).strip().split("\n\n")
    faults = []
    for block in blocks:
        match = BLOCK.fullmatch(block)
        if match is None:
            raise LookupError(f"not a path, an old line and a new line: {block!r}")
        path, old, occurrence, new = match.groups()
        faults.append(Fault(path, old, int(occurrence or 0), new))
    return faults


def list_tests() -> list[str]:
    """Return all test functions of the usual suite."""
    return [
        f"{path.relative_to(ROOT).as_posix()}::{name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if path.relative_to(ROOT).parts[1] not in ("experiments", "programs")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    ]


class LineMap:
    """The test functions that run each line, with their seconds, as `map` has recorded them."""

    def __init__(self) -> None:
        from coverage import CoverageData

        there, path = list_tests(), RESULTS / "seconds.json"
        self._is_recorded = path.exists()
        self._data = CoverageData(str(RESULTS / "lines"))
        self._data.read()
        self._lock = threading.Lock()
        known = json.loads(path.read_text()) if self._is_recorded else dict.fromkeys(there, 1.0)
        self.seconds: dict[str, float] = {name: known[name] for name in there if name in known}
        files = {name.partition("::")[0] for name in self.seconds}
        self._texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in files}

    def find_tests(self, fault: Fault) -> list[str]:
        """Return the test functions that may notice a fault, the nearest and fastest first."""
        source = (ROOT / fault.path).read_text(encoding="utf-8")
        line = fault.find_line(source) + 1
        running: set[str] = set()
        if self._is_recorded and fault.path.endswith(".py"):
            with self._lock:
                contexts = self._data.contexts_by_lineno(fault.path)
            running = {name for at in find_lines(source, line) for name in contexts.get(at, ())}
        folder = next(
            place.as_posix()
            for place in (Path("tests", fault.path), *Path("tests", fault.path).parents)
            if (ROOT / place).is_dir()
        )
        path = Path("tests", fault.path).with_name(f"test_{Path(fault.path).stem}.py")
        module = fault.path.removesuffix(".py").replace("/", ".")
        importing = {name for name, text in self._texts.items() if f"from {module} import" in text}
        importing.add(path.as_posix())
        near = {
            name
            for name in self.seconds
            if name.startswith((f"{folder}/", "tests/cli/")) or name.partition("::")[0] in importing
        }
        if not running or fault.path.startswith(BESIDE_PROGRAMS):
            running |= near
        tests = [name for name in self.seconds if name in running]

        def sort_key(function: str) -> tuple[bool, int, float]:
            file = function.partition("::")[0]
            same = zip(path.parts, Path(file).parts, strict=False)
            shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], same))
            return file not in importing, -shared, self.seconds[function]

        return sorted(tests, key=sort_key)


def find_lines(source: str, line: int) -> range:
    """Return the lines to find in the map for a line: those of its statement.

    What runs at import shows in each test that runs any line of the file.
    """
    inside = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or line)
    ]
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    if not any(isinstance(node, functions) and node.body[0].lineno <= line for node in inside):
        return range(1, source.count("\n") + 2)
    statement = max(inside, key=lambda node: node.lineno)
    body: list[ast.stmt] | None = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or line
    return range(statement.lineno, max(last, line) + 1)


class Trials:
    """The copies of the checkout, and the processes that run in them."""

    def __init__(self, folder: Path, jobs: int, line_map: LineMap) -> None:
        self._map = line_map
        self._copies: SimpleQueue[Path] = SimpleQueue()
        self._processes: set[subprocess.Popen[str]] = set()
        self.is_stopped = False
        #: The tests that fail without a fault too.
        self.unreliable: set[str] = set()
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
        )
        names = [os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
        kernels = [path.relative_to(ROOT) for path in (ROOT / "engine").glob("_kernel.*")]
        for number in range(jobs):
            copy = folder / f"copy{number}"
            for path in {*map(Path, names), *kernels}:
                if (ROOT / path).is_file():
                    (copy / path).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / path, copy / path)
            self._compile(copy)
            self._copies.put(copy)

    @staticmethod
    def _compile(copy: Path) -> None:
        """Compile a copy so that Python asks for the content of each file, not for its time."""
        words = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash"]
        subprocess.run([sys.executable, *words, *ROOMS], cwd=copy, check=True)

    def stop(self) -> None:
        """End all processes."""
        self.is_stopped = True
        for process in [*self._processes]:
            end(process)

    def check(self, tests: Iterable[str]) -> set[str]:
        """Return which tests fail without a fault."""
        copy = self._copies.get()
        try:
            output = self._run(copy, [*PYTEST, *tests], 3600)[1]
        finally:
            self._copies.put(copy)
        return set(failing(output))

    def run(self, fault: Fault) -> Result:
        """Put a fault into a copy and run the tests that may notice it."""
        began, copy = time.monotonic(), self._copies.get()
        path = copy / fault.path
        is_kernel = path.suffix != ".py"
        saved = [path, *((copy / "engine").glob("_kernel.*.*") if is_kernel else ())]
        contents = [(one, one.read_bytes()) for one in saved]
        try:
            text = fault.put_into(path.read_text(encoding="utf-8"))
            path.write_text(text, encoding="utf-8", newline="")
            catching = self._catch(fault, copy, is_kernel)
        finally:
            for one, content in contents:
                one.write_bytes(content)
            self._copies.put(copy)
        seconds = round(time.monotonic() - began, 1)
        return Result(next(iter(catching), None), seconds, len(catching))

    def _catch(self, fault: Fault, copy: Path, is_kernel: bool) -> list[str]:
        if is_kernel and self._run(copy, [sys.executable, "hatch_build.py"], 600)[0]:
            return ["the compiler"]
        tests = [name for name in self._map.find_tests(fault) if name not in self.unreliable]
        for start, end in zip((0, *STAGES), (*STAGES, len(tests)), strict=True):
            if part := tests[start:end]:
                limit = PATIENCE + 3 * sum(self._map.seconds[name] for name in part)
                words = [*PYTEST, f"--maxfail={COUNTED}", "--hypothesis-seed=0", *part]
                code, output = self._run(copy, words, limit)
                if code not in (0, 5):
                    return [*dict.fromkeys(failing(output))] or ["an import"]
        return []

    def _run(self, copy: Path, words: Sequence[str], limit: float) -> tuple[int, str]:
        """Run a command in a copy; return its exit code, negative if it had to be ended."""
        if self.is_stopped:
            raise KeyboardInterrupt
        if "pytest" in words:
            words = [*words, f"--basetemp={copy}.tmp"]
        process = subprocess.Popen(
            words,
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self._processes.add(process)
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return -1, "FAILED the time limit"
        finally:
            end(process)
            self._processes.discard(process)
        if self.is_stopped:
            raise KeyboardInterrupt
        return process.returncode, output


def end(process: subprocess.Popen[str]) -> None:
    """Kill a process and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def failing(output: str) -> Iterator[str]:
    """Yield the test functions that failed, from what pytest prints."""
    for line in output.splitlines():
        word, _, rest = line.partition(" ")
        if word in ("FAILED", "ERROR") and rest:
            yield rest.partition(" - ")[0].partition("[")[0].strip()


def make_map(jobs: int) -> int:
    """Run the usual test suite once, and record which test functions run each line."""
    parts = RESULTS / "parts"
    shutil.rmtree(parts, ignore_errors=True)
    parts.mkdir(parents=True)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTEST_PLUGINS": "tests.faults.recorder",
        "PLYTRACE_FAULTS": str(parts),
    }
    code = subprocess.run([*PYTEST, "-n", str(jobs)], cwd=ROOT, env=environment).returncode
    if code > 1:  # not merely tests that failed, which the map leaves out
        return code
    join_parts(parts)
    return 0


def join_parts(parts: Path) -> None:
    """Put what the processes of `map` have recorded into one map."""
    from coverage import Coverage

    joined = Coverage(data_file=str(RESULTS / "lines"), config_file=False)
    joined.erase()
    joined.combine([str(parts)])
    joined.save()
    shutil.copy(parts / "seconds.json", RESULTS)
    failed = json.loads((parts / "failed.json").read_text())
    print(
        "\n".join(["not in the map, as they failed:", *failed] if failed else ["the map is made"])
    )


def room_of(path: str) -> str:
    """Return the room of a file: a folder of a package, or the package."""
    return "/".join(path.split("/")[:-1][:2])


def run_faults(
    numbers: dict[Fault, int], jobs: int, most: float, results: dict[Fault, Result]
) -> None:
    """Try faults, print a line for each, and add its result."""
    line_map, until = LineMap(), time.monotonic() + most

    def run(fault: Fault) -> Result | None:
        return trials.run(fault) if time.monotonic() < until else None

    with TemporaryDirectory(prefix="plytrace-faults-") as folder, ThreadPoolExecutor(jobs) as pool:
        trials = Trials(Path(folder), jobs, line_map)
        pending = [*numbers]
        try:
            while pending:
                trying = {pool.submit(run, fault): fault for fault in pending}
                for future in as_completed(trying):
                    fault, result = trying[future], future.result()
                    if result is not None:
                        results[fault] = result
                        print_result(numbers[fault], fault, result)
                caught_by = {result.caught_by for result in results.values()}
                tests = {name for name in caught_by if name and "::" in name}
                trials.unreliable |= trials.check(sorted(tests)) if tests else set()
                pending = [
                    fault
                    for fault, result in results.items()
                    if result.caught_by in trials.unreliable
                ]
                for fault in pending:
                    print(f"again, as its test fails without a fault too: {fault}")
                    del results[fault]
        finally:
            trials.stop()
            pool.shutdown(cancel_futures=True)


def print_result(number: int, fault: Fault, result: Result) -> None:
    """Print the line of a fault."""
    print(f"{number:3} {fault}\n    {result}  {result.seconds:.1f} s", flush=True)


def print_table(results: dict[Fault, Result]) -> None:
    """Print how many faults were caught in each room, how many by one test alone, and who lives."""
    counts = {"tried": Counter[str](), "caught": Counter[str](), "alone": Counter[str]()}
    for fault, result in results.items():
        for room in (room_of(fault.path), "all"):
            counts["tried"][room] += 1
            counts["caught"][room] += bool(result.caught_by)
            counts["alone"][room] += result.tests == 1
    print(f"\n{'room':24}{'faults':>8}{'caught':>8}{'by one test':>13}{'alive':>8}")
    for room in [*sorted({*counts["tried"]} - {"all"}), "all"]:
        tried, caught, alone = (count[room] for count in counts.values())
        print(f"{room:24}{tried:8}{caught:8}{alone:13}{tried - caught:8}")
    for fault, result in results.items():
        if not result.caught_by:
            print(f"lives: {fault}")


def write_report(faults: Sequence[Fault], results: dict[Fault, Result]) -> None:
    """Add results to those of earlier runs, and drop faults that are no longer listed."""
    path, texts = RESULTS / "report.json", {str(fault) for fault in faults}
    path.parent.mkdir(exist_ok=True)
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    report = {text: entry for text, entry in before.items() if text in texts}
    report |= {str(fault): result._asdict() for fault, result in results.items()}
    path.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def compare(results: dict[Fault, Result], path: Path) -> int:
    """Print which faults live that died in an earlier report; return 1 if any."""
    before = json.loads(path.read_text(encoding="utf-8"))
    worse = [
        (fault, entry["caught_by"])
        for fault, result in results.items()
        if not result.caught_by and (entry := before.get(str(fault), {})).get("caught_by")
    ]
    for fault, test in worse:
        print(f"lives now, and was caught by {test}: {fault}")
    return int(bool(worse))


def main() -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("command", choices=["map", "run"])
    parser.add_argument("-n", dest="jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--room", default="", help="run the faults of paths that begin like this")
    parser.add_argument("--only", default="", help="run the faults with these numbers: 3,17")
    parser.add_argument("--most", type=float, default=float("inf"), help="seconds to start faults")
    parser.add_argument("--compare", type=Path, help="fail if a fault lives that died in a report")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that what runs ends too
    if options.command == "map":
        return make_map(options.jobs)
    try:
        faults = read_faults()
        for fault in faults:
            fault.find_line((ROOT / fault.path).read_text(encoding="utf-8"))
    except (LookupError, FileNotFoundError) as error:
        print(f"faults.txt is stale: {error}", file=sys.stderr)
        return STALE
    numbers = {int(number) for number in options.only.split(",") if number}
    chosen = {
        fault: number
        for number, fault in enumerate(faults, 1)
        if fault.path.startswith(options.room) and (not numbers or number in numbers)
    }
    results: dict[Fault, Result] = {}
    try:
        run_faults(chosen, options.jobs, options.most, results)
    except KeyboardInterrupt:
        print("interrupted; the report has what was done", file=sys.stderr)
        return 130
    finally:
        write_report(faults, results)
    print_table(results)
    return compare(results, options.compare) if options.compare else 0


if __name__ == "__main__":
    sys.exit(main())
