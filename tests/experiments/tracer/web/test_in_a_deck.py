"""Fragments in a slide deck: deck and player do not affect each other."""

import json
import re

import pytest

from tests.support.browser import driven
from tests.support.cases import over
from tests.support.programs import CHROMIUM
from tracer import trace

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

#: Words that decks use for classes too, among them all that a player once used.
WORDS = re.findall(
    r"\w+",
    """
    controls progress slide past future stack fragment current visible code run figure scene stage
    place told sentence note score keys ask fields wrong right panes wide order pass result tables
    verdict off cut node edge value name window max min best sign paper
""",
)

#: What a deck does to the elements of its slides, as strongly as decks do.
STYLE = (
    "html { font-size: 50% } .reveal { font: 42px/1.3 serif; color: #eee; text-align: center;"
    " letter-spacing: 3px; text-transform: uppercase }"
    ".reveal .slides section { position: absolute; visibility: hidden; width: 900px }"
    ".reveal .slides section.present { visibility: visible }"
    ".reveal .slides section section { display: none }"
    ".reveal .slides section :is(h2, h3, p, dl, ol, table, td, th, button, input, code, details)"
    " { display: inline-block; margin: 33px; font: italic 40px fantasy; text-align: right;"
    " color: lime; border: 9px solid; background: purple; padding: 20px }"
    "* { font: bold 30px fantasy; letter-spacing: 3px; word-spacing: 9px; direction: rtl }"
    "svg { width: 20px; height: 20px; transform: rotate(9deg); filter: invert(1) }"
    "text, rect, polygon, polyline, path, g { stroke-dasharray: 1 9; stroke-width: 7px;"
    " font-size: 40px; text-anchor: start; opacity: .3; x: 5px; fill: lime; stroke: lime }"
    + ",".join(f".reveal .{word}, .{word}" for word in WORDS)
    + " { position: fixed; top: 0; left: 0; color: red; display: none; fill: red; stroke: red }"
)

#: A deck turns its slides by keys and the address, and has marks of its own beside the slides.
DECK = """
window.turned = [];
for (const kind of ["keydown", "keypress", "keyup"]) {
  document.addEventListener(kind, (event) => window.turned.push(`${kind} ${event.key}`));
}
window.addEventListener("hashchange", () => window.turned.push(location.hash));
"""

PLAIN = "main { width: 900px } body { font-size: 16px; line-height: 1.45; margin: 0 }"


def deck(*fragments, style=STYLE):
    slides = "".join(f"<section class='present'>{one}</section>" for one in fragments)
    return (
        f"<!DOCTYPE html><html><head><title>x</title><style>{style}</style></head>"
        f"<body><div class='reveal'><div class='slides'>{slides}</div>"
        "<aside class='controls' style='display:block'>deck</aside></div>"
        f"<script>{DECK}</script></body></html>"
    )


def fragment(source="lecture", **options):
    return trace(source, **options).export("html", fragment=True)


HELP = """
const players = [...document.querySelectorAll(".plytrace-player")];
const places = () => players.map((one) => one.querySelector(".plytrace-place").textContent);
const type = (key, where = document.activeElement, more = {}) => {
  const results = [];
  for (const kind of ["keydown", "keypress", "keyup"]) {
    const event = new KeyboardEvent(kind, { key, bubbles: true, cancelable: true, ...more });
    where.dispatchEvent(event);
    results.push(event.defaultPrevented);
  }
  return results[0];
};
const heard = () => window.turned.splice(0).filter((one) => one.startsWith("key")).length;
"""

USED = ["ArrowRight", "ArrowLeft", "End", "Home", "n", "p", "]", "[", "i", "i", "0", " ", " "]
UNUSED = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Escape", "Tab", "b", "f", "o", "s", "?",
          "Enter", "F5", "N", "1", "k"]  # fmt: skip


