"""The steps of an MCTS run by hand, against a plain program that keeps its own books."""

from __future__ import annotations

import re

from tests.tracer.worked.test_mcts_run import drawn, setups
from tracer.questions.forms import Names, Numbers
from tracer.worked.mcts_run import WorkedMcts


def questions(run):
    return [(n, ask) for n in range(len(run.steps)) for ask in run.questions(n)]


def test_no_answer_is_visible_beside_its_question():
    for problem in setups():
        run = WorkedMcts("x", problem)
        for step, ask in questions(run):
            before = run.steps[step - 1]
            visible = [before.part, before.sentence, *before.lines, *drawn(run, step - 1)]
            visible += ["".join(piece.text for piece in row) for row in run.history(step - 1)]
            text = "\n".join([*visible, ask.text, ask.hint])
            if isinstance(ask.form, Numbers) and ask.item != "added cell":
                for secret in ask.hidden:
                    assert not re.search(rf"(?<![\w.]){re.escape(secret)}(?![\w.])", text), ask
            elif isinstance(ask.form, Names):
                values = re.findall(r"(?m)^  = .* = ([\d.]+)", "\n".join(run.steps[step].lines))
                assert values
                shown = set(re.findall(r"[\d.]+", text))
                assert len(shown & set(values)) < 2, ask  # one may be another number too
