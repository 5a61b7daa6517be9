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

__device__ __forceinline__ unsigned loadOfShared(volatile const unsigned *from) { return *from; }

/** So many loads, words `apart`, before the first of them is waited for. */
template <int kTogether, typename Word>
__device__ __forceinline__ unsigned together(Word *own, int apart, unsigned (*load)(Word *))
{
    unsigned got[kTogether], sum = 0;
#pragma unroll
    for (int i = 0; i < kTogether; ++i) got[i] = load(own + i * apart);
#pragma unroll
    for (int i = 0; i < kTogether; ++i) sum |= got[i];
    return sum;
}

/** A line a load. */
template <int kTogether>
__device__ __forceinline__ unsigned rows(const unsigned *from, unsigned warp, unsigned lane)
{
    return together<kTogether>(from + warp % 8 * 512 + lane, 32, loadOfL1);
}

/** Eight lines a load. */
template <int kTogether>
__device__ __forceinline__ unsigned eights(const unsigned *from, unsigned warp, unsigned lane)
{
    return together<kTogether>(from + warp % 4 * 1024 + lane / 4 * 32, 1, loadOfL1);
}

/** A line for each lane. */
template <int kTogether>
__device__ __forceinline__ unsigned wides(const unsigned *from, unsigned warp, unsigned lane)
{
    return together<kTogether>(from + warp % 4 * 1024 + lane * 32, 1, loadOfL1);
}

/** A line a load, from L2. */
template <int kTogether>
__device__ __forceinline__ unsigned pasts(const unsigned *from, unsigned warp, unsigned lane)
{
    return together<kTogether>(from + warp % 8 * 512 + lane, 32, loadPastL1);
}

/** Shared memory, a pass a load or, with words `kApart` apart, as many. */
template <int kTogether, int kApart>
__device__ __forceinline__ unsigned shareds(volatile const unsigned *shared, unsigned warp, unsigned lane)
{
    return together<kTogether>(shared + warp % 4 * 64 + lane * kApart, 32, loadOfShared);
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