def test_used_keys_stop_at_the_focused_player_and_others_propagate(tmp_path):
    script = HELP + "const told = (key, where, more) => [type(key, where, more), heard()];"
    script += "players[1].focus();"
    for key in [*USED, *UNUSED]:
        script += f"found.push(told({json.dumps(key)}));"
    script += "found.push(places());"
    script += "found.push(told('ArrowRight', document.body), told('n', document.body), places());"
    for more in ("ctrlKey", "metaKey", "altKey", "shiftKey"):
        script += f"found.push(told('ArrowRight', players[1], {{ {more}: true }}));"
    script += "found.push(location.hash)"
    found = driven(deck(fragment(), fragment("dice")), script, tmp_path, link="#/1")
    used, unused = found[: len(USED)], found[len(USED) : len(USED) + len(UNUSED)]
    assert used == [[True, 0]] * len(USED)
    assert unused == [[False, 3]] * len(UNUSED)
    after, body, other, still, *others, link = found[len(USED) + len(UNUSED) :]
    assert after[0] == "step 0 of 21"
    assert body == other == [False, 3]
    assert still == after
    assert others == [[False, 3]] * 4
    assert link == "#/1"


def test_key_used_by_a_control_stops_there(tmp_path):
    script = (
        HELP
        + """
    const told = (key, where) => found.push([type(key, where), heard()]);
    const [player] = players;
    const button = player.querySelector("button");
    told(" ", button); told("Enter", button); told("Enter", player.querySelector("summary"));
    const bar = player.querySelector("input[type=range]");
    for (const key of ["ArrowRight", "ArrowUp", "PageDown", "End"]) told(key, bar);
    type("i", player);
    for (let step = 0; !player.querySelector(".plytrace-ask input"); step += 1) {
      location.hash = `#step=${step}`; dispatchEvent(new Event("hashchange"));
    }
    const field = player.querySelector(".plytrace-ask input");
    heard(); field.focus();
    for (const key of ["n", "3", "ArrowRight", "Home", "Backspace", "Enter"]) told(key, field);
    told("Tab", field); told("F5", field); told("Escape", field);
    found.push(document.activeElement === player);
    """
    )
    *native, tab, function, escape, focus = driven(deck(fragment()), script, tmp_path)
    assert native == [[False, 0]] * 13
    assert tab == function == [False, 3]
    assert escape == [True, 0] or escape == [True, 2]
    assert focus


@over(
    "link",
    ["", "#", "#/1", "#/2/3?a=b&c", "#intro", "#step", "#a=1&step=x", "#%2F1", "#step=x"],
    ms=45,
)
def test_address_of_the_host_page_is_unchanged(link, tmp_path):
    script = (
        HELP
        + """
    const length = history.length;
    players[0].focus(); type("ArrowRight"); type("n"); type("End");
    players[1].querySelector("button").click(); type("ArrowRight", players[1]);
    found.push(location.href, places(), history.length - length, window.turned.includes("#"));
    """
    )
    page = deck(fragment(), fragment())
    href, places, longer, _ = driven(page, script, tmp_path, link=link)
    assert href.partition("page.html")[2] == link
    assert places == ["step 21 of 21", "step 1 of 21"]
    assert longer == 0


def test_standalone_page_updates_its_address_unless_it_is_foreign(tmp_path):
    text = trace("lecture").export("html")
    script = "press('ArrowRight'); press('ArrowRight'); found.push(location.hash)"
    for link, after in {"": "#step=2", "#step=4": "#step=6", "#/1": "#/1", "#x=1": "#x=1"}.items():
        assert driven(text, script, tmp_path, link=link) == [after]


#: Where everything stands and how it looks, of what is to be seen of a player.
LOOKS = """
const [player] = document.querySelectorAll(".plytrace-player");
const corner = player.getBoundingClientRect();
const all = [player, ...player.querySelectorAll("*")].filter((one) => one.checkVisibility());
found.push(...all.map((one) => {
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  return [one.tagName, one.className.baseVal ?? one.className,
    ...[box.left - corner.left, box.top - corner.top, box.width, box.height].map(Math.round),
    ...["color", "backgroundColor", "fontSize", "fontStyle", "fontFamily", "textAlign",
      "textTransform", "letterSpacing", "position", "fill", "stroke", "visibility", "direction",
      "fontWeight", "strokeWidth", "strokeDasharray", "textAnchor", "opacity", "transform",
      "filter"]
      .map((name) => style[name])];
}));
"""


