"""Tic-tac-toe and the m,n,k games: a cell is its number less 1, as in `engine.games.mnk`."""

ctypedef struct InARow:
    Lines lines
    u64 full
    int groups
    u64 group[64]  # the cells in the static order


cdef inline bint over_in_a_row(
    const InARow *g, u64 x, u64 o, int side, bint root, u64 *moves, double *value
) noexcept nogil:
    """Whether the game is over; only the last mover can have a line, except at the root."""
    if has_line(&g.lines, x if side == MIN else o):
        value[0] = 1.0 if side == MIN else -1.0
        if root and has_line(&g.lines, x):
            value[0] = 1.0
        return True
    if root and has_line(&g.lines, o if side == MIN else x):
        value[0] = -1.0 if side == MIN else 1.0
        return True
    moves[0] = g.full & ~(x | o)
    value[0] = 0.0
    return moves[0] == 0


cdef class InARowBoard(BoardGame):
    """An `engine.games.mnk.MNK` or `TicTacToe`, and a position."""

    cdef InARow game
    cdef LinesHolder held

    def __init__(self, object game, object state, object formula):
        cdef int cells = game.full.bit_length()
        self.held = LinesHolder()
        self.held.read(&self.game.lines, game.lines, formula, cells)
        self.game.full = game.full
        self.game.groups = cells
        order = sorted(range(cells), key=lambda cell: game.priority(state, cell + 1))
        for place, cell in enumerate(order):
            self.game.group[place] = <u64> 1 << <int> cell
        self.begin_sides(state, game.full)
        self.plies = cells - bits_in(self.x | self.o)
        self.widest = self.keys = cells

    cdef void search(self, Search *s) noexcept:
        start(s, &self.game, self)
