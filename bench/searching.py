"""Searches: ours compiled and plain, other programs', and C programs that know one game each.

    python -m bench searches

Nanoseconds of the processor for each visited state. `compiled` is the kernel with full recording,
`counting` the kernel that keeps no log, `plain` the searches in Python with full recording; all
three include making the counts. `C rows` is `bench/floor.c` writing the log's columns, `C bare` the
same keeping nothing but the number of visits.
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
from bench.timing import at, interleaved, seconds_a_call
from engine.control import Control
from engine.game import AnyGame
from engine.kernel.loading import is_built
from engine.search import run_search, tally_search

__all__ = ["AIMS", "OURS", "counted", "measure", "measure_largest", "nanoseconds_by_case"]

OURS = ("compiled", "counting", "plain")
FLOORS = ("C rows", "C bare")
COLUMNS = (*OURS, *FLOORS, *PEERS)

#: The ratios that are shown: which figure, and how many of which other it is.
RATIOS = (
    ("compiled", "C rows"),
    ("compiled", "C bare"),
    ("counting", "C bare"),
    ("plain", "compiled"),
    *((peer, "compiled") for peer in PEERS),
    ("aima3", "plain"),
)

#: The aims by the ratio that they are about.
AIMS = {
    ("compiled", "C rows"): Aim("compiled, recording / C that writes the same columns", 1.5),
    ("compiled", "C bare"): Aim("compiled, recording / C that records nothing", 8.0),
    ("aima3", "compiled"): Aim("aima3 / compiled, recording", 60.0, at_most=False),
    ("OpenSpiel", "compiled"): Aim("OpenSpiel / compiled, recording", 20.0, at_most=False),
    ("aima3", "plain"): Aim("aima3 / plain, recording", 3.0, at_most=False),
}

#: Those of aima3 are about its minimax.
MINIMAX_ALONE = "aima3"

COUNTING_AIM = Aim("compiled, counting / C that records nothing", 2.0)


def counted(game: AnyGame, case: Case) -> int:
    """The visits that are counted where no rows are kept.

    Raises:
        ValueError: they are others than the case's.
    """
    return _checked(case, tally_search(game, case.search, case.settings).counts.visited)


def _checked(case: Case, visits: int, expected: int = 0) -> int:
    """The visits, which have to be the case's own.

    Raises:
        ValueError: they are not.
    """
    if visits != (expected or case.visits):
        raise ValueError(f"{case.label}: {visits:,} visits; expected {expected or case.visits:,}")
    return visits


def _ours(case: Case, effort: Effort) -> dict[str, Callable[[], float]]:
    """Our three searches of a case; each job says the nanoseconds of a visit."""
    game = case.make()
    plain_visits = min(case.visits, effort.plain_visits)

    def recorded(choice: str, visits: int) -> float:
        control = Control(visits) if visits < case.visits else None

        def job() -> None:
            log = run_search(game, case.search, case.settings, control).log
            _checked(case, len(log), visits)

        with at(choice):
            return 1e9 * seconds_a_call(job) / visits

    def without_log() -> float:
        with at("force"):
            return 1e9 * seconds_a_call(lambda: counted(game, case)) / case.visits

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
    """What is measured of a case, what cannot be and why, and what has to be said of it."""
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
        jobs[name] = partial(_of_peer, peer)
    return jobs, absent, notes


def _of_peer(peer: Peer) -> float:
    return 1e9 * seconds_a_call(peer.run) / peer.visits


def nanoseconds_by_case(cases: tuple[Case, ...], effort: Effort) -> tuple[list[Row], list[str]]:
    """The times of some cases, a row each, and what has to be said of them."""
    rows, notes = list[Row](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(cases):
            work = Path(folder) / str(number)
            work.mkdir()
            effort.tell(f"{case.label}: getting ready")
            jobs, absent, said = _jobs(case, effort, work)
            found = interleaved(jobs, effort.rounds, told=effort.rounds_of(case.label))
            cells: dict[str, Cell] = {"visits": case.visits, **absent}
            cells |= {name: Figure(tuple(times), "ns") for name, times in found.items()}
            rows.append(Row(case.label, cells))
            notes.extend(f"{case.label}: {one}" for one in said)
    return rows, notes


def measure(effort: Effort) -> Section:
    """Measure all cases."""
    cases = tuple(case for case in CASES if effort.wants(case.label))
    rows, notes = nanoseconds_by_case(cases, effort)
    if not is_built():
        notes.append("The compiled kernel is not built here: nothing is measured of it.")
    if not compiler():
        notes.append("There is no C compiler that is called cc here: nothing is measured of C.")
    if any(case.visits > effort.plain_visits for case in cases):
        notes.append(f"Plain searches are stopped after {effort.plain_visits:,} visits.")
    if any("tree" in case.label for case in cases):
        notes.append(
            "Ours lays a tree out at its first search, and sees at each later one whether it has "
            "changed; C has it before it is measured."
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
                "nanoseconds of the processor a visit", ("visits", *COLUMNS), tuple(rows), "search"
            ),
            Table(
                "ratios, each the median of those of the rounds",
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
    """Measure the board that is only counted."""
    case = LARGEST
    game, jobs = case.make(), dict[str, Callable[[], float]]()
    with tempfile.TemporaryDirectory() as folder:
        if is_built():

            def job() -> float:
                with at("force"):
                    return 1e9 * seconds_a_call(lambda: counted(game, case)) / case.visits

            jobs["counting"] = job
        if compiler() and case.floor:
            jobs["C bare"] = floor_job(case.floor(), case.visits, Path(folder), rows=False)
        found = interleaved(jobs, effort.rounds, told=effort.rounds_of(case.label))
    cells: dict[str, Cell] = {name: Figure(tuple(times), "ns") for name, times in found.items()}
    over = ratio(cells.get("counting"), cells.get("C bare"))
    columns = ("visits", "counting", "C bare", "counting / C bare")
    row = Row(case.label, {"visits": case.visits, **cells, "counting / C bare": over})
    return Section(
        "largest",
        "The largest board, counted",
        (Table("nanoseconds of the processor a visit", columns, (row,), "search"),),
        (COUNTING_AIM.of(case.label, over),),
    )
