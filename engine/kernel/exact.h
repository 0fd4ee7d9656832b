/* Exact fractions and their means, as long as 128 bits hold them, and the doubles nearest to them. */
#ifndef PLYTRACE_EXACT_H
#define PLYTRACE_EXACT_H

#include <math.h>
#include <stdint.h>

/* Where the compiler divides them itself: on Windows that is in a library of Clang's, not linked.
   Without them every search that needs exact values is Python's. */
#if defined(__SIZEOF_INT128__) && !defined(_MSC_VER)
#define PLYTRACE_INT128
#endif

/* over * 2^exponent / under. Every number has one form: over is odd, or it is 0 and exponent is 0;
   under is odd and positive, and they have no common divisor. */
typedef struct {
#ifdef PLYTRACE_INT128
    __int128 over;
#endif
    int64_t under;
    int exponent;
    int holds; /* whether everything has fitted so far */
} Exact;

/* What exact_compare says if the numbers do not fit. */
#define EXACT_UNKNOWN 2

#ifdef PLYTRACE_INT128

static inline int exact_is_there(void) { return 1; }

static inline void exact_start(Exact *sum) {
    sum->over = 0;
    sum->under = 1;
    sum->exponent = 0;
    sum->holds = 1;
}

/* How many bits a number takes. */
static inline int exact_bits(unsigned __int128 number) {
    uint64_t high = (uint64_t)(number >> 64), low = (uint64_t)number;
    if (high) return 128 - __builtin_clzll(high);
    return low ? 64 - __builtin_clzll(low) : 0;
}

static inline unsigned __int128 exact_size(__int128 number) {
    return number < 0 ? -(unsigned __int128)number : (unsigned __int128)number;
}

