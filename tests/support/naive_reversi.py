"""An independent Reversi: dictionaries of cells, walked one by one.

Nothing here is shared with the package.
"""

from dataclasses import dataclass

OTHER = {"B": "W", "W": "B"}


def cells_of(rows: list[str]) -> dict[tuple[int, int], str]:
    return {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}


def flips(cells, who, at):
    """Return the set of cells that a disc would flip; empty if the move is illegal."""
    if cells[at] != ".":
        return set()
    flipped = set()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            run = []
            r, c = at[0] + down, at[1] + right
            while cells.get((r, c)) == OTHER[who]:
                run.append((r, c))
                r, c = r + down, c + right
            if (down or right) and cells.get((r, c)) == who:
                flipped.update(run)
    return flipped


def moves(cells, who):
    return [at for at in sorted(cells) if flips(cells, who, at)]


def placed(cells, who, at):
    return {**cells, at: who, **dict.fromkeys(flips(cells, who, at), who)}


def is_over(cells):
    return not moves(cells, "B") and not moves(cells, "W")


def difference(cells):
    signs = list(cells.values())
    return signs.count("B") - signs.count("W")


@dataclass
class Found:
    """What minimax finds: the value, the turns of the line, and how many nodes there are."""

    value: int
    line: list[tuple[str, int, int]]
    visits: int = 1
    terminals: int = 0


def minimax(cells, who) -> Found:
    """Minimax over turns (player, row, column); a pass is (player, -1, -1), as is the end."""
    if is_over(cells):
        return Found(difference(cells), [(who, -1, -1)], 1, 1)
    best, visits, terminals = None, 1, 0
    for at in moves(cells, who) or [(-1, -1)]:
        after = cells if at == (-1, -1) else placed(cells, who, at)
        found = minimax(after, OTHER[who])
        visits, terminals = visits + found.visits, terminals + found.terminals
        better = best is None or (
            found.value > best.value if who == "B" else found.value < best.value
        )
        if better:
            best = Found(found.value, [(who, *at), *found.line])
    return Found(best.value, best.line, visits, terminals)
