"""The formats of articles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tracer.text.article.article import Article
from tracer.text.article.html import page_of_article
from tracer.text.article.latex import format_latex
from tracer.text.article.md import format_markdown


#: The function that returns an article as text, by the format's name.
ARTICLE_FORMATS: Final[Mapping[str, Callable[[Article], str]]] = MappingProxyType(
    {"md": format_markdown, "html": page_of_article, "latex": format_latex}
)
