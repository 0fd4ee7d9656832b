"""Programs that change the same files at once, each a real process waiting for a signal."""

import subprocess
import sys


def run_at_once(code, number, *, folder):
    """Run some Python in several processes, all from one moment on."""
    script = f"import sys\n{code}\nprint('ready', flush=True)\ninput()\nwork(int(sys.argv[1]))\n"
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(me)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
        for me in range(number)
    ]
    try:
        for program in programs:
            assert program.stdout.readline() == "ready\n", program.stderr.read()
        for program in programs:
            program.stdin.write("go\n")
            program.stdin.flush()
        for program in programs:
            _, errors = program.communicate(timeout=120)
            assert program.returncode == 0, errors
    finally:
        for program in programs:
            program.kill()
            program.communicate()
