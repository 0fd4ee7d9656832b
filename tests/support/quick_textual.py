"""Parts of Textual that do the same in less time, for hundreds of tests that start a screen.

Stylesheet   the styles of a widget are found once for all widgets in the same place
Strip        the stores of a line are made when something is put into them
signatures   are read once for all functions with the same code
"""

from collections.abc import Callable
from inspect import signature
from types import CodeType, FunctionType
from typing import Any

from textual.app import App
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.strip import Strip

_APPLY = Stylesheet.apply
_REPLACE_RULES = Stylesheet.replace_rules.__func__

#: What rules may ask for that is so for all of an application.
_OF_APP = {"dark", "light", "inline", "ansi", "nocolor"}


class QuickStyles:
    """What is known of styles, and the two functions that stand in for Textual's.

    The same rules give the same styles to two widgets if these and all that they are in have the
    same types, names, classes and pseudo-classes, as far as any of the rules asks for them. Rules
    that ask for a place among others are left to Textual.
    """

    def __init__(self) -> None:
        self.sheets: dict[tuple[int, ...], dict[Any, _Rules]] = {}
        self.rules: dict[tuple[int, ...], _Rules] = {}
        self.replaced: dict[DOMNode, RulesMap] = {}

    def apply(self, sheet: Stylesheet, node: DOMNode, *, animate: bool = False, **_: Any) -> None:
        """Stand in for `Stylesheet.apply`."""
        rules = self._rules_of(sheet, node)
        place = None if rules.are_about_others else rules.place(node)
        if place in rules.styles:
            flags, styles = rules.styles[place]
            for flag, value in flags.items():
                setattr(node, flag, value)
            if styles is not None:
                sheet.replace_rules(node, styles, animate=animate)
            sheet._process_component_classes(node)
            return
        self.replaced.pop(node, None)
        _APPLY(sheet, node, animate=animate)
        styles = self.replaced.pop(node, None)
        if place is not None:
            flags = {flag: getattr(node, flag) for flag in _FLAGS}
            rules.styles[place] = flags, styles

    def replace_rules(self, node: DOMNode, rules: RulesMap, animate: bool = False) -> None:
        """Stand in for `Stylesheet.replace_rules`: nothing is set that is so already."""
        self.replaced[node] = rules
        if node.styles.base._rules == rules:
            node.notify_style_update()
        else:
            _REPLACE_RULES(Stylesheet, node, rules, animate)

    def _rules_of(self, sheet: Stylesheet, node: DOMNode) -> "_Rules":
        """Return the rules that may be about a widget of this type, with its name and classes."""
        every = sheet.rules
        if getattr(sheet, "known_rules", None) is not every:
            key = tuple(map(id, every))
            sheet.known_rules = every
            sheet.known = self.sheets.setdefault(key, {None: _Rules(every)})
        look = (type(node), node._id, frozenset(node._classes))
        if look not in sheet.known:
            names = sheet.rules_map.keys() & node._selector_names
            wanted = {id(rule) for name in names for rule in sheet.rules_map[name]}
            some = [rule for rule in every if id(rule) in wanted]
            key = tuple(map(id, some))
            if key not in self.rules:
                self.rules[key] = _Rules(some)
            sheet.known[look] = self.rules[key]
        return sheet.known[look]


_FLAGS = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")


class _Rules:
    """Some rules, and the styles that they give."""

    def __init__(self, rules: list[Any]) -> None:
        self.kept = rules  # nothing else gets their identities
        asked = set().union(*(rule.pseudo_classes for rule in rules))
        self.are_about_others = bool(asked & Stylesheet._EXCLUDE_PSEUDO_CLASSES_FROM_CACHE)
        self.of_app = sorted(asked & _OF_APP)
        self.of_each = sorted(asked - _OF_APP)
        #: Whether any rule asks for more than the widget itself.
        self.ask_for_path = any(
            len(one.selectors) > 1 for rule in rules for one in rule.selector_set
        )
        self.styles: dict[Any, tuple[dict[str, bool], RulesMap | None]] = {}

    def place(self, node: DOMNode) -> tuple[Any, ...] | None:
        """Return all that these rules can ask for; None if the widget is in no application."""
        path = node.css_path_nodes
        app = path[0]
        if not isinstance(app, App):
            return None
        place: list[Any] = [app.has_pseudo_class(name) for name in self.of_app]
        for one in path if self.ask_for_path else [node]:
            place += type(one), one._id, frozenset(one._classes)
            place += [one.has_pseudo_class(name) for name in self.of_each]
        return tuple(place)


_STORES = frozenset(
    name for name in Strip.__slots__ if name.endswith("_cache") and name != "_render_cache"
)


def begin_strip(strip: Strip, segments: Any, cell_length: int | None = None) -> None:
    """Stand in for `Strip.__init__`, which makes seven stores; most lines never use one."""
    strip._segments = list(segments)
    strip._cell_length = cell_length
    strip._render_cache = strip._link_ids = strip._cell_count = None


def make_store(strip: Strip, name: str) -> dict[Any, Any]:
    """Make a store of a line when it is looked for."""
    if name not in _STORES:
        raise AttributeError(name)
    store: dict[Any, Any] = {}
    setattr(strip, name, store)
    return store


_COUNTED: dict[CodeType, int] = {}


def count_parameters(function: Callable[..., Any]) -> int:
    """Stand in for what reads the signature of every function anew, closures as well."""
    if not isinstance(function, FunctionType) or function.__dict__:
        return len(signature(function).parameters)
    code = function.__code__
    if code not in _COUNTED:
        _COUNTED[code] = len(signature(function).parameters)
    return _COUNTED[code]
