"""What the screen of a search by hand asks, and the keys for the choices."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text
from textual.widget import Widget

from engine.game import Player
from tracer.hands.events import Need, read_sum
from tracer.hands.hand_work import HandWork
from tracer.text.numbers import show_number
from tui.appearance.theme import uses_ascii, with_symbols

#: The characters of a number; `i` stands for `inf`.
LETTERS = "0123456789.-/+*i"


class TypedNumbers:
    """One field, or two for a window."""

    def __init__(self) -> None:
        self.texts = ["", ""]
        #: The field that is typed into, from 0.
        self.field = 0
        self._is_refused = [False, False]  # the next character replaces the text of these

    def refuse(self) -> None:
        """Keep the texts to be seen or erased in part; the next character replaces them."""
        self._is_refused = [True, True]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not any(self.texts)

    def type(self, letter: str) -> None:
        """Add a character to the current field."""
        if self._is_refused[self.field]:
            self.texts[self.field] = ""
        self._is_refused[self.field] = False
        self.texts[self.field] += "inf" if letter == "i" else letter

    def erase(self) -> bool:
        """Erase the last character of the current field; return whether there was one."""
        text = self.texts[self.field]
        self._is_refused[self.field] = False
        self.texts[self.field] = text[:-3] if text.endswith("inf") else text[:-1]
        return bool(text)

    def swap(self) -> None:
        """Type into the other field."""
        self.field = 1 - self.field

    def read(self, need: Need) -> list[float | None]:
        """Return the numbers that are typed; None for an empty field."""
        count = 2 if need is Need.WINDOW else 1
        return [read_sum(text) if text else None for text in self.texts[:count]]


_SIGNS = {Player.MAX: "△", Player.MIN: "▽", Player.CHANCE: "○"}
_KEY = Style(bold=True)
_FIELD = Style(underline=True)
_ACTIVE = Style(bold=True, reverse=True)
#: Cells of an empty field.
_FIELD_WIDTH = 6
#: Most characters of the names of children that a cut would skip.
_LONGEST_LIST = 24


def prompt_text(
    widget: Widget, work: HandWork, typed: TypedNumbers, chosen: int, target: int | None
) -> Text:
    """Return the question, and the same choices whether or not one of them is right."""
    prompt = _Prompt(widget, work, typed)
    match work.need:
        case Need.WINDOW:
            prompt.ask_window()
        case Need.RETURN:
            prompt.ask_returned()
        case Need.MOVE:
            prompt.ask_move(chosen)
        case _:
            prompt.ask_step(target)
    return prompt.text


class _Prompt:
    def __init__(self, widget: Widget, work: HandWork, typed: TypedNumbers) -> None:
        self.widget = widget
        self.work = work
        self.typed = typed
        self.text = Text(overflow="fold", end="")
        player = work.frame.player
        self.sign = _SIGNS[player]
        self.who = "chance" if player is Player.CHANCE else player.name

    def add(self, words: str, style: Style | str = "") -> None:
        """Add words."""
        self.text.append(with_symbols(self.widget, words), style)

    def add_node(self) -> None:
        """Add the current node with its sign, which the whole screen replaces in ASCII."""
        self.text.append(f"{self.sign} ", "bold")
        self.add(self.work.name, "bold")

    def offer(self, *choices: tuple[str, str]) -> None:
        """Add keys with what they do."""
        for key, what in choices:
            self.text.append(_key_name(self.widget, key), _KEY)
            self.add(f" {what}   ")

    def field(self, place: int) -> None:
        """Add a field to type into."""
        shown = self.typed.texts[place]
        style = _ACTIVE if place == self.typed.field else _FIELD
        self.text.append(f" {shown:<{_FIELD_WIDTH - 1}}", style)

    def ask_window(self) -> None:
        """Ask for the window on entry."""
        self.add_node()
        self.add(" is entered. With which window?\n")
        for place, letter in enumerate("αβ"):
            self.add(f" {letter} ")
            self.field(place)
            self.add(" ")
        self.add(" empty: infinite\n")
        self.offer(("0-9", "type"), ("Tab", "other end"), ("Enter", "done"))

    def ask_returned(self) -> None:
        """Ask for the value that a node returns."""
        self.add_node()
        self.add(f": v = {show_number(self.work.frame.v)}. ", "bold")
        self.add("Which value does it return?\n ")
        self.field(0)
        self.add("\n")
        self.offer(("0-9", "type"), ("Enter", "done"))

    def ask_move(self, chosen: int) -> None:
        """Ask for the move at the root."""
        work = self.work
        self.add(f"{work.name} = {show_number(work.trace.log.value[0])}. Which move is it?\n")
        for action in range(len(work.root.moves)):
            style = _ACTIVE if action == chosen else ""
            self.add(f" {work.child_name(action)} ", style)
        self.add("\n")
        self.offer(("← →", "choose"), ("Enter", "this one"))

    def ask_step(self, target: int | None) -> None:
        """Ask what follows."""
        work, frame = self.work, self.work.frame
        v = f", v = {show_number(frame.v)}" if frame.visited else ""
        if work.need is Need.VALUE:
            came = f"{work.short_name(work.returned)} returned {show_number(work.came)}"
            self.add(f"{came} to ", "bold")
            self.add_node()
            self.add(f" ({self.who}){v}\n", "bold")
            if not self.typed.is_empty:
                self.add("v = ")
                self.field(0)
                self.add("\n")
                self.offer(("Enter", "write"), ("Esc", "erase"))
                return
            if frame.player is Player.CHANCE:
                self.offer(("0-9", "the new sum, such as 2+1/2*3"))
            else:
                self.offer(("Enter", f"take {show_number(work.came)} up"), ("0-9", "another v"))
            self.add("\n")
        else:
            self.add("You are at ", "bold")
            self.add_node()
            self.add(f" ({self.who}){v}\n", "bold")
        if target is None:
            parent = work.trace.log.parent[frame.row]
            to = f" to {work.short_name(parent)}" if parent >= 0 else ""
            self.offer(("↑", f"return{to}"))
            return
        self.offer(("↓", f"visit {work.child_name(target)}"))
        if frame.visited and work.windowed:
            names = work.child_names(frame.children_left)
            if len(names) > _LONGEST_LIST:
                names = f"{len(frame.children_left)} children"
            self.offer(("x", f"cut {names}"))


def _key_name(widget: Widget, key: str) -> str:
    """Return the name of a key; arrows have words in ASCII."""
    if not uses_ascii(widget):
        return key
    words = {"↓": "Down", "↑": "Up", "← →": "Left Right"}
    return words.get(key, key)
