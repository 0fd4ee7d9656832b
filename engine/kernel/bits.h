/* Sets of cells as 64-bit numbers, and a store that another thread may look at. */
#ifndef PLYTRACE_BITS_H
#define PLYTRACE_BITS_H

#include <float.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

/* Values have to come out bit for bit as Python's: doubles, rounded after every operation. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0
#error "the kernel needs arithmetic in plain doubles"
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
static __forceinline int bits_in(uint64_t set) {
#if defined(_M_X64)
    return (int)__popcnt64(set);
#else
    int found = 0;
    for (; set; set &= set - 1) found++;
    return found;
#endif
}
static __forceinline int lowest_bit(uint64_t set) {
    unsigned long at;
    _BitScanForward64(&at, set);
    return (int)at;
}
static __forceinline int highest_bit(uint64_t set) {
    unsigned long at;
    _BitScanReverse64(&at, set);
    return (int)at;
}
static __forceinline void publish(int32_t *at, int32_t value) {
    *(volatile int32_t *)at = value; /* volatile stores are releases to this compiler on x64 */
}
#else
static inline int bits_in(uint64_t set) { return __builtin_popcountll(set); }
static inline int lowest_bit(uint64_t set) { return __builtin_ctzll(set); }
static inline int highest_bit(uint64_t set) { return 63 - __builtin_clzll(set); }
/* What was written before it is seen before it. */
static inline void publish(int32_t *at, int32_t value) {
    __atomic_store_n(at, value, __ATOMIC_RELEASE);
}
#endif

/* Whether the machine has the instructions that this file was compiled for. */
static inline int machine_suits(void) {
#if defined(_MSC_VER) && !defined(__clang__) && defined(_M_X64)
    int told[4];
    __cpuid(told, 1);
    return told[2] >> 23 & 1; /* popcnt */
#elif defined(__POPCNT__) && (defined(__x86_64__) || defined(__i386__))
    return __builtin_cpu_supports("popcnt") != 0;
#else
    return 1;
#endif
}

#if defined(__linux__) && defined(MADV_HUGEPAGE)
#define LARGE_PAGE ((size_t)1 << 21)
#endif

/* Ask for large pages under much memory, which is then there sooner. */
static inline void in_large_pages(void *memory, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    uintptr_t begin = ((uintptr_t)memory + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)memory + size) & ~(LARGE_PAGE - 1);
    if (begin < end) madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

/* Memory for a table, in large pages alone if it fills one; NULL if there is none. */
static inline void *table_memory(size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    void *memory = NULL;
    if (size >= LARGE_PAGE) {
        size = (size + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
        if (posix_memalign(&memory, LARGE_PAGE, size)) return NULL;
        in_large_pages(memory, size);
        return memory;
    }
#endif
    return malloc(size);
}

#endif
