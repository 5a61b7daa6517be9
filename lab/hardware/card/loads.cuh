// What warps of loads.cu do again and again, so many loads before they wait for the first: one body for what runs on a card
// and for what is lowered and simulated (loadsSimulated.cu). All lines stay in L1 but those that go past it.
#pragma once

#include <cuda_runtime.h>

/** Words of a block's shared memory, and between the lines of its warps. */
constexpr int kSharedWords = 2048;

__device__ __forceinline__ unsigned loadOfL1(const unsigned *from)
{
    unsigned word;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
    return word;
}

__device__ __forceinline__ unsigned loadPastL1(const unsigned *from)
{
    unsigned word;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(word) : "l"(from) : "memory");
    return word;
}

/** A line a load. */
template <int kTogether>
__device__ __forceinline__ unsigned rows(const unsigned *from, unsigned warp, unsigned lane)
{
    unsigned got[kTogether], sum = 0;
    const unsigned *own = from + warp % 8 * 512 + lane;
#pragma unroll
    for (int i = 0; i < kTogether; ++i) got[i] = loadOfL1(own + i * 32);
#pragma unroll
    for (int i = 0; i < kTogether; ++i) sum |= got[i];
    return sum;
}

/** Eight lines a load. */
template <int kTogether>
__device__ __forceinline__ unsigned eights(const unsigned *from, unsigned warp, unsigned lane)
{
    unsigned got[kTogether], sum = 0;
    const unsigned *own = from + warp % 4 * 1024 + lane / 4 * 32;
#pragma unroll
    for (int i = 0; i < kTogether; ++i) got[i] = loadOfL1(own + i);
#pragma unroll
    for (int i = 0; i < kTogether; ++i) sum |= got[i];
    return sum;
}

/** A line for each lane. */
template <int kTogether>
__device__ __forceinline__ unsigned wides(const unsigned *from, unsigned warp, unsigned lane)
{
    unsigned got[kTogether], sum = 0;
    const unsigned *own = from + warp % 4 * 1024 + lane * 32;
#pragma unroll
    for (int i = 0; i < kTogether; ++i) got[i] = loadOfL1(own + i);
#pragma unroll
    for (int i = 0; i < kTogether; ++i) sum |= got[i];
    return sum;
}

/** A line a load, from L2. */
template <int kTogether>
__device__ __forceinline__ unsigned pasts(const unsigned *from, unsigned warp, unsigned lane)
{
    unsigned got[kTogether], sum = 0;
    const unsigned *own = from + warp % 8 * 512 + lane;
#pragma unroll
    for (int i = 0; i < kTogether; ++i) got[i] = loadPastL1(own + i * 32);
#pragma unroll
    for (int i = 0; i < kTogether; ++i) sum |= got[i];
    return sum;
}

/** Shared memory, a pass a load or, with words `kApart` apart, as many. */
template <int kTogether, int kApart>
__device__ __forceinline__ unsigned shareds(volatile const unsigned *shared, unsigned warp, unsigned lane)
{
    unsigned got[kTogether], sum = 0;
    volatile const unsigned *own = shared + warp % 4 * 64 + lane * kApart;
#pragma unroll
    for (int i = 0; i < kTogether; ++i) got[i] = own[i * 32];
#pragma unroll
    for (int i = 0; i < kTogether; ++i) sum |= got[i];
    return sum;
}

/** Lines of a warp's own that are written, past L1. */
template <int kTogether>
__device__ __forceinline__ unsigned stores(unsigned *to, unsigned warp, unsigned lane)
{
    volatile unsigned *own = to + warp * 512 + lane;
#pragma unroll
    for (int i = 0; i < kTogether; ++i) own[i * 32] = lane;
    return 0;
}

/** Dependent multiplications and additions in single precision. */
__device__ __forceinline__ unsigned chain(float &value, float x, float y)
{
#pragma unroll
    for (int i = 0; i < 16; ++i) value = __fmaf_rn(value, x, y);
    return 0;
}
