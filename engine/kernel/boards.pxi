"""The games of the kernel and their common functions, specialised at compile time.

`moves` is the set of moves on a board, or their number in the race, nim and trees.
"""

cdef class BoardGame:
    """A game, its initial position, and the root's window."""

    cdef u64 x
    cdef u64 o
    cdef int side
    cdef double alpha
    cdef double beta
    cdef double found  # what the last search returned
    #: The largest number of plies from here.
    cdef readonly object plies
    #: The largest number of moves of a node.
    cdef readonly int widest
    #: The number of different moves, by their keys in `orders.pxi`.
    cdef int keys
    cdef readonly bint has_chance
    cdef readonly bint has_min

    cdef int begin(self, object x, object o, object side) except -1:
        if not 0 <= side <= CHANCE:
            raise Unsupported
        self.x = x
        self.o = o
        self.side = side
        return 0

    cdef int begin_sides(self, object state, object full) except -1:
        """Begin with two sets of cells, which must be apart and on the board."""
        x, o, side = state
        if x & o or (x | o) & ~full:
            raise Unsupported
        return self.begin(x, o, side)

    cdef void search(self, Search *s) noexcept:
        """Search from the position with the settings of `s`."""


include "lines.pxi"
include "in_a_row.pxi"
include "falling.pxi"
include "reversi.pxi"
include "race.pxi"
include "nim.pxi"
include "tree.pxi"

ctypedef fused Board:
    InARow
    Falling
    Reversi
    Race
    Nim
    Tree


cdef inline bint over(
    const Board *g, u64 x, u64 o, int side, bint root, u64 *moves, double *value
) noexcept nogil:
    """Whether the game is over, and its value to MAX; else the moves."""
    if Board is InARow:
        return over_in_a_row(g, x, o, side, root, moves, value)
    elif Board is Falling:
        return over_falling(g, x, o, side, root, moves, value)
    elif Board is Reversi:
        return over_reversi(g, x, o, side, moves, value)
    elif Board is Race:
        moves[0] = g.largest
        return over_race(g, x, side, value)
    elif Board is Nim:
        moves[0] = moves_of_nim(g, x)
        value[0] = 1.0 if (side == MAX) == g.misere else -1.0
        return moves[0] == 0
    else:
        moves[0] = moves_of_tree(g, x)
        return over_tree(g, x, value)


cdef inline double estimate(const Board *g, u64 x, u64 o) noexcept nogil:
    """The evaluation of a position where a limit stops; NaN for none."""
    if Board is InARow:
        return <double> weight_of_lines(&g.lines, x, o) / g.lines.scale
    elif Board is Falling:
        return estimate_falling(g, x, o)
    elif Board is Reversi:
        return estimate_reversi(g, x, o)
    elif Board is Tree:
        return estimate_tree(g, x)
    else:
        return NAN


cdef inline int moves_in(const Board *g, u64 moves) noexcept nogil:
    """The number of moves."""
    if Board is InARow or Board is Falling:
        return bits_in(moves)
    elif Board is Reversi:
        return bits_in(moves) if moves else 1  # the pass
    else:
        return <int> moves


cdef inline u64 next_move(
    const Board *g, int order, u64 moves, u64 *left, int tried, int count, int *place
) noexcept nogil:
    """The next move in an order: a bit on a board, elsewhere the move's place.

    `left` has the remaining moves; with the static order, the number of finished groups.
    """
    cdef u64 move
    if Board is InARow or Board is Falling or Board is Reversi:
        if Board is Reversi:
            if moves == 0:
                place[0] = 0
                return 0
        if order == GIVEN:
            move = left[0] & (0 - left[0])
            left[0] ^= move
            place[0] = tried
        elif order == RIGHT_TO_LEFT:
            move = <u64> 1 << highest_bit(left[0])
            left[0] ^= move
            place[0] = count - 1 - tried
        else:
            move = 0
            while move == 0:
                move = moves & g.group[left[0]]
                left[0] += 1
            place[0] = bits_in(moves & (move - 1))
        return move
    else:
        place[0] = tried if order == GIVEN else count - 1 - tried
        return place[0]


cdef inline void play(
    const Board *g, u64 x, u64 o, int side, u64 move, u64 *x2, u64 *o2, int *side2
) noexcept nogil:
    """The position after one of the moves."""
    cdef u64 turned
    x2[0] = x
    o2[0] = o
    side2[0] = 1 - side
    if Board is InARow or Board is Falling:
        if side == MAX:
            x2[0] = x | move
        else:
            o2[0] = o | move
    elif Board is Reversi:
        if move == 0:
            pass
        elif side == MAX:
            turned = flips(x, o, move)
            x2[0] = x | turned | move
            o2[0] = o & ~turned
        else:
            turned = flips(o, x, move)
            x2[0] = x & ~turned
            o2[0] = o | turned | move
    elif Board is Race:
        x2[0] = x + move + 1
    elif Board is Nim:
        x2[0] = take(g, x, <int> move)
    else:
        x2[0] = g.children[g.first_edge[x] + <int> move]
        side2[0] = g.player[x2[0]]


cdef inline bint passes(const Board *g, u64 moves) noexcept nogil:
    """Whether the only move is a pass, after which no cutoff test is made."""
    if Board is Reversi:
        return moves == 0
    else:
        return False
