"""The page: the search's end for everyone, and what the script needs to step through it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from typing import Final

from engine.errors import UsageError
from tracer.diagram.model import printable
from tracer.export.wording import count_lines, heading, result_lines
from tracer.player.scenes import Scene, scenes_of
from tracer.player.steps import frame_fields, replay_of, step_records
from tracer.pseudocode import listing
from tracer.recording import Recording
from tracer.values import show_number
from tracer.views import Cutoffs, Visits
from tracer.visit_order import separator, visit_order

__all__ = ["SCHEMA", "Opening", "fragment_of", "page_of"]

SCHEMA: Final = "plytrace.player/1"

#: Nothing that is fetched, and no script but the page's own.
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'"
)

#: The widest that a page is on a large screen, and its edges.
_PAGE: Final = (
    ":root{color-scheme:light dark}body{margin:0 auto;padding:1rem;max-width:76rem;"
    "background:#fff}@media (prefers-color-scheme:dark){body{background:#17171b}}"
)

#: In a frame nothing depends on the frame's height, which depends on the page.
_FRAMED: Final = (
    "body{max-width:none;padding:.25rem}:root{--player-figure:26rem;--player-code:18rem}"
)


@dataclass(frozen=True, slots=True)
class Opening:
    """How a player opens.

    Args:
        step: the step that it begins with, from 0; a negative one counts from the end.
        predict: whether it begins in predict mode.
    """

    step: int = 0
    predict: bool = False


_AT_THE_START: Final = Opening()


def page_of(
    trace: Recording,
    opening: Opening = _AT_THE_START,
    *,
    framed: bool = False,
    on_progress: Callable[[int], object] | None = None,
) -> str:
    """A trace as a document of its own.

    Args:
        trace: the search.
        opening: how it opens.
        framed: whether it is for a frame in another page, which it makes as high as it is itself.
        on_progress: called with the number of visits that are done.

    Raises:
        UsageError: the trace is too large, or there is no such step.
    """
    title = escape(_one_line(heading(trace)))
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
    """A trace as a section to be pasted into a page of one's own, beside others.

    Args:
        trace: the search.
        opening: how it opens.
        on_progress: called with the number of visits that are done.

    Raises:
        UsageError: the trace is too large, or there is no such step.
    """
    return _section(trace, opening, "", on_progress)


def _section(
    trace: Recording, opening: Opening, page: str, on_progress: Callable[[int], object] | None
) -> str:
    """The player.

    Args:
        trace: the search.
        opening: how it opens.
        page: `page` or `frame` where it is alone on its page, in a window or in a frame.
        on_progress: called with the number of visits that are done.
    """
    replay = replay_of(trace)
    step = _first_step(opening.step, len(replay))
    done = 0

    def on_step(_: int) -> None:
        nonlocal done
        done += 1
        if on_progress:  # every step is gone through twice, and a visit has two
            on_progress(done // 4)

    scenes = scenes_of(trace, len(replay), on_step)
    level = "h1" if page else "h2"
    title = escape(_one_line(heading(trace)))
    data = {
        "schema": SCHEMA,
        "frame": frame_fields(trace),
        "pass": "iteration" if trace.plays_out else "pass",
        "passes": [trace.tour.entered_at(root) for root in trace.roots],
        "lines": listing(trace).lines,
        "steps": step_records(trace, replay, on_step),
        "scenes": [scene.as_data() for scene in scenes],
    }
    results = result_lines(trace)
    searched = [one for one in results if one[0] in ("search", "stopped")]
    found = [one for one in results if one not in searched]
    about = f' data-page="{page}"' if page else ""
    about += f' data-step="{step}"' if step else ""
    about += ' data-predict=""' if opening.predict else ""
    parts = [
        f'<section class="plytrace-player" tabindex="-1" aria-label="{title}"{about}>',
        f"<style>{_asset('player.css')}</style>",
        f"<{level}>{title}</{level}>",
        _facts(searched),
        f'<div class="result">{_facts(found)}</div>',
        _figures(trace, scenes),
        '<div class="stage" hidden></div>',
        _tables(trace),
        f'<script type="application/json">{_json(data)}</script>',
        f"<script>{_asset('player.js')}</script>",
        "</section>",
        "",
    ]
    return "\n".join(parts)


def _first_step(step: int, steps: int) -> int:
    if -steps <= step < steps:
        return step % steps
    raise UsageError(f"there is no step {step}", expected=f"0 to {steps - 1:,}, or −1 for the last")


def _figures(trace: Recording, scenes: Sequence[Scene]) -> str:
    """The figure of every pass at its end; without the script that of the one that counts."""
    counts = trace.roots.index(trace.root)
    figures = []
    for number, scene in enumerate(scenes):
        hidden = "" if number == counts else " hidden"
        figures.append(f'<div class="scene"{hidden}>{scene.svg}</div>')
    return f'<div class="figure" tabindex="0" aria-label="The tree">{"".join(figures)}</div>'


def _tables(trace: Recording) -> str:
    """The visits, the early returns and the counts, to be read without the script too."""
    order = escape(_one_line(separator(trace).join(visit_order(trace))))
    passes = ["pass"] if trace.has_passes else []
    window = ["α", "β"] if trace.has_window else []
    visits = (
        [
            *(str(trace.pass_at(number)) for _ in passes),
            f"{view.order:,}",
            view.id,
            view.player.name,
            *([show_number(view.alpha), show_number(view.beta)] if window else []),
            show_number(view.value),
        ]
        for number, view in enumerate(Visits(trace))
    )
    cutoffs = [
        [view.at, view.after, ", ".join(view.skipped) or "none", view.because]
        for view in Cutoffs(trace)
    ]
    early = _table(["at", "after", "skips", "because"], cutoffs) if cutoffs else ""
    return (
        '<details class="tables" open><summary>Visit order, visits and counts</summary>\n'
        f'<p class="order">{order}</p>\n{_facts(count_lines(trace))}\n'
        + (f"<h3>Early returns</h3>\n{early}\n" if early else "")
        + "<h3>Visits</h3>\n"
        + _table([*passes, "#", "node", "player", *window, "value"], visits)
        + "</details>"
    )


def _facts(pairs: Iterable[tuple[str, str]]) -> str:
    told = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(_one_line(text))}</dd></div>"
        for name, text in pairs
    )
    return f"<dl>{told}</dl>"


def _table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(_one_line(text))}</td>" for text in row) + "</tr>"
        for row in rows
    )
    return (
        f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody></table></div>"
    )


def _one_line(text: str) -> str:
    return printable(text)


def _json(data: object) -> str:
    """JSON that stands in a page as it is: no sign of it begins or ends a tag or a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    escaped = {"<": r"\u003c", ">": r"\u003e", "&": r"\u0026"}
    # A lone half of a pair of code units cannot be written as UTF-8.
    return re.sub(r"[<>&\u2028\u2029\ud800-\udfff]", lambda m: _escape(m[0], escaped), text)


def _escape(sign: str, known: dict[str, str]) -> str:
    return known.get(sign) or f"\\u{ord(sign):04x}"


def _asset(name: str) -> str:
    """A file of the page, which stands beside this module."""
    return resources.files("tracer.player").joinpath(name).read_text(encoding="utf-8").strip()
