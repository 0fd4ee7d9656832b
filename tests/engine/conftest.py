"""The two paths of a search: the plain Python program, and the compiled kernel."""

import os

import pytest

from engine.kernel.loading import CHOICE, is_built


@pytest.fixture(scope="module", params=["plain", "kernel"])
def plain_and_kernel(request):
    """Run a test once without the kernel and once with it.

    A module asks for it by `pytestmark = pytest.mark.usefixtures("plain_and_kernel")`. If the
    kernel was not built, its half is skipped, unless `PLYTRACE_KERNEL` forces it.
    """
    is_kernel = request.param == "kernel"
    if is_kernel and not is_built() and os.environ.get(CHOICE) != "force":
        pytest.skip("the kernel was not built")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CHOICE, "force" if is_kernel else "forbid")
        yield request.param
