"""Reversi: bit 8 * row + column for a cell, for any size of the board.

So a step in a direction is the same shift on every board, and row by row stays row by row. Cells
outside a smaller board are neither free nor anyone's, which ends every run there.
"""

cdef enum:
    NO_ESTIMATE
    DISCS
    MOBILITY
    CELLS

cdef u64 NOT_LEFT = 0xFEFEFEFEFEFEFEFE
cdef u64 NOT_RIGHT = 0x7F7F7F7F7F7F7F7F

ctypedef struct Reversi:
    u64 board
    int longest  # the most discs that a move can flip in one direction
    int near_end  # the empty cells at which `solve` neither ranks moves nor keeps positions
    int groups
    u64 group[64]  # the cells in the static order
    int estimate
    int weighted
    u64 among[64]  # the cells of each weight
    int64_t weight[64]


cdef inline u64 up(u64 mine, u64 theirs, int shift, u64 arrivals, int longest) noexcept nogil:
    """Where runs of theirs that begin beside mine end, in a direction of higher bits."""
    cdef u64 on = theirs & arrivals
    cdef u64 run = mine << shift & on
    cdef int more
    for more in range(longest - 1):
        run |= run << shift & on
    return run << shift & arrivals


cdef inline u64 down(u64 mine, u64 theirs, int shift, u64 arrivals, int longest) noexcept nogil:
    """The same in a direction of lower bits."""
    cdef u64 on = theirs & arrivals
    cdef u64 run = mine >> shift & on
    cdef int more
    for more in range(longest - 1):
        run |= run >> shift & on
    return run >> shift & arrivals


cdef inline u64 placements(const Reversi *g, u64 mine, u64 theirs) noexcept nogil:
    """The empty cells where a disc of mine would flip at least one of theirs."""
    cdef int n = g.longest
    return g.board & ~(mine | theirs) & (
        up(mine, theirs, 1, NOT_LEFT, n) | down(mine, theirs, 1, NOT_RIGHT, n)
        | up(mine, theirs, 8, ~<u64> 0, n) | down(mine, theirs, 8, ~<u64> 0, n)
        | up(mine, theirs, 9, NOT_LEFT, n) | down(mine, theirs, 9, NOT_RIGHT, n)
        | up(mine, theirs, 7, NOT_RIGHT, n) | down(mine, theirs, 7, NOT_LEFT, n)
    )


cdef inline u64 flipped_up(u64 mine, u64 theirs, u64 cell, int shift, u64 arrivals) noexcept nogil:
    """The discs of theirs between a cell and mine, in a direction of higher bits."""
    cdef u64 front = cell << shift & arrivals
    cdef u64 run = 0
    while front & theirs:
        run |= front
        front = front << shift & arrivals
    return run if front & mine else 0


cdef inline u64 flipped_down(
    u64 mine, u64 theirs, u64 cell, int shift, u64 arrivals
) noexcept nogil:
    """The same in a direction of lower bits."""
    cdef u64 front = cell >> shift & arrivals
    cdef u64 run = 0
    while front & theirs:
        run |= front
        front = front >> shift & arrivals
    return run if front & mine else 0


cdef inline u64 flips(u64 mine, u64 theirs, u64 cell) noexcept nogil:
    """The discs of theirs that a disc of mine, placed at an empty cell, flips."""
    return (
        flipped_up(mine, theirs, cell, 1, NOT_LEFT) | flipped_down(mine, theirs, cell, 1, NOT_RIGHT)
        | flipped_up(mine, theirs, cell, 8, ~<u64> 0)
        | flipped_down(mine, theirs, cell, 8, ~<u64> 0)
        | flipped_up(mine, theirs, cell, 9, NOT_LEFT)
        | flipped_down(mine, theirs, cell, 9, NOT_RIGHT)
        | flipped_up(mine, theirs, cell, 7, NOT_RIGHT)
        | flipped_down(mine, theirs, cell, 7, NOT_LEFT)
    )


cdef inline bint over_reversi(
    const Reversi *g, u64 x, u64 o, int side, u64 *moves, double *value
) noexcept nogil:
    """Whether neither side can place a disc; else where the side to move can."""
    cdef u64 mine = x if side == MAX else o
    cdef u64 theirs = o if side == MAX else x
    moves[0] = placements(g, mine, theirs)
    if moves[0] or placements(g, theirs, mine):
        return False
    value[0] = bits_in(x) - bits_in(o)
    return True


cdef inline double estimate_reversi(const Reversi *g, u64 x, u64 o) noexcept nogil:
    """The evaluations of `engine.games.reversi_evaluations`."""
    cdef int64_t total = 0
    cdef int at
    if g.estimate == DISCS:
        total = bits_in(x) - bits_in(o)
    elif g.estimate == MOBILITY:
        total = bits_in(placements(g, x, o)) - bits_in(placements(g, o, x))
    else:
        for at in range(g.weighted):
            total += g.weight[at] * (bits_in(x & g.among[at]) - bits_in(o & g.among[at]))
    return <double> total


cdef class ReversiBoard(BoardGame):
    """An `engine.games.reversi.Reversi`, and a position."""

    cdef Reversi game

    def __init__(self, object game, object state, object formula):
        board = game.board
        bits = [1 << (8 * row + column)
                for row in range(board.rows) for column in range(board.columns)]
        self.begin_sides(state, board.full)
        self.x, self.o = spread(state[0], bits), spread(state[1], bits)
        self.game.board = spread(board.full, bits)
        self.game.longest = max(board.rows, board.columns) - 2
        self.game.groups = board.cells
        self.game.near_end = game.near_end
        order = sorted(range(board.cells), key=lambda cell: game.priority(state, cell))
        for place, cell in enumerate(order):
            self.game.group[place] = bits[cell]
        # Every disc that is placed may be followed by a pass, and two passes end the game.
        self.plies = 2 * (board.cells - bits_in(self.x | self.o)) + 2
        self.widest = board.cells
        self.keys = 65  # the cells, and the pass
        if formula is not None:
            self.read(formula, bits)

    cdef int read(self, object formula, list bits) except -1:
        """Read an evaluation."""
        self.game.estimate = {"discs": DISCS, "mobility": MOBILITY, "cells": CELLS}[formula[0]]
        if self.game.estimate == CELLS:
            among = {}
            for bit, weight in zip(bits, formula[1]):
                among[weight] = among.get(weight, 0) | bit
            self.game.weighted = len(among)
            for at, (weight, cells) in enumerate(among.items()):
                self.game.weight[at] = weight
                self.game.among[at] = cells
        return 0

    cdef void search(self, Search *s) noexcept:
        start(s, &self.game, self)


cdef object spread(object cells, list bits):
    """A set of cells, each at its bit here."""
    return sum(bit for cell, bit in enumerate(bits) if cells >> cell & 1)
