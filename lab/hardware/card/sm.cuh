// The clock and the number of the SM that a thread runs on.
#pragma once

__device__ __forceinline__ unsigned now()
{
    unsigned clock;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
    return clock;
}

__device__ __forceinline__ unsigned smOfBlock()
{
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    return sm;
}
