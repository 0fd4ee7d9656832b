"""Files that cannot be read are reported, with the likely intended name."""

import io
import os
import sys
import threading
from pathlib import Path

import pytest

from engine.errors import InvalidInput
from trees.files import LARGEST_FILE, read_standard_input, read_text


def refusal(path):
    with pytest.raises(InvalidInput) as caught:
        read_text(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"[1, 2]", "[1, 2]"),
        (b"\xef\xbb\xbf[1]", "[1]"),
        ("é\r\n".encode(), "é\r\n"),
        (b"", ""),
        (b"#" * LARGEST_FILE, "#" * LARGEST_FILE),
    ],
)
def test_text_files_are_read(tmp_path, data, text):
    file = tmp_path / "tree.yaml"
    file.write_bytes(data)
    assert read_text(file) == text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff", "tree.yaml:1:1: byte 1 (0xff) is not UTF-8"),
        (b"abc\n\xc3\xa9\xe9", "tree.yaml:2:2: byte 7 (0xe9) is not UTF-8"),
        (b"\xef\xbb\xbfabc\xff", "tree.yaml:1:4: byte 7 (0xff) is not UTF-8"),
        ("[1]".encode("utf-16"), "This looks like UTF-16; save it as UTF-8"),
        (b"PK\x03\x04rest", "tree.yaml:1:1: this is a zip file, such as a saved trace"),
        (b"#" * (LARGEST_FILE + 1), "tree.yaml:1:1: the file is larger than 2 MiB"),
    ],
)
def test_bytes_that_are_not_text_are_refused(tmp_path, data, message):
    file = tmp_path / "tree.yaml"
    file.write_bytes(data)
    assert message in refusal(file)


def test_missing_file_is_reported_with_similar_names(tmp_path):
    (tmp_path / "homework1.yaml").write_text("1")
    (tmp_path / "notes.txt").write_text("1")
    assert refusal(tmp_path / "homewrok1.yaml").endswith(
        "there is no such file. Did you mean homework1.yaml?"
    )
    assert refusal(tmp_path / "x").endswith("The folder has: homework1.yaml")
    assert refusal(tmp_path / "no" / "x.yaml").endswith(
        f"The folder {tmp_path / 'no'} does not exist"
    )


def test_folder_is_refused(tmp_path):
    assert refusal(tmp_path) == f"{tmp_path}: this is a folder; expected a file"


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_impossible_file_names_are_refused(name):
    message = refusal(Path(name))
    assert "the file cannot be read" in message
    assert message.isprintable()
    assert len(message) < 300


def test_path_through_a_file_is_refused(tmp_path):
    file = tmp_path / "tree.yaml"
    file.write_text("1")
    assert "the file cannot be read: Not a directory" in refusal(file / "below")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are Unix's")
def test_pipe_with_a_writer_is_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    other_reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)  # lets the writer open it
    writer = os.open(pipe, os.O_WRONLY)

    def write():
        os.write(writer, b"[1, 2]")
        os.close(writer)

    thread = threading.Timer(0.1, write)
    thread.start()
    text = read_text(pipe)
    thread.join()
    os.close(other_reader)
    assert text == "[1, 2]"


def test_standard_input_is_read(monkeypatch):
    def given(data):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    given(b"[1]")
    assert read_standard_input() == "[1]"
    given(b"\xff")
    with pytest.raises(InvalidInput, match="stdin:1:1: byte 1"):
        read_standard_input()
    given(b"#" * (LARGEST_FILE + 5))
    with pytest.raises(InvalidInput, match="the file is larger than 2 MiB"):
        read_standard_input()
