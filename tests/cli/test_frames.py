"""`plytrace export --frames` as people use it."""

import os

import pytest

from tests.support.processes import interrupt, start_command, wait_until
from tracer import trace


def test_frames_writes_one_file_per_step_to_a_new_folder(call, tmp_path):
    folder = tmp_path / "slides" / "one"
    arguments = ("export", "lecture", "-f", "svg", "--frames", "--as", "windows")
    assert call(*arguments, "-o", str(folder)) == (0, "", "")
    written = sorted(folder.iterdir())
    assert [path.name for path in written] == [f"lecture-{step:03}.svg" for step in range(22)]
    t = trace("lecture")
    for step, path in enumerate(written):
        assert path.read_text("utf-8") == t.export("svg", step=step, show="windows")


def test_frames_can_be_pages_of_one_pdf(call, tmp_path):
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    path = tmp_path / "slides.pdf"
    asked = ("--frames", "--steps", "0..4", "-o", str(path))
    assert call("export", "lecture", *asked) == (0, "", "")
    assert len(pypdf.PdfReader(path).pages) == 5


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signal to one process")
def test_ctrl_c_keeps_the_frames_already_written(tmp_path):
    folder = tmp_path / "f"
    tree = str([[[[1, 2, 3]] * 4] * 4] * 4)
    process = start_command("export", tree, "-f", "svg", "--frames", "-a", "minimax", "-o", folder)
    wait_until(lambda: folder.exists() and len(list(folder.iterdir())) > 2, "frames")
    _, err = interrupt(process)
    written = sorted(folder.iterdir())
    message = f"stopped by hand after {len(written)} of 554 frames, written to {folder}"
    assert message in err
    assert [path.name for path in written] == [f"tree-{n:03}.svg" for n in range(len(written))]
    assert all(path.read_text("utf-8").endswith("</svg>\n") for path in written)
