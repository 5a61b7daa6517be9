// Lines of 128 bytes, asked for one at a time and timed.
#pragma once

#include "sm.cuh"

/** Loads a word of a line and waits for it. */
__device__ __forceinline__ void load(const unsigned *words, unsigned line)
{
    unsigned word;
    asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(word) : "l"(words + size_t(line) * 32) : "memory");
    asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, 0x7fffffff; @p trap; }" ::"r"(word) : "memory");
}
