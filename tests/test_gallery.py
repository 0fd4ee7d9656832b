"""The gallery shows the output of its commands, and its captions are accurate."""

from pathlib import Path

import pytest

from tests.support.pages import load_maker
from tracer import trace
from tracer.mcts.rewards import root_moves

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def gallery():
    return load_maker("make_gallery")


@pytest.fixture(scope="module")
def made(gallery):
    found = gallery.find_pictures(gallery.PAGE.read_text(encoding="utf-8"))
    return {f"{picture.name}.svg": gallery.draw(picture) for picture in found}


def test_every_picture_equals_the_output_of_its_command(gallery, made):
    assert [*gallery.find_faults(made, gallery.PICTURES)] == []
    themes = {name.rpartition("-")[2] for name in made}
    assert themes == {"light.svg", "dark.svg", "print.svg"}


def test_stale_missing_too_large_or_surplus_pictures_are_found(gallery, tmp_path):
    made = {"a.svg": b"1", "b.svg": b"2", "c.svg": b"3" * (gallery.MOST_BYTES + 1)}
    for name, data in {"a.svg": b"0", "c.svg": made["c.svg"], "d.svg": b""}.items():
        (tmp_path / name).write_bytes(data)
    faults = [*gallery.find_faults(made, tmp_path)]
    expected = [
        "a.svg is out of date",
        "b.svg is missing",
        "c.svg has 60,001",
        "d.svg is in no page",
    ]
    assert len(faults) == len(expected)
    assert all(fault.startswith(one) for fault, one in zip(faults, expected, strict=True))


def test_a_picture_belongs_to_the_command_above_it(gallery):
    page = (
        "```sh\nplytrace export a -f svg\n```\n"
        '<source srcset="gallery/x-dark.svg">\n<img src="gallery/x-light.svg">\n'
        "```sh\nplytrace export 'b c' -f svg --theme print\n```\n"
        '<img src="gallery/y.svg">\n<img src="gallery/y.svg">\n'
    )
    commands = {picture.name: picture.themed for picture in gallery.find_pictures(page)}
    plain = ["export", "a", "-f", "svg", "--quiet"]
    assert commands == {
        "x-dark": [*plain, "--theme", "dark"],
        "x-light": [*plain, "--theme", "light"],
        "y": ["export", "b c", "-f", "svg", "--theme", "print", "--quiet"],
    }
    with pytest.raises(ValueError, match="z has no command"):
        [*gallery.find_pictures('<img src="gallery/z.svg">')]


def test_captions_of_the_gallery_agree_with_the_searches():
    lecture = trace("lecture")
    assert (lecture.value, lecture.path, lecture.counts.visited) == (3, ["A", "B", "B1"], 11)
    assert lecture.counts.generated == 13
    deep = {cut.at: cut for cut in trace("deep-cutoff").cutoffs}
    assert (deep["L"].alpha, deep["L"].skipped) == (5, ("L2",))
    assert deep["M"].skipped == ()
    assert deep["C"].skipped == ("G",)
    dice = trace("dice")
    values = {visit.id: visit.value for visit in dice.visits}
    assert (values["B"], values["C"], dice.move) == (3, -1, "left")
    assert trace("best-order").counts.evaluated == 17
    assert trace("worst-order").counts.evaluated == 81
    won = trace("tic-tac-toe@xox|.xo|o..")
    assert (won.value, won.line, won.counts.skipped) == (1, ["9"], 0)
    reversi = trace("reversi:4", depth=2, evaluation="mobility")
    assert (reversi.value, [len(cut.skipped) for cut in reversi.cutoffs]) == (-1, [1, 1, 1])
    nim = trace("nim:2,1")
    assert (nim.value, nim.line[0]) == (1, "1-1")
    assert trace("nim:2,1", search="minimax").visits[-1].value == -1
    moves = root_moves(trace("tic-tac-toe@xox|.xo|...", search="mcts", iterations=25, seed=1))
    most = max(moves, key=lambda move: move.visits)
    assert (most.move, most.visits) == ("9", 9)
    assert most.mean == min(move.mean for move in moves)
