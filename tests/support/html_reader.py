"""Read the elements, texts and data of an HTML page."""

import json
from html.parser import HTMLParser

_VOID = {"meta", "input", "br", "link", "img", "hr"}


class Page(HTMLParser):
    """Reads a page and holds that every element is closed in its turn.

    Attributes:
        elements: every element's tag and attributes, in order.
        texts: the text directly in elements, by tag.
        words: all text in order, without the styles.
    """

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self.words: list[str] = []
        self._open: list[tuple[str, list[str]]] = []
        self.feed(text)
        self.close()
        assert not self._open, f"left open: {[tag for tag, _ in self._open]}"

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in _VOID:
            self._open.append((tag, []))

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag):
        opened, parts = self._open.pop()
        assert opened == tag, f"</{tag}> closes <{opened}>"
        self.texts.setdefault(tag, []).append("".join(parts))

    def handle_data(self, data):
        if self._open:
            self._open[-1][1].append(data)
            self.words += [data] if self._open[-1][0] != "style" else []

    @property
    def players(self) -> list[dict]:
        """The data of each player."""
        return [json.loads(text) for text in self.texts["script"] if text.startswith("{")]

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}

    def all(self, tag: str) -> list[dict[str, str]]:
        """The attributes of every element with a tag."""
        return [attributes for name, attributes in self.elements if name == tag]
