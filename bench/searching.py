"""Measure searches: plytrace compiled and plain, other programs, and C programs for one game.

    python -m bench searches

Times are nanoseconds of processor time per visit. `compiled` is the kernel with full recording,
`counting` the kernel without a log, `plain` the searches in Python with full recording; all include
making the counts. `C rows` is `bench/floor.c` writing the log's columns; `C bare` keeps only the
number of visits.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.cases import CASES, LARGEST, Case
from bench.effort import Effort
from bench.figures import Aim, Cell, Figure, Row, Section, Table, ratio
from bench.floor import compiler, floor_job
from bench.peers import PEERS, Missing, Peer
from bench.timing import at, run_in_turns, time_call
from engine.game import AnyGame
from engine.kernel.loading import is_built
from engine.running.control import Control
from engine.search import run_search, tally_search

OURS = ("compiled", "counting", "plain")
FLOORS = ("C rows", "C bare")
COLUMNS = (*OURS, *FLOORS, *PEERS)

#: The ratios that are shown: numerator and denominator.
RATIOS = (
    ("compiled", "C rows"),
    ("compiled", "C bare"),
    ("counting", "C bare"),
    ("plain", "compiled"),
    *((peer, "compiled") for peer in PEERS),
    ("aima3", "plain"),
)

#: The aims by ratio.
AIMS = {
    ("compiled", "C rows"): Aim("compiled, recording / C that writes the same columns", 1.5),
    ("compiled", "C bare"): Aim("compiled, recording / C that records nothing", 8.0),
    ("aima3", "compiled"): Aim("aima3 / compiled, recording", 60.0, at_most=False),
    ("OpenSpiel", "compiled"): Aim("OpenSpiel / compiled, recording", 20.0, at_most=False),
    ("aima3", "plain"): Aim("aima3 / plain, recording", 3.0, at_most=False),
}

#: The aims of aima3 are about its minimax.
MINIMAX_ALONE = "aima3"

COUNTING_AIM = Aim("compiled, counting / C that records nothing", 2.0)


def count_case(game: AnyGame, case: Case) -> int:
    """Return the visits of a search that keeps no rows."""
    return _checked(case, tally_search(game, case.search, case.settings).counts.visited)


def _checked(case: Case, visits: int, expected: int = 0) -> int:
    """Return the visits after checking their number."""
    if visits != (expected or case.visits):
        raise ValueError(f"{case.label}: {visits:,} visits; expected {expected or case.visits:,}")
    return visits


def _ours(case: Case, effort: Effort) -> dict[str, Callable[[], float]]:
    """Return the jobs of plytrace's searches; each returns nanoseconds per visit."""
    game = case.make()
    plain_visits = min(case.visits, effort.plain_visits)

    def recorded(choice: str, visits: int) -> float:
        control = Control(visits) if visits < case.visits else None

        def job() -> None:
            log = run_search(game, case.search, case.settings, control).log
            _checked(case, len(log), visits)

        with at(choice):
            return 1e9 * time_call(job) / visits

    def without_log() -> float:
        with at("force"):
            return 1e9 * time_call(lambda: count_case(game, case)) / case.visits

    plain: dict[str, Callable[[], float]] = {"plain": lambda: recorded("forbid", plain_visits)}
    if not is_built():
        return plain
    return {
        "compiled": lambda: recorded("force", case.visits),
        "counting": without_log,
        **plain,
    }


def _jobs(
    case: Case, effort: Effort, work: Path
) -> tuple[dict[str, Callable[[], float]], dict[str, str], list[str]]:
    """Return the jobs of a case, the missing competitors with reasons, and notes."""
    jobs, absent = _ours(case, effort), dict[str, str]()
    notes = []
    if case.floor and compiler():
        for label in FLOORS:
            rows = label == "C rows"
            jobs[label] = floor_job(case.floor(), case.visits, work, rows=rows)
    for name, make in case.peers:
        try:
            peer = make()
        except Missing:
            absent[name] = "not installed"
            continue
        if peer.note:
            notes.append(peer.note)
        else:
            _checked(case, peer.visits)
        jobs[name] = partial(_time_peer, peer)
    return jobs, absent, notes


