"""A Dask scheduler and its workers as processes, which are started again when they end."""

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
START = (
    "import sys, dask; from distributed.cli.{0} import main; "
    "sys.argv = ['{0}', *sys.argv[1:]]; main()"
)


class LocalCluster:
    """A scheduler and three workers; `ended` counts the processes that were started again."""

    def __init__(self, folder, port):
        self.folder, self.address = folder, f"tcp://127.0.0.1:{port}"
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "TMPDIR": str(folder),
        }
        self.ended = 0
        self._random = random.Random(7)
        self._closing = threading.Event()
        port = ("--port", str(port), "--host", "127.0.0.1", "--no-dashboard")
        worker = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--death-timeout", "60")
        self._commands = [
            ("dask_scheduler", *port),
            *[("dask_worker", self.address, *worker, "--local-directory", str(folder))] * 3,
        ]
        self._processes = [self._started(command) for command in self._commands]
        self._keeper = threading.Thread(target=self._keep)
        self._keeper.start()

    def _started(self, command):
        code = START.format(command[0])
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-c", code, *command[1:]],
                env=self.environment,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )

    def _keep(self):
        while not self._closing.wait(0.1):
            for number, process in enumerate(self._processes):
                if process.poll() is not None:
                    self.ended += 1
                    self._processes[number] = self._started(self._commands[number])

    def kill_worker(self):
        self._random.choice(self._processes[1:]).kill()

    def kill_scheduler(self):
        self._processes[0].kill()

    def close(self):
        self._closing.set()
        self._keeper.join()
        for process in self._processes:
            process.kill()
            process.wait()


def prepared(shared, stack):
    """Return the number that the shared data names."""
    return int(shared)


def doubled(deadly, number):
    """Return a number twice; the deadly one ends the worker."""
    if number == deadly:
        os._exit(1)
    time.sleep(0.01)
    return 2 * number
