"""The HTML page: the end of the search without a script, and the data of its steps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib import resources
from typing import Any, Final

from engine.errors import UsageError
from engine.text import Bundle
from tracer.drawing.print.diagrams import diagram_of
from tracer.drawing.print.svg_figure import svg_of
from tracer.recording.recording import Recording
from tracer.steps.pseudocode import listing
from tracer.steps.replay import Replay
from tracer.steps.result_words import count_lines, heading, result_lines, separator, visit_order
from tracer.steps.visit_views import Cutoffs, Visits
from tracer.text.numbers import show_number
from tracer.text.printable_text import printable_text
from tracer.web.pass_figures import PassFigure, page_types, pass_figures
from tracer.web.step_records import frame_fields, page_replay, step_records

SCHEMA: Final = "plytrace.player/1"

#: The page fetches nothing and runs only its own script.
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'"
)

#: The largest width and the margins of a page.
_PAGE: Final = (
    ":root{color-scheme:light dark}body{margin:0 auto;padding:1rem;max-width:76rem;"
    "background:#fff}@media (prefers-color-scheme:dark){body{background:#17171b}}"
)

#: In a frame no size depends on the frame's height, since that depends on the page.
_FRAMED: Final = (
    "body{max-width:none;padding:.25rem}"
    ":root{--plytrace-player-figure:26rem;--plytrace-player-code:18rem}"
)


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
    *,
    framed: bool = False,
    on_progress: Callable[[int], object] | None = None,
) -> str:
    """Return a trace as a complete HTML document."""
    title = escape(_title(trace, opening))
    section = _section(trace, opening, "frame" if framed else "page", on_progress)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{title} · plytrace</title>\n<style>{_PAGE}{_FRAMED if framed else ''}</style>\n"
        f"</head>\n<body>\n<main>\n{section}</main>\n</body>\n</html>\n"
    )


def fragment_of(
    trace: Recording,
    opening: Opening = _AT_THE_START,
    *,
    on_progress: Callable[[int], object] | None = None,
) -> str:
    """Return a trace as a section to paste into your own page."""
    return _section(trace, opening, "", on_progress)


def _section(
    trace: Recording, opening: Opening, page: str, on_progress: Callable[[int], object] | None
) -> str:
    """Return the player."""
    replay = page_replay(trace)
    step = _first_step(opening.step, len(replay))
    done = 0

    def on_step(_: int) -> None:
        nonlocal done
        done += 1
        if on_progress:  # each step is processed twice, and a visit has two steps
            on_progress(done // 4)

    types = page_types(trace)
    scenes = pass_figures(trace, len(replay), on_step, typed=bool(types))
    level = "h1" if page else "h2"
    title = escape(_title(trace, opening))
    data: dict[str, object] = {
        "schema": SCHEMA,
        "frame": frame_fields(trace),
        "pass": "iteration" if trace.uses_playouts else "pass",
        "passes": [trace.tour.entered_at(root) for root in trace.roots],
        "lines": listing(trace).lines,
        "steps": step_records(trace, replay, on_step),
        "scenes": [scene.as_data() for scene in scenes],
    }
    if types:
        data["critical"] = types
    results = result_lines(trace)
    searched = [one for one in results if one[0] in ("search", "stopped")]
    found = [one for one in results if one not in searched]
    about = f' data-plytrace-page="{page}"' if page else ""
    about += f' data-plytrace-step="{step}"' if step else ""
    about += ' data-plytrace-predict=""' if opening.predict else ""
    parts = [
        f'<div class="plytrace-player" role="region" tabindex="-1" aria-label="{title}"{about}>',
        f"<style>{_read_asset('player.css')}</style>",
        f"<{level}>{title}</{level}>",
        _facts(searched),
        *_rules(trace),
        f'<div class="plytrace-result">{_facts(found)}</div>',
        _figures(trace, scenes),
        '<div class="plytrace-stage" hidden></div>',
        _tables(trace, "h2" if page else "h3"),
        f'<script type="application/json">{_json(data)}</script>',
        f"<script>{_read_asset('player.js')}</script>",
        "</div>",
        "",
    ]
    return "\n".join(parts)


def _title(trace: Recording, opening: Opening) -> str:
    return _one_line(opening.title or heading(trace.source, trace.title))


def _rules(trace: Recording) -> Iterator[str]:
    """Yield a paragraph with the rules of the game; nothing for a tree."""
    game = trace.game
    text = " ".join(filter(None, (game.rules, game.move_naming if game.rules else "")))
    if text:
        yield f'<p class="plytrace-rules">{escape(_one_line(text))}</p>'


def _first_step(step: int, steps: int) -> int:
    if -steps <= step < steps:
        return step % steps
    raise UsageError(f"there is no step {step}", expected=f"0 to {steps - 1:,}, or −1 for the last")


def _figures(trace: Recording, scenes: Sequence[PassFigure]) -> str:
    """Return the final figure of every pass; only the decisive one shows without the script."""
    counts = trace.roots.index(trace.root)
    figures = []
    for number, scene in enumerate(scenes):
        hidden = "" if number == counts else " hidden"
        figures.append(f'<div class="plytrace-scene"{hidden}>{scene.svg}</div>')
    return (
        '<div class="plytrace-figure" role="group" tabindex="0" aria-label="The tree">'
        f"{''.join(figures)}</div>"
    )


def _tables(trace: Recording, level: str) -> str:
    """Return the tables of visits, early returns and counts, readable without the script."""
    order = escape(_one_line(separator(trace).join(visit_order(trace))))
    passes = ["pass"] if trace.has_passes else []
    window = ["α", "β"] if trace.has_window else []
    visits = (
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
    cutoffs = [
        [view.at, view.after, ", ".join(view.skipped) or "none", view.because]
        for view in Cutoffs(trace)
    ]
    heads = ["at", "after", "skips", "because"]
    early = _table("Early returns", level, heads, cutoffs) if cutoffs else ""
    return (
        '<details class="plytrace-tables" open><summary>Visit order, visits and counts</summary>\n'
        f'<p class="plytrace-order">{order}</p>\n{_facts(count_lines(trace))}\n'
        + early
        + _table("Visits", level, [*passes, "#", "node", "player", *window, "value"], visits)
        + "</details>"
    )


def _facts(pairs: Iterable[tuple[str, str]]) -> str:
    items = "".join(
        f"<div><dt>{escape(name)}</dt> <dd>{escape(_one_line(text))}</dd></div>\n"
        for name, text in pairs
    )
    return f"<dl>{items}</dl>"


def _table(title: str, level: str, names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table below its heading; it scrolls if it is wider than the page."""
    # The spaces separate the words for indexes that only remove tags.
    head = " ".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "\n".join(
        "<tr>" + " ".join(f"<td>{escape(_one_line(text))}</td>" for text in row) + "</tr>"
        for row in rows
    )
    return (
        f"<{level}>{title}</{level}>\n"
        f'<div class="plytrace-wide" role="group" tabindex="0" aria-label="{title}">'
        f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>\n"
    )


