// Merge sort of key-value pairs. Sections are sorted in shared memory: each level every thread finds the
// place of its two elements in the sister run by binary search. Longer runs are merged in three kernels:
// ranks of every 128th key in both runs, the limits of independent pieces, the pieces. Shared memory with
// conflicts and dependent searches first, then scattered global loads. Moka tunes the size of a section.
#include <algorithm>
#include <numeric>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

typedef unsigned int uint;
constexpr uint kSample = 128;

/** Number of elements of `run` below `key`, or not above it when `inclusive`. `length` is a power of two. */
template <bool Inclusive> __device__ __forceinline__ uint rankOf(uint key, const uint *run, uint length, uint stride)
{
    uint at = 0;
    for (; stride > 0; stride >>= 1) {
        const uint next = min(at + stride, length);
        if (Inclusive ? run[next - 1] <= key : run[next - 1] < key)
            at = next;
    }
    return at;
}

/** Sorts sections of twice the block size; the block size is a power of two. */
// Every step of a binary search among random keys goes either way with the same probability.
// corun: share_run=0.5
template <uint Section>
__global__ void sortSections(uint *__restrict__ keysOut, uint *__restrict__ valuesOut, const uint *__restrict__ keysIn,
                             const uint *__restrict__ valuesIn)
{
    __shared__ uint keys[Section], values[Section];
    const uint t = threadIdx.x, base = blockIdx.x * Section;
    keys[t] = keysIn[base + t];
    values[t] = valuesIn[base + t];
    keys[t + Section / 2] = keysIn[base + t + Section / 2];
    values[t + Section / 2] = valuesIn[base + t + Section / 2];

    for (uint stride = 1; stride < Section; stride <<= 1) {
        const uint low = t & (stride - 1);
        uint *runKeys = keys + 2 * (t - low), *runValues = values + 2 * (t - low);
        __syncthreads();
        const uint keyA = runKeys[low], valueA = runValues[low];
        const uint keyB = runKeys[low + stride], valueB = runValues[low + stride];
        const uint placeA = rankOf<false>(keyA, runKeys + stride, stride, stride) + low;
        const uint placeB = rankOf<true>(keyB, runKeys, stride, stride) + low;
        __syncthreads();
        runKeys[placeA] = keyA;
        runValues[placeA] = valueA;
        runKeys[placeB] = keyB;
        runValues[placeB] = valueB;
    }
    __syncthreads();
    keysOut[base + t] = keys[t];
    valuesOut[base + t] = values[t];
    keysOut[base + t + Section / 2] = keys[t + Section / 2];
    valuesOut[base + t + Section / 2] = values[t + Section / 2];
}

/** For every 128th key of both runs of a pair: its rank in each run. */
// As above.
// corun: share_run=0.5
__global__ void rankSamples(uint *ranksA, uint *ranksB, const uint *__restrict__ keys, uint run, uint samples)
{
    const uint sample = blockIdx.x * blockDim.x + threadIdx.x;
    if (sample >= samples)
        return;
    const uint perRun = run / kSample;
    const uint i = sample & (perRun - 1), base = (sample - i) * kSample * 2;
    const uint *a = keys + base, *b = a + run;
    uint *outA = ranksA + (sample - i) * 2, *outB = ranksB + (sample - i) * 2;
    outA[i] = i * kSample;
    outB[i] = rankOf<false>(a[i * kSample], b, run, run);
    outA[perRun + i] = rankOf<true>(b[i * kSample], a, run, run);
    outB[perRun + i] = i * kSample;
}

/** Orders the limits of a pair's pieces: the samples of A and those of B merged by rank. */
// As above.
// corun: share_run=0.5
__global__ void orderLimits(uint *limits, const uint *__restrict__ ranks, uint perRun, uint samples)
{
    const uint sample = blockIdx.x * blockDim.x + threadIdx.x;
    if (sample >= samples)
        return;
    const uint i = sample & (perRun - 1);
    const uint *a = ranks + (sample - i) * 2, *b = a + perRun;
    uint *out = limits + (sample - i) * 2;
    out[i + rankOf<false>(a[i], b, perRun, perRun)] = a[i];
    out[i + rankOf<true>(b[i], a, perRun, perRun)] = b[i];
}

