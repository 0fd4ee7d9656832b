"""Specs for the tests, and worksheets made from them."""

from __future__ import annotations

import re

from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.spec import read_spec

#: Problems of every kind, each with all parts that it can be asked for.
PROBLEMS = {
    "lecture": "{source: lecture, search: alphabeta, parts: [visits, values, windows, cutoffs, "
    "move, line, utility, counts, minimax]}",
    "after": "{source: worst-order, search: alphabeta, window: after, parts: [cutoffs, windows]}",
    "minimax": "{source: lecture, search: minimax, counts: [visited, evaluated], parts: [visits, "
    "values, move, line, utility, counts, minimax]}",
    "strict": "{source: ties, search: alphabeta, convention: cs188, parts: [visits, cutoffs, "
    "values, windows, counts]}",
    "fail-hard": '{source: deep-cutoff, convention: "aima,returns=fail-hard", parts: [values, '
    "cutoffs, visits]}",
    "below": "{source: lecture, search: alphabeta, convention: comp341, parts: [counts]}",
    "dice": "{source: dice, parts: [visits, values, move, utility, expectiminimax]}",
    "fractions": "{source: fractions, parts: [values, utility, expectiminimax]}",
    "pvs": "{source: lecture, search: pvs, parts: [values, move, utility, counts]}",
    "single": "{tree: [[3, 12], 2], players: [max], search: single, parts: [visits, values, move]}",
    "expectimax": "{source: lecture, search: expectimax, parts: [visits, values, utility]}",
    "named": "{tree: {id: a, children: {left: {id: bc, children: [1, 2]}, right: {id: d, "
    "children: [3, 4]}}}, parts: [visits, values, windows, cutoffs, move, line]}",
    "min": "{tree: [[3, 12], [2, 4], [7, 1]], root: min, search: alphabeta, parts: [visits, "
    "values, windows, cutoffs, move, line, utility]}",
    "shared": "{tree: {children: {a1: &t {id: T, children: [1, 2]}, a2: *t, a3: 5}}, "
    "search: minimax, parts: [values, move]}",
    "board": '{source: "tic-tac-toe@xo.|xo.|...", depth: 2, evaluation: open-lines, figure: tree, '
    "parts: [visits, values, windows, cutoffs, move, line, utility, counts, minimax]}",
    "cells": '{source: "tic-tac-toe@xox|oxo|...", cells: row-col, win: 10, max: to-move, parts: '
    "[visits, values, move, line, utility]}",
    "ordered": '{source: "tic-tac-toe@xox|.o.|...", order: static, parts: [move, line, utility, '
    "counts]}",
    "generated": "{generate: {plies: 3, branching: [2, 3], cutoffs: 2, unique: true}, search: "
    "alphabeta, parts: [visits, values, windows, cutoffs, move, minimax]}",
    "chance": "{generate: {plies: 3, branching: 2, chance: [1], whole: false}, parts: "
    "[expectiminimax, values, move]}",
    "chance at the root": "{generate: {plies: 2, branching: 2, chance: [0]}, parts: [utility]}",
    "min generated": "{generate: {root: min, cutoffs: 1}, search: alphabeta, parts: [cutoffs]}",
    "matrix": "{matrix: mp520, parts: [dominance, dominant, equilibria]}",
    "own matrix": "{matrix: {rows: {player: Ann, strategies: [x, y]}, columns: {player: Bob, "
    "strategies: [l, r]}, payoffs: [[3, -1], [-2, 4]]}, parts: [dominance, dominant, equilibria, "
    "utility]}",
    "hand run": "{mcts: mp520, parts: [mcts, added, expanded, move]}",
    "hand run by mean": "{mcts: mp520, selection: mean, nodes: paths, parts: {mcts: 3, added: 2}}",
}

#: Problems that are searches.
SEARCHES = {
    name: text for name, text in PROBLEMS.items() if "matrix:" not in text and "mcts:" not in text
}


def spec_of(*problems, head="title: T"):
    """A spec with these problems."""
    listed = "".join(f"  - {problem}\n" for problem in problems)
    return read_spec(f"{head}\nproblems:\n{listed}", "spec.yaml")


def set_of(*problems, head="title: T", variant=None):
    """What is made of such a spec."""
    return WorksheetMaker(spec_of(*problems, head=head)).make(variant)


def filled_text(form, answers):
    """Complete a form in text: its sections, given the answers to each problem by part."""
    sections = re.split(r"^Problem \d+.*$", form, flags=re.MULTILINE)[1:]
    for section, parts in zip(sections, answers, strict=True):
        lines = section
        for part, answer in parts.items():
            lines, count = re.subn(
                rf"^{part}:.*$", lambda _, p=part, a=answer: f"{p}: {a.text}", lines, flags=re.M
            )
            assert count == 1, (part, section)
        yield lines
