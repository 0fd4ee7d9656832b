"""The programs of the machine that results are compared with; .ci/programs installs them."""

import shutil
import subprocess

import pytest

#: The browser, by any of its names.
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


def needed(program):
    """Skip the test where a program is not installed; its name stands in the reason."""
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")


def needed_by_latex(*files):
    """Skip the test where there is no pdflatex, or it does not find some packages or classes."""
    needed("pdflatex")
    for file in files:
        if subprocess.run(["kpsewhich", file], check=False, stdout=subprocess.DEVNULL).returncode:
            pytest.skip(f"{file} is not installed")


def run_pdflatex(folder, name):
    """Compile `NAME.tex`, and return what the program wrote."""
    done = subprocess.run(
        ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", name],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout[-2500:]
    return done.stdout
