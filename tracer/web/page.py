"""The HTML page: the end of the search without a script, and the data of its steps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from html import escape
from importlib import resources
from typing import TYPE_CHECKING, Any, Final, Literal

from engine.errors import UsageError
from engine.text import Bundle
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.svg_figure import svg_of
from tracer.questions.search_names import node_names
from tracer.questions.typed_script import with_reader
from tracer.recording.recording import Recording
from tracer.steps.pseudocode import listing
from tracer.steps.replay import Replay
from tracer.steps.result_words import count_lines, heading, result_lines, separator, visit_order
from tracer.steps.visit_views import Cutoffs, Visits
from tracer.text.numbers import show_number
from tracer.text.printable_text import printable_text
from tracer.web.pass_figures import pass_figures
from tracer.web.step_records import frame_fields, page_replay, step_records

if TYPE_CHECKING:
    from jinja2 import Environment

SCHEMA: Final = "plytrace.player/1"


@dataclass(frozen=True, slots=True)
class Opening:
    """How a player opens."""

    step: int = 0
    predict: bool = False
    title: str = ""


_AT_THE_START: Final = Opening()


def page_of(
    trace: Recording,
    opening: Opening = _AT_THE_START,
    kind: Literal["page", "frame", "fragment"] = "page",
    *,
    on_progress: Callable[[int], object] | None = None,
) -> str:
    """Return a trace as a complete HTML document, or as a section to paste into your own page."""
    page = "" if kind == "fragment" else kind
    values = _player_data(trace, opening, page, on_progress)
    return _render("page.html" if page else "player.html", **values)


def _player_data(
    trace: Recording, opening: Opening, page: str, on_progress: Callable[[int], object] | None
) -> dict[str, Any]:
    """Return what the template of the player prints."""
    replay = page_replay(trace)
    step, steps = opening.step, len(replay)
    if not -steps <= step < steps:
        raise UsageError(
            f"there is no step {step}", expected=f"0 to {steps - 1:,}, or −1 for the last"
        )
    step %= steps
    done = 0

    def on_step(_: int) -> None:
        nonlocal done
        done += 1
        if on_progress:  # each step is processed twice, and a visit has two steps
            on_progress(done // 4)

    scenes = pass_figures(trace, len(replay), on_step)
    records, moves = step_records(trace, replay, on_step)
    data: dict[str, object] = {
        "schema": SCHEMA,
        "names": node_names(trace),
        "moves": moves,
        "frame": frame_fields(trace),
        "pass": "iteration" if trace.uses_playouts else "pass",
        "passes": [trace.tour.entered_at(root) for root in trace.roots],
        "lines": listing(trace).lines,
        "steps": records,
        "scenes": [
            {"first": scene.first, "states": scene.states, "changes": scene.changes}
            for scene in scenes
        ],
    }
    results = result_lines(trace)
    searched = [line for line in results if line[0] in ("search", "stopped")]
    game = trace.game
    columns, visits = _list_visits(trace)
    return {
        "title": opening.title or heading(trace.source, trace.title),
        "page": page,
        "step": step,
        "predict": opening.predict,
        "level": "h1" if page else "h2",
        "below": "h2" if page else "h3",
        "style": _as_markup(_read_template("player.css").strip()),
        "script": _as_markup(with_reader(_read_template("player.js").strip())),
        "searched": searched,
        "results": [line for line in results if line not in searched],
        # The rules of the game; nothing for a tree.
        "rules": " ".join(filter(None, (game.rules, game.move_naming if game.rules else ""))),
        # The final figure of every pass; only the decisive one shows without the script.
        "figures": [_as_markup(scene.svg) for scene in scenes],
        "decisive": trace.roots.index(trace.root),
        "order": separator(trace).join(visit_order(trace)),
        "counts": count_lines(trace),
        "cutoffs": [
            [view.at, view.after, ", ".join(view.skipped) or "none", view.because]
            for view in Cutoffs(trace)
        ],
        "columns": columns,
        "visits": visits,
        "data": _as_markup(_json(data)),
    }


def _list_visits(trace: Recording) -> tuple[list[str], Iterator[list[str]]]:
    """Return the columns and the rows of the table of visits."""
    passes = ["pass"] if trace.has_passes else []
    window = ["α", "β"] if trace.has_window else []
    rows = (
        [
            *(str(trace.pass_at(number)) for _ in passes),
            f"{view.order:,}",
            view.id,
            trace.player_name(view.row),
            *([show_number(view.alpha), show_number(view.beta)] if window else []),
            view.shown_value,
        ]
        for number, view in enumerate(Visits(trace))
    )
    return [*passes, "#", "node", "player", *window, "value"], rows


def _json(data: object) -> str:
    """Return JSON that is safe in a page: no character begins or ends a tag or a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate cannot be written as UTF-8.
    return re.sub(r"[<>&\u2028\u2029\ud800-\udfff]", lambda sign: f"\\u{ord(sign[0]):04x}", text)


# Templates: every text that they print is escaped, in one line.


def _render(template: str, **values: Any) -> str:
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(
        autoescape=True,
        finalize=lambda text: text if hasattr(text, "__html__") else printable_text(str(text)),
        keep_trailing_newline=True,
        loader=FunctionLoader(_read_template),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


def _read_template(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _as_markup(text: str) -> Any:
    from markupsafe import Markup  # slow, as jinja2

    return Markup(text)


# A player for notebooks: a page in a frame with its own style.

#: Pixels: height of a frame until its page reports its height, and the smallest height.
_HEIGHT: Final = 640
_LEAST: Final = 200

#: Largest tree that is drawn if the notebook cannot show a page, such as on paper.
_MOST_NODES: Final = 200


class EmbeddedPlayer:
    """A player for Jupyter notebooks; `Trace.player` creates one.

    The page is an attribute of the frame, so the notebook's file contains it. It works without a
    server after the notebook is exported.
    """

    def __init__(self, trace: Recording, opening: Opening, height: int | None = None) -> None:
        if height is not None and height < _LEAST:
            raise UsageError(
                f"a height of {height} is too small", expected=f"{_LEAST} pixels or more"
            )
        self._trace = trace
        self._opening = opening
        self._height = height
        self._page = page_of(trace, opening, "frame" if height is None else "page")

    def __repr__(self) -> str:
        steps = len(Replay(self._trace))
        return f"<player of {printable_text(self._trace.source)}, {steps:,} steps>"

    def _repr_html_(self) -> str:
        """Return the frame, with a message below it for a notebook that is not trusted."""
        title = f"Player of {self._trace.source}"
        return _render(
            "frame.html",
            title=title,
            page=_as_markup(escape(self._page)),
            height=self._height or _HEIGHT,
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Bundle:
        """Return the frame, and the figure of the step for outputs without frames, such as PDF."""
        return {"text/html": self._repr_html_(), **self._figure, "text/plain": repr(self)}

    @cached_property
    def _figure(self) -> Bundle:
        if self._opening.predict:
            return {}  # it would show the answer
        try:
            figure = diagram_of(self._trace, step=self._opening.step, most=_MOST_NODES)
            return {"image/svg+xml": svg_of(figure)}
        except UsageError:
            return {}
