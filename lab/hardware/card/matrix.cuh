// Matrix instructions by type: four independent products of a warp, and one of a group of four warps; part of probes.cu.
#pragma once

#include <cstdint>

/** `kType`: 0 fp16 (m16n8k16), 1 tf32 (m16n8k8), 2 int8 (m16n8k32), 3 fp64 (m8n8k4), 4 fp8 (m16n8k32). */
template <int kType>
struct Multiplier {
    static constexpr int kSums = 4;
    float sums[kSums][4];
    double doubles[kSums][2];
    int integers[kSums][4];
    uint32_t a[4], b[2];
    double x, y;

    __device__ explicit Multiplier(const float *from)
    {
        for (int i = 0; i < 4; ++i) a[i] = __float_as_uint(from[i]);
        for (int i = 0; i < 2; ++i) b[i] = __float_as_uint(from[4 + i]);
        x = from[6];
        y = from[7];
        for (int s = 0; s < kSums; ++s)
            for (int i = 0; i < 4; ++i) {
                sums[s][i] = from[8 + i] + float(s);
                integers[s][i] = int(from[8 + i]) + s;
                doubles[s][i % 2] = from[8 + i] + double(s);
            }
    }

    __device__ __forceinline__ void step()
    {
#pragma unroll
        for (int s = 0; s < kSums; ++s) {
            if constexpr (kType == 0)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                             "{%0,%1,%2,%3};"
                             : "+f"(sums[s][0]), "+f"(sums[s][1]), "+f"(sums[s][2]), "+f"(sums[s][3])
                             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
            if constexpr (kType == 1)
                asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                             "{%0,%1,%2,%3};"
                             : "+f"(sums[s][0]), "+f"(sums[s][1]), "+f"(sums[s][2]), "+f"(sums[s][3])
                             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
            if constexpr (kType == 2)
                asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                             "{%0,%1,%2,%3};"
                             : "+r"(integers[s][0]), "+r"(integers[s][1]), "+r"(integers[s][2]), "+r"(integers[s][3])
                             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
            if constexpr (kType == 3)
                asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                             : "+d"(doubles[s][0]), "+d"(doubles[s][1])
                             : "d"(x), "d"(y));
#if __CUDA_ARCH__ >= 890
            if constexpr (kType == 4)
                asm volatile("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                             "{%0,%1,%2,%3};"
                             : "+f"(sums[s][0]), "+f"(sums[s][1]), "+f"(sums[s][2]), "+f"(sums[s][3])
                             : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
        }
    }

    __device__ float sum() const
    {
        float total = 0;
        for (int s = 0; s < kSums; ++s)
            for (int i = 0; i < 4; ++i)
                total += kType == 2 ? __int_as_float(integers[s][i]) : kType == 3 ? float(doubles[s][i % 2]) : sums[s][i];
        return total;
    }
};

/** Products of 64 × 64 × 16 halves, of a group of four warps, both matrices in shared memory; four under way. */
struct GroupMultiplier {
    float sums[32];
    uint64_t a, b;

    __device__ static uint64_t descriptor(uint32_t address)
    {
        // Rows of 128 bytes, swizzled; eight of them every 1024 bytes.
        return uint64_t((address & 0x3ffff) >> 4) | uint64_t(1) << 16 | uint64_t(1024 >> 4) << 32 | uint64_t(1) << 62;
    }

    __device__ explicit GroupMultiplier(const int *shared)
    {
        const uint32_t address = (uint32_t(__cvta_generic_to_shared(shared)) + 1023) / 1024 * 1024;
        a = descriptor(address);
        b = descriptor(address + 16384);
        for (int i = 0; i < 32; ++i) sums[i] = 0;
    }

    __device__ __forceinline__ void step()
    {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int i = 0; i < 4; ++i)
            asm volatile(
                "{ .reg .pred p; setp.ne.b32 p, 1, 0;\n"
                "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
                "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, p, 1, 1, 0, 0; }"
                : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]),
                  "+f"(sums[6]), "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]),
                  "+f"(sums[12]), "+f"(sums[13]), "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]),
                  "+f"(sums[18]), "+f"(sums[19]), "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]),
                  "+f"(sums[24]), "+f"(sums[25]), "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]),
                  "+f"(sums[30]), "+f"(sums[31])
                : "l"(a), "l"(b));
        asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
    }

    __device__ float sum() const
    {
        float total = 0;
        for (int i = 0; i < 32; ++i) total += sums[i];
        return total;
    }
};