/* The greatest common divisor; b is odd. */
static inline uint64_t exact_divisor(uint64_t a, uint64_t b) {
    uint64_t rest;
    while (b) {
        rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Take the factors of 2 out of a number that is not 0. */
static inline void exact_odd(Exact *number) {
    uint64_t low = (uint64_t)number->over;
    int zeros = low ? __builtin_ctzll(low)
                    : 64 + __builtin_ctzll((uint64_t)(number->over >> 64));
    /* The shift keeps the sign: what is shifted out is 0. */
    number->over >>= zeros;
    number->exponent += zeros;
}

/* The fraction over / under in lowest terms; under is 0 if it does not fit. */
static inline void exact_ratio(Exact *number, int64_t over, int64_t under) {
    int zeros;
    number->holds = under > 0;
    number->over = over;
    number->exponent = 0;
    number->under = 1;
    if (!over || under <= 0) return;
    zeros = __builtin_ctzll((uint64_t)under);
    number->under = under >> zeros;
    number->exponent = -zeros;
    exact_odd(number);
}

/* Add weight * value; the weight is 0 or more. */
static inline void exact_add(Exact *sum, const Exact *value, int64_t weight) {
    __int128 part;
    int64_t common, mine = 1, theirs = 1;
    int lift, lift_mine = 0, lift_theirs = 0;
    if (!sum->holds || !value->holds) {
        sum->holds = 0;
        return;
    }
    if (value->over == 0 || weight == 0) return;
    if (sum->under != value->under) {
        common = (int64_t)exact_divisor((uint64_t)sum->under, (uint64_t)value->under);
        mine = value->under / common;
        theirs = sum->under / common;
        if (exact_bits((uint64_t)sum->under) + exact_bits((uint64_t)mine) > 62) {
            sum->holds = 0;
            return;
        }
    }
    if (sum->over == 0) sum->exponent = value->exponent;
    lift = value->exponent - sum->exponent;
    if (lift > 0) lift_theirs = lift; else lift_mine = -lift;
    /* Each product stays below 2^125, and so their sum below 2^126. */
    if (lift_theirs > 126 || lift_mine > 126 ||
        exact_bits(exact_size(sum->over)) + exact_bits((uint64_t)mine) + lift_mine > 125 ||
        exact_bits(exact_size(value->over)) + exact_bits((uint64_t)weight) +
                exact_bits((uint64_t)theirs) + lift_theirs > 125) {
        sum->holds = 0;
        return;
    }
    part = value->over * weight * theirs * ((__int128)1 << lift_theirs);
    sum->over = sum->over * mine * ((__int128)1 << lift_mine) + part;
    sum->under *= mine;
    if (lift < 0) sum->exponent = value->exponent;
}

/* Divide a sum by a positive whole number, into lowest terms. */
static inline void exact_divide(Exact *sum, int64_t by) {
    unsigned __int128 size;
    uint64_t shared;
    int zeros;
    if (!sum->holds) return;
    if (sum->over == 0) {
        exact_start(sum);
        return;
    }
    exact_odd(sum);
    zeros = __builtin_ctzll((uint64_t)by);
    sum->exponent -= zeros;
    by >>= zeros;
    size = exact_size(sum->over);
    if (by > 1) {
        shared = exact_divisor((uint64_t)(size % (uint64_t)by), (uint64_t)by);
        by /= (int64_t)shared;
        sum->over /= (int64_t)shared;
        size = exact_size(sum->over);
    }
    if (sum->under > 1) {
        shared = exact_divisor((uint64_t)(size % (uint64_t)sum->under), (uint64_t)sum->under);
        sum->under /= (int64_t)shared;
        sum->over /= (int64_t)shared;
    }
    if (exact_bits((uint64_t)sum->under) + exact_bits((uint64_t)by) > 62) {
        sum->holds = 0;
        return;
    }
    sum->under *= by;
}

/* The nearest double, ties to even; 0 if it cannot be told here. */
static inline int exact_double(const Exact *number, double *nearest) {
    unsigned __int128 size = exact_size(number->over), quotient;
    int shift, spare, exponent, up, down;
    uint64_t leading;
    double rounded;
    if (!number->holds) return 0;
    if (number->over == 0) {
        *nearest = 0.0;
        return 1;
    }
    up = number->exponent > 0 ? number->exponent : 0;
    down = number->exponent < 0 ? -number->exponent : 0;
    if (exact_bits(size) + up <= 53 && exact_bits((uint64_t)number->under) + down <= 53) {
        *nearest = (double)((int64_t)number->over * ((int64_t)1 << up)) /
                   (double)(number->under << down);
        return 1;
    }
    /* At least 64 bits of quotient; what is cut off stays as a last bit that is not 0. */
    shift = 127 - exact_bits(size);
    size <<= shift;
    quotient = size / (uint64_t)number->under;
    spare = exact_bits(quotient) - 64;
    exponent = number->exponent - shift;
    leading = size % (uint64_t)number->under != 0;
    if (spare > 0) {
        leading |= (quotient & (((unsigned __int128)1 << spare) - 1)) != 0;
        quotient >>= spare;
        exponent += spare;
    }
    rounded = ldexp((double)((uint64_t)quotient | leading), exponent);
    if (rounded < 2.3e-308 || rounded > 1.7e308) return 0; /* ldexp may have rounded again */
    *nearest = number->over < 0 ? -rounded : rounded;
    return 1;
}

/* -1, 0 or 1 as the first of two numbers is less, equal or more; they have the same double. */
static inline int exact_compare(const Exact *one, const Exact *other) {
    __int128 mine, theirs;
    int lift, lift_mine = 0, lift_theirs = 0;
    if (!one->holds || !other->holds) return EXACT_UNKNOWN;
    if (one->over == other->over && one->under == other->under &&
        one->exponent == other->exponent)
        return 0;
    lift = one->exponent - other->exponent;
    if (lift > 0) lift_mine = lift; else lift_theirs = -lift;
    if (lift_mine > 126 || lift_theirs > 126 ||
        exact_bits(exact_size(one->over)) + exact_bits((uint64_t)other->under) + lift_mine > 126 ||
        exact_bits(exact_size(other->over)) + exact_bits((uint64_t)one->under) + lift_theirs > 126)
        return EXACT_UNKNOWN;
    mine = one->over * other->under * ((__int128)1 << lift_mine);
    theirs = other->over * one->under * ((__int128)1 << lift_theirs);
    return mine < theirs ? -1 : mine > theirs;
}

#else

static inline int exact_is_there(void) { return 0; }
static inline void exact_start(Exact *sum) { sum->holds = 0; }
static inline void exact_ratio(Exact *number, int64_t over, int64_t under) {
    (void)over, (void)under;
    number->holds = 0;
}
static inline void exact_add(Exact *sum, const Exact *value, int64_t weight) {
    (void)sum, (void)value, (void)weight;
}
static inline void exact_divide(Exact *sum, int64_t by) { (void)sum, (void)by; }
static inline int exact_double(const Exact *number, double *nearest) {
    (void)number, (void)nearest;
    return 0;
}
static inline int exact_compare(const Exact *one, const Exact *other) {
    (void)one, (void)other;
    return EXACT_UNKNOWN;
}

#endif
#endif