def _time_peer(peer: Peer) -> float:
    return 1e9 * time_call(peer.run) / peer.visits


def time_cases(cases: tuple[Case, ...], effort: Effort) -> tuple[list[Row], list[str]]:
    """Measure cases; return a row for each, and notes."""
    rows, notes = list[Row](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(cases):
            work = Path(folder) / str(number)
            work.mkdir()
            effort.report(f"{case.label}: getting ready")
            jobs, absent, remarks = _jobs(case, effort, work)
            found = run_in_turns(jobs, effort.rounds, before_round=effort.rounds_of(case.label))
            cells: dict[str, Cell] = {"visits": case.visits, **absent}
            cells |= {name: Figure(tuple(times), "ns") for name, times in found.items()}
            rows.append(Row(case.label, cells))
            notes.extend(f"{case.label}: {one}" for one in remarks)
    return rows, notes


def measure(effort: Effort) -> Section:
    """Measure all cases."""
    cases = tuple(case for case in CASES if effort.wants(case.label))
    rows, notes = time_cases(cases, effort)
    if not is_built():
        notes.append("The compiled kernel is not built, so it is not measured.")
    if not compiler():
        notes.append("There is no C compiler named cc, so C is not measured.")
    if any(case.visits > effort.plain_visits for case in cases):
        notes.append(f"Plain searches were stopped after {effort.plain_visits:,} visits.")
    if any("tree" in case.label for case in cases):
        notes.append(
            "plytrace prepares a tree at its first search and checks for changes at each later "
            "one; C prepares it before the measurement."
        )
    ratios = [_ratios(row) for row in rows]
    aims = [
        aim.of(row.label, figure)
        for (over, under), aim in AIMS.items()
        for row in ratios
        if isinstance(figure := row.cells[f"{over} / {under}"], Figure)
        and (over != MINIMAX_ALONE or row.label.endswith("minimax"))
    ]
    return Section(
        "searches",
        "Searches",
        (
            Table(
                "nanoseconds of processor time per visit",
                ("visits", *COLUMNS),
                tuple(rows),
                "search",
            ),
            Table(
                "ratios: medians over the rounds",
                tuple(f"{over} / {under}" for over, under in RATIOS),
                tuple(ratios),
                "search",
            ),
        ),
        tuple(aims),
        tuple(notes),
    )


def _ratios(row: Row) -> Row:
    cells = row.cells
    found = {f"{a} / {b}": ratio(cells.get(a), cells.get(b)) for a, b in RATIOS}
    return Row(row.label, found)


def measure_largest(effort: Effort) -> Section:
    """Measure the largest board, counting only."""
    case = LARGEST
    game, jobs = case.make(), dict[str, Callable[[], float]]()
    with tempfile.TemporaryDirectory() as folder:
        if is_built():

            def job() -> float:
                with at("force"):
                    return 1e9 * time_call(lambda: count_case(game, case)) / case.visits

            jobs["counting"] = job
        if compiler() and case.floor:
            jobs["C bare"] = floor_job(case.floor(), case.visits, Path(folder), rows=False)
        found = run_in_turns(jobs, effort.rounds, before_round=effort.rounds_of(case.label))
    cells: dict[str, Cell] = {name: Figure(tuple(times), "ns") for name, times in found.items()}
    over = ratio(cells.get("counting"), cells.get("C bare"))
    columns = ("visits", "counting", "C bare", "counting / C bare")
    row = Row(case.label, {"visits": case.visits, **cells, "counting / C bare": over})
    return Section(
        "largest",
        "The largest board, counted",
        (Table("nanoseconds of processor time per visit", columns, (row,), "search"),),
        (COUNTING_AIM.of(case.label, over),),
    )