def _one_line(text: str) -> str:
    return printable_text(text)


def _json(data: object) -> str:
    """Return JSON that is safe in a page: no character begins or ends a tag or a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    escaped = {"<": r"\u003c", ">": r"\u003e", "&": r"\u0026"}
    # A lone surrogate cannot be written as UTF-8.
    return re.sub(r"[<>&\u2028\u2029\ud800-\udfff]", lambda m: _escape(m[0], escaped), text)


def _escape(sign: str, known: dict[str, str]) -> str:
    return known.get(sign) or f"\\u{ord(sign):04x}"


def _read_asset(name: str) -> str:
    """Return the text of a file in this package."""
    return resources.files("tracer.web").joinpath(name).read_text(encoding="utf-8").strip()


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
        self._page = page_of(trace, opening, framed=height is None)

    def __repr__(self) -> str:
        steps = len(Replay(self._trace))
        return f"<player of {printable_text(self._trace.source)}, {steps:,} steps>"

    def _repr_html_(self) -> str:
        """Return the frame, with a message below it for a notebook that is not trusted."""
        page = escape(self._page)  # without < and >, which search indexes take for tags
        title = escape(printable_text(f"Player of {self._trace.source}"))
        place = "grid-area:1/1;width:100%"
        return (
            '<div style="display:grid"><div style="grid-area:1/1">Trust this notebook to see the '
            f'player.</div><iframe title="{title}" srcdoc="{page}" '
            f'style="{place};height:{self._height or _HEIGHT}px;border:0"></iframe></div>'
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
