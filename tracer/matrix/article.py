"""The analysis of a game as an article."""

from __future__ import annotations

from tracer.matrix.analysis import MatrixAnalysis
from tracer.matrix.report import introduce_matrix, list_sections, make_matrix_table
from tracer.text.article.article import BOLD, Article, Block, Bullets, Heading, Paragraph, Table


def make_article(analysis: MatrixAnalysis) -> Article:
    """Return the matrix as a table and the analysis as lists."""
    game = analysis.game
    best = "Best responses are bold; a pair in which both are is an equilibrium."
    head, *rows = make_matrix_table(analysis, (BOLD, BOLD))
    head[0] = f"{game.rows.name} \\ {game.columns.name}"
    blocks: list[Block] = [
        Paragraph(text) for text in (game.description, introduce_matrix(analysis), best) if text
    ]
    blocks.append(Table(head, rows, frozenset(range(len(head)))))
    for section in list_sections(analysis):
        blocks += [Heading(section.title), Bullets(section.lines)]
    return Article(game.name or "Payoff matrix", blocks)