@over("predict", [False, True], ms=45)
def test_player_looks_the_same_in_any_page(predict, tmp_path):
    script = "one('.plytrace-player').dispatchEvent(new KeyboardEvent('keydown', {key: 'n'}));"
    if predict:
        script += "one('.plytrace-player').dispatchEvent(new KeyboardEvent('keydown', {key: 'i'}));"
    made = fragment("deep-cutoff")
    plain = f"<!DOCTYPE html><html><head><title>x</title><style>{PLAIN}</style></head>"
    plain += f"<body><main>{made}</main></body></html>"
    (tmp_path / "plain").mkdir()
    expected = driven(plain, script + LOOKS, tmp_path / "plain")
    assert len(expected) > 60
    for mine, theirs in zip(driven(deck(made), script + LOOKS, tmp_path), expected, strict=True):
        assert mine == theirs


def test_player_changes_nothing_around_it(tmp_path):
    around = "".join(f"<p class='{word}'>x</p><input class='{word}'>" for word in WORDS)
    around += "<h2>x</h2><table><tr><td>x</td></tr></table><button>x</button><svg class='node'/>"
    script = """found.push(Object.keys(window).filter((name) => name !== "refused").sort().join(),
      [...one("main").querySelectorAll("*")].map((each) => {
        const style = getComputedStyle(each);
        return [...style].map((name) => style[name]).join(";");
      }))"""
    page = "<!DOCTYPE html><html><head><title>x</title></head><body><main>{}</main>{}</body></html>"
    (tmp_path / "bare").mkdir()
    bare = driven(page.format(around, ""), script, tmp_path / "bare", size=(1200, 8000))
    with_player = page.format(around, fragment())
    assert driven(with_player, script, tmp_path, size=(1200, 8000)) == bare


def test_a_hidden_slide_hides_its_player(tmp_path):
    page = deck(fragment()).replace("<section class='present'>", "<section>")
    script = "found.push(getComputedStyle(one('.plytrace-sentence')).visibility)"
    assert driven(page, script, tmp_path) == ["hidden"]


def test_the_current_node_is_in_view_in_an_enlarged_slide(tmp_path):
    made = fragment([[[n, n + 1] for n in range(m, m + 12, 2)] for m in range(0, 72, 12)])
    page = "<!DOCTYPE html><html><head><title>x</title></head><body style='margin:0'>"
    large = "width:500px;transform:scale(2);transform-origin:0 0"
    page += f"<div style='{large}'>{made}</div></body></html>"
    script = (
        HELP
        + """
    const figure = one(".plytrace-figure");
    const inside = () => {
      const [outer, box] = [figure, one(".plytrace-scene:not([hidden]) .plytrace-current")]
        .map((each) => each.getBoundingClientRect());
      return outer.left <= box.left && box.right <= outer.right;
    };
    found.push(figure.scrollWidth > 2 * figure.clientWidth);
    const last = Number(one("input[type=range]").max);
    const missed = [];
    for (let step = 0; step < last - 1; step += 1) {
      if (!inside()) missed.push(step);
      type("ArrowRight", players[0]);
    }
    found.push(missed);
    """
    )
    assert driven(page, script, tmp_path) == [True, []]


@over(("width", "beside"), [(440, False), (900, True)], ms=45)
def test_panes_are_side_by_side_if_the_player_is_wide_enough(width, beside, tmp_path):
    page = "<!DOCTYPE html><html><head><title>x</title></head><body>"
    page += f"<div style='width:{width}px'>{fragment('lecture')}</div></body></html>"
    script = """
    const [code, stack] = one(".plytrace-panes").children;
    found.push(stack.getBoundingClientRect().left >= code.getBoundingClientRect().right,
      stack.scrollWidth - stack.clientWidth);
    """
    assert driven(page, script, tmp_path) == [beside, 0]


def test_a_slide_sets_the_heights_of_figure_and_code(tmp_path):
    sizes = "--plytrace-player-figure: 6rem; --plytrace-player-code: 7rem"
    style = f"<style>section {{ {sizes} }}</style></head>"
    page = deck(fragment("best-order"), style="").replace("</head>", style)
    script = "found.push(...['.plytrace-figure', '.plytrace-code'].map((s) => one(s).offsetHeight))"
    assert driven(page, script, tmp_path) == [96, 112]
