"""Connect Four: bits as in `engine.games.connect_four`, with one above each column that stays 0."""

ctypedef struct Falling:
    Lines lines
    u64 full
    u64 bottom
    int stride
    int groups
    u64 group[64]  # the columns in the static order
    # The evaluation `chains`, see `engine.games.lines`.
    int directions
    int steps[4]
    double chain_scale


cdef inline bint has_four(const Falling *g, u64 discs) noexcept nogil:
    """Whether four are in a row: the bit above each column keeps the columns apart."""
    cdef u64 pairs = discs & discs >> 1
    if pairs & pairs >> 2:
        return True
    pairs = discs & discs >> g.stride
    if pairs & pairs >> 2 * g.stride:
        return True
    pairs = discs & discs >> (g.stride - 1)
    if pairs & pairs >> 2 * (g.stride - 1):
        return True
    pairs = discs & discs >> (g.stride + 1)
    return (pairs & pairs >> 2 * (g.stride + 1)) != 0


cdef inline bint over_falling(
    const Falling *g, u64 x, u64 o, int side, bint root, u64 *moves, double *value
) noexcept nogil:
    """Whether the game is over, as in `over_in_a_row`; else where discs would fall."""
    if has_four(g, x if side == MIN else o):
        value[0] = 1.0 if side == MIN else -1.0
        if root and has_four(g, x):
            value[0] = 1.0
        return True
    if root and has_four(g, o if side == MIN else x):
        value[0] = -1.0 if side == MIN else 1.0
        return True
    # The lowest cell of each column, added to all discs, carries to the lowest free one.
    moves[0] = ((x | o) + g.bottom) & g.full
    value[0] = 0.0
    return moves[0] == 0


cdef inline int64_t chains_of(const Falling *g, u64 discs) noexcept nogil:
    """The squares of the lengths of a side's chains.

    A chain of m discs holds m − n + 1 runs of n discs. Four for each run of two, one for each of
    three and two for each longer one sum to the square of m.
    """
    cdef int64_t total = 0
    cdef u64 begun
    cdef int at, length
    for at in range(g.directions):
        begun = discs & discs >> g.steps[at]
        length = 2
        while begun:
            total += bits_in(begun) * (4 if length == 2 else 1 if length == 3 else 2)
            begun &= discs >> g.steps[at] * length
            length += 1
    return total


cdef inline double estimate_falling(const Falling *g, u64 x, u64 o) noexcept nogil:
    """The evaluation of lines or of chains."""
    if g.directions:
        return <double> (chains_of(g, x) - chains_of(g, o)) / g.chain_scale
    return <double> weight_of_lines(&g.lines, x, o) / g.lines.scale


cdef class FallingBoard(BoardGame):
    """An `engine.games.connect_four.ConnectFour`, and a position."""

    cdef Falling game
    cdef LinesHolder held

    def __init__(self, object game, object state, object formula):
        cdef int at
        lowest, column = game.lowest, game.column
        stride = (column[1] // lowest[1]).bit_length() + 1
        if max(column).bit_length() >= 64 or 2 * (stride + 1) >= 64:
            raise Unsupported
        self.held = LinesHolder()
        if formula is not None and formula[0] == "chains":
            _, steps, self.game.chain_scale = formula
            self.game.directions = len(steps)
            for at, step in enumerate(steps):
                self.game.steps[at] = step
            formula = None
        self.held.read(&self.game.lines, game.lines, formula, 64)
        self.game.full = game.full
        self.game.bottom = sum(lowest)
        self.game.stride = stride
        self.game.groups = len(column) - 1
        order = sorted(range(1, len(column)), key=lambda at: game.priority(state, at))
        for at, number in enumerate(order):
            self.game.group[at] = column[number]
        self.begin_sides(state, game.full)
        self.plies = game.full.bit_count() - bits_in(self.x | self.o)
        self.widest = self.keys = self.game.groups

    cdef void search(self, Search *s) noexcept:
        start(s, &self.game, self)
