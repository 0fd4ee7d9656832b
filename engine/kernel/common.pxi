"""Numbers that the log, the searches and the boards of the kernel share."""

from libc.math cimport INFINITY, NAN, isfinite, isnan, nextafter
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

from engine.kernel.unsuited import Unsuited

ctypedef uint64_t u64

cdef extern from "kernel/bits.h" nogil:
    int bits_in(u64 cells)
    int lowest_bit(u64 cells)
    int highest_bit(u64 cells)
    void publish(int32_t *at, int32_t value)
    bint machine_suits()
    void in_large_pages(void *memory, size_t size)

cdef extern from "kernel/exact.h" nogil:
    ctypedef struct ExactSum:
        bint holds

    void exact_start(ExactSum *sum)
    void exact_add(ExactSum *sum, double value, int64_t weight)
    bint exact_mean(const ExactSum *sum, int64_t common, double *mean)

# As `engine.game.Player` and `engine.log.Flag` have them; a test holds them together.
cdef enum:
    MAX = 0
    MIN = 1
    CHANCE = 2

cdef enum:
    TERMINAL = 1
    EVALUATED = 2
    EARLY_RETURN = 4
    CUTOFF = 8
    LOWER = 16
    UPPER = 32
    INCOMPLETE = 64
    REPEAT = 128
    RESEARCH = 256

cdef enum:
    GIVEN
    RIGHT_TO_LEFT
    STATIC

#: What a search over these boards can descend without a check of the C stack: a ply takes some 400
#: bytes of it, and the smallest stacks of threads are half a megabyte.
cdef enum:
    DEEPEST = 500

DEEPEST_PLIES = DEEPEST
