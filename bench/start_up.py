"""How long the commands take to start: whole processes, one after the other in one run.

    python bench/start_up.py [ROUNDS]

prints the minimum and median of each, with bare Python beside them for scale. Machines are noisy:
compare the figures of one run with each other.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "plytrace --version": [sys.executable, "-m", "tui.cli", "--version"],
    "plytrace list trees": [sys.executable, "-m", "tui.cli", "list", "trees"],
    "plytrace visits lecture": [sys.executable, "-m", "tui.cli", "visits", "lecture"],
    "plytrace trace lecture": [sys.executable, "-m", "tui.cli", "trace", "lecture"],
    "plytrace trace lecture -f json": [
        *(sys.executable, "-m", "tui.cli", "trace", "lecture", "-f", "json"),
    ],
}


def measure(rounds: int) -> dict[str, list[float]]:
    """Wall times in milliseconds by command, the commands taking turns; one round to warm up."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for turn in range(rounds + 1):
        for name, command in COMMANDS.items():
            started = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            if turn:
                times[name].append(1000 * (time.perf_counter() - started))
    return times


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    print(f"{'command':<32}{'min':>9}{'median':>9}   (ms, {rounds} rounds)")
    for name, times in measure(rounds).items():
        print(f"{name:<32}{min(times):9.0f}{statistics.median(times):9.0f}")


if __name__ == "__main__":
    main()
