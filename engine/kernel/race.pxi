"""The number race: x is the number reached."""

ctypedef struct Race:
    u64 target
    int largest


cdef inline bint over_race(const Race *g, u64 x, int side, double *value) noexcept nogil:
    """Whether the target is reached, by the winner, or passed, by the loser."""
    if x < g.target:
        return False
    value[0] = 1.0 if (x == g.target) == (side == MIN) else -1.0
    return True


cdef class RaceBoard(BoardGame):
    """An `engine.games.race.Race`, and a position."""

    cdef Race game

    def __init__(self, object game, object state, object formula):
        if formula is not None:
            raise Unsupported
        number, side = state
        self.game.target = game.target
        self.game.largest = game.largest
        self.begin(number, 0, side)
        self.plies = max(0, game.target - number)
        self.widest = self.keys = game.largest

    cdef void search(self, Search *s) noexcept:
        start(s, &self.game, self)
