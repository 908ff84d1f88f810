/* What differs between those who compile these headers: C11, C++17 and CUDA, on the processor and on the GPU.

   A header holds plain structs and functions: no allocation, no globals that change.  A table of constants lies
   inside the function that reads it, where the GPU finds it too.  One game a translation unit: its functions have
   short names. */
#ifndef HEXDECK_MACHINE_H
#define HEXDECK_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* FUNCTION is for what is short or called in one place, LARGE for what a compiler should not copy everywhere. */
#if defined(__CUDACC__)
#define FUNCTION static __host__ __device__ __forceinline__
#define LARGE static __host__ __device__ __noinline__
#else
#define FUNCTION __attribute__((unused)) static inline
#define LARGE __attribute__((unused)) static
#endif

#if defined(__CUDA_ARCH__)
FUNCTION int popcount(uint32_t bits) { return __popc(bits); }
FUNCTION int popcount_wide(uint64_t bits) { return __popcll(bits); }
FUNCTION int lowest(uint32_t bits) { return __ffs((int)bits) - 1; }
FUNCTION int lowest_wide(uint64_t bits) { return __ffsll((long long)bits) - 1; }
FUNCTION int highest(uint32_t bits) { return 31 - __clz((int)bits); }
FUNCTION int highest_wide(uint64_t bits) { return 63 - __clzll((long long)bits); }
#else
FUNCTION int popcount(uint32_t bits) { return __builtin_popcount(bits); }
FUNCTION int popcount_wide(uint64_t bits) { return __builtin_popcountll(bits); }
/* The place of the lowest and of the highest bit that is set; there must be one. */
FUNCTION int lowest(uint32_t bits) { return __builtin_ctz(bits); }
FUNCTION int lowest_wide(uint64_t bits) { return __builtin_ctzll(bits); }
FUNCTION int highest(uint32_t bits) { return 31 - __builtin_clz(bits); }
FUNCTION int highest_wide(uint64_t bits) { return 63 - __builtin_clzll(bits); }
#endif

#endif
