/* The exact mean of doubles with whole weights, rounded once, as long as 128 bits hold it. */
#ifndef PLYTRACE_EXACT_H
#define PLYTRACE_EXACT_H

#include <math.h>
#include <stdint.h>

/* Where the compiler divides them itself: on Windows that is in a library of Clang's, not linked.
   Without them every mean is Python's. */
#if defined(__SIZEOF_INT128__) && !defined(_MSC_VER)
#define PLYTRACE_INT128
#endif

/* total * 2^exponent, with exponent <= 0. */
typedef struct {
#ifdef PLYTRACE_INT128
    __int128 total;
#endif
    int exponent;
    int holds; /* whether everything has fitted so far */
} ExactSum;

static inline void exact_start(ExactSum *sum) {
#ifdef PLYTRACE_INT128
    sum->total = 0;
    sum->holds = 1;
#else
    sum->holds = 0;
#endif
    sum->exponent = 0;
}

#ifdef PLYTRACE_INT128

/* How many bits a number takes. */
static inline int exact_bits(unsigned __int128 number) {
    uint64_t high = (uint64_t)(number >> 64), low = (uint64_t)number;
    if (high) return 128 - __builtin_clzll(high);
    return low ? 64 - __builtin_clzll(low) : 0;
}

static inline unsigned __int128 exact_size(__int128 number) {
    return number < 0 ? -(unsigned __int128)number : (unsigned __int128)number;
}

/* Add weight * value; the weight is 0 or more. */
static inline void exact_add(ExactSum *sum, double value, int64_t weight) {
    int exponent, lift;
    int64_t whole;
    __int128 part;
    if (!sum->holds || value == 0 || weight == 0) return;
    if (fabs(value) < 9007199254740992.0 && (double)(int64_t)value == value) {
        whole = (int64_t)value;
        exponent = 0;
    } else {
        /* 53 bits of mantissa; the zeros at their end are taken off. */
        whole = (int64_t)ldexp(frexp(value, &exponent), 53);
        exponent -= 53;
        lift = __builtin_ctzll((uint64_t)whole);
        whole /= (int64_t)1 << lift;
        exponent += lift;
    }
    if (exponent < sum->exponent) {
        lift = sum->exponent - exponent;
        if (lift > 126 || exact_bits(exact_size(sum->total)) + lift > 125) {
            sum->holds = 0;
            return;
        }
        sum->total *= (__int128)1 << lift;
        sum->exponent = exponent;
    }
    lift = exponent - sum->exponent;
    if (lift > 126 ||
        exact_bits(exact_size(whole)) + exact_bits((unsigned __int128)weight) + lift > 125) {
        sum->holds = 0;
        return;
    }
    part = (__int128)whole * weight * ((__int128)1 << lift);
    sum->total += part; /* each is below 2^125 */
    if (exact_bits(exact_size(sum->total)) > 125) sum->holds = 0;
}

/* The sum divided by a whole number, rounded to the nearest double, ties to even. */
static inline int exact_mean(const ExactSum *sum, int64_t common, double *mean) {
    unsigned __int128 size = exact_size(sum->total), quotient;
    int shift, spare, exponent;
    uint64_t leading;
    double rounded;
    if (!sum->holds) return 0;
    if (sum->total == 0) {
        *mean = 0.0;
        return 1;
    }
    if (sum->exponent == 0 && exact_bits(size) <= 53 && common < ((int64_t)1 << 53)) {
        *mean = (double)(int64_t)sum->total / (double)common;
        return 1;
    }
    /* At least 64 bits of quotient; what is cut off stays as a last bit that is not 0. */
    shift = 127 - exact_bits(size);
    size <<= shift;
    quotient = size / (uint64_t)common;
    spare = exact_bits(quotient) - 64;
    exponent = sum->exponent - shift;
    leading = size % (uint64_t)common != 0;
    if (spare > 0) {
        leading |= (quotient & (((unsigned __int128)1 << spare) - 1)) != 0;
        quotient >>= spare;
        exponent += spare;
    }
    rounded = ldexp((double)((uint64_t)quotient | leading), exponent);
    if (rounded < 2.3e-308 || rounded > 1.7e308) return 0; /* ldexp may have rounded again */
    *mean = sum->total < 0 ? -rounded : rounded;
    return 1;
}

#else

static inline void exact_add(ExactSum *sum, double value, int64_t weight) {
    (void)sum, (void)value, (void)weight;
}
static inline int exact_mean(const ExactSum *sum, int64_t common, double *mean) {
    (void)sum, (void)common, (void)mean;
    return 0;
}

#endif
#endif