/** Merges one piece of at most 128 elements of each run; a thread holds one element of each. */
// The limits cut every 128 elements, so that a piece has 64 of either run on average; searches as above.
// corun: share_t=0.5, share_t_2=0.5, share_t_3=0.5, share_run=0.5, share_t_4=0.5
__global__ void __launch_bounds__(kSample)
mergePieces(uint *__restrict__ keysOut, uint *__restrict__ valuesOut, const uint *__restrict__ keysIn,
            const uint *__restrict__ valuesIn, const uint *__restrict__ limitsA, const uint *__restrict__ limitsB,
            uint run)
{
    __shared__ uint keys[2 * kSample];
    const uint pieces = 2 * run / kSample;
    const uint piece = blockIdx.x & (pieces - 1), base = (blockIdx.x - piece) * kSample;
    const uint startA = limitsA[blockIdx.x], startB = limitsB[blockIdx.x];
    const uint endA = piece + 1 < pieces ? limitsA[blockIdx.x + 1] : run;
    const uint endB = piece + 1 < pieces ? limitsB[blockIdx.x + 1] : run;
    const uint countA = endA - startA, countB = endB - startB, t = threadIdx.x;
    uint keyA = 0, keyB = 0, valueA = 0, valueB = 0;
    if (t < countA) {
        keys[t] = keyA = keysIn[base + startA + t];
        valueA = valuesIn[base + startA + t];
    }
    if (t < countB) {
        keys[kSample + t] = keyB = keysIn[base + run + startB + t];
        valueB = valuesIn[base + run + startB + t];
    }
    __syncthreads();
    const uint out = base + startA + startB;
    if (t < countA) {
        const uint place = countB == 0 ? t : t + rankOf<false>(keyA, keys + kSample, countB, kSample);
        keysOut[out + place] = keyA;
        valuesOut[out + place] = valueA;
    }
    if (t < countB) {
        const uint place = countA == 0 ? t : t + rankOf<true>(keyB, keys, countA, kSample);
        keysOut[out + place] = keyB;
        valuesOut[out + place] = valueB;
    }
}

static void sortBySections(uint section, uint blocks, uint *keysOut, uint *valuesOut, const uint *keysIn, const uint *valuesIn)
{
    switch (section) {
    case 128:
        sortSections<128><<<blocks, 64>>>(keysOut, valuesOut, keysIn, valuesIn);
        break;
    case 256:
        sortSections<256><<<blocks, 128>>>(keysOut, valuesOut, keysIn, valuesIn);
        break;
    case 512:
        sortSections<512><<<blocks, 256>>>(keysOut, valuesOut, keysIn, valuesIn);
        break;
    default:
        sortSections<1024><<<blocks, 512>>>(keysOut, valuesOut, keysIn, valuesIn);
    }
}

int main(int argc, char **argv)
{
    const uint n = argc > 1 ? uint(std::atoi(argv[1])) : 1u << 20;
    const uint section = argc > 2 ? uint(std::atoi(argv[2])) : 1024;
    const size_t bytes = n * sizeof(uint);
    std::vector<uint> keys(n), order(n), sorted(n);
    for (uint i = 0; i < n; ++i)
        keys[i] = (i * 2654435761u) >> 8;
    std::iota(order.begin(), order.end(), 0u);
    uint *k[2], *v[2], *ranks[2], *limits[2];
    for (int i = 0; i < 2; ++i) {
        CUDA_CHECK(cudaMalloc(&k[i], bytes));
        CUDA_CHECK(cudaMalloc(&v[i], bytes));
        CUDA_CHECK(cudaMalloc(&ranks[i], bytes / kSample));
        CUDA_CHECK(cudaMalloc(&limits[i], bytes / kSample));
    }
    CUDA_CHECK(cudaMemcpy(k[1], keys.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(v[1], order.data(), bytes, cudaMemcpyHostToDevice));
    sortBySections(section, n / section, k[0], v[0], k[1], v[1]);
    int from = 0;
    for (uint run = section; run < n; run *= 2, from = 1 - from) {
        const uint samples = n / (2 * kSample), blocks = (samples + 255) / 256;
        rankSamples<<<blocks, 256>>>(ranks[0], ranks[1], k[from], run, samples);
        orderLimits<<<blocks, 256>>>(limits[0], ranks[0], run / kSample, samples);
        orderLimits<<<blocks, 256>>>(limits[1], ranks[1], run / kSample, samples);
        mergePieces<<<2 * samples, kSample>>>(k[1 - from], v[1 - from], k[from], v[from], limits[0], limits[1], run);
    }
    CUDA_CHECK(cudaMemcpy(sorted.data(), k[from], bytes, cudaMemcpyDeviceToHost));
    std::sort(keys.begin(), keys.end());
    std::printf("%s\n", sorted == keys ? "right" : "wrong");
    for (int i = 0; i < 2; ++i) {
        cudaFree(k[i]);
        cudaFree(v[i]);
        cudaFree(ranks[i]);
        cudaFree(limits[i]);
    }
    return sorted == keys ? 0 : 1;
}
