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
