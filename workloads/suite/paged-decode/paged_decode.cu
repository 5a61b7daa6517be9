// One decoding step of text generation for a batch of sequences: the new token's query attends to all earlier keys
// and values, which lie in pages of 16 tokens scattered over a pool. A block for each head and sequence, its warps
// take tokens in turn. Bound by DRAM: every key and value is read once, after its page's number has arrived.
#include <cuda_fp16.h>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define WARP 32
#define WARPS 4
#define BLOCK (WARP * WARPS)
#define HEAD 128                // values of a query, key or value
#define PAIRS (HEAD / 2)        // as pairs of halves
#define PAGE 16                 // tokens of a page

__device__ inline float warpSum(float value)
{
    for (int offset = WARP / 2; offset > 0; offset >>= 1)
        value += __shfl_xor_sync(0xffffffffu, value, offset);
    return value;
}

/**
 * `keys` and `values` are pages x heads x 16 x 128 halves, `table` sequences x pagesPerSequence page numbers, `query`
 * and `out` sequences x heads x 128. Grid: heads x sequences.
 */
// Pages are given out as sequences grow: their numbers are spread over the whole pool.
__global__ void pagedDecode(const float *__restrict__ query, const __half2 *__restrict__ keys, const __half2 *__restrict__ values,
                            const int *__restrict__ table, float *out, int context, int pagesPerSequence, float scale)
{
    __shared__ float partial[WARPS][HEAD];
    __shared__ float highests[WARPS], weights[WARPS];
    const int lane = threadIdx.x % WARP;
    const int warp = threadIdx.x / WARP;
    const int heads = gridDim.x;
    const float *q = query + (blockIdx.y * heads + blockIdx.x) * HEAD;
    const float q0 = q[2 * lane] * scale, q1 = q[2 * lane + 1] * scale;
    const float q2 = q[2 * lane + PAIRS] * scale, q3 = q[2 * lane + PAIRS + 1] * scale;
    float highest = -1e30f, weight = 0.0f, sum0 = 0.0f, sum1 = 0.0f, sum2 = 0.0f, sum3 = 0.0f;
    for (int token = warp; token < context; token += WARPS) {
        const int page = table[blockIdx.y * pagesPerSequence + token / PAGE];
        const int place = ((page * heads + blockIdx.x) * PAGE + token % PAGE) * PAIRS + lane;
        const float2 keyLow = __half22float2(keys[place]);
        const float2 keyHigh = __half22float2(keys[place + WARP]);
        const float2 valueLow = __half22float2(values[place]);
        const float2 valueHigh = __half22float2(values[place + WARP]);
        const float score = warpSum(q0 * keyLow.x + q1 * keyLow.y + q2 * keyHigh.x + q3 * keyHigh.y);
        const float next = fmaxf(highest, score);
        const float correction = __expf(highest - next), p = __expf(score - next);
        weight = weight * correction + p;
        sum0 = sum0 * correction + p * valueLow.x;
        sum1 = sum1 * correction + p * valueLow.y;
        sum2 = sum2 * correction + p * valueHigh.x;
        sum3 = sum3 * correction + p * valueHigh.y;
        highest = next;
    }
    partial[warp][2 * lane] = sum0;
    partial[warp][2 * lane + 1] = sum1;
    partial[warp][2 * lane + PAIRS] = sum2;
    partial[warp][2 * lane + PAIRS + 1] = sum3;
    if (lane == 0) {
        highests[warp] = highest;
        weights[warp] = weight;
    }
    __syncthreads();
    float all = -1e30f, total = 0.0f, sum = 0.0f;
    for (int w = 0; w < WARPS; ++w)
        all = fmaxf(all, highests[w]);
    for (int w = 0; w < WARPS; ++w) {
        const float factor = __expf(highests[w] - all);
        total += weights[w] * factor;
        sum += partial[w][threadIdx.x] * factor;
    }
    out[(blockIdx.y * heads + blockIdx.x) * HEAD + threadIdx.x] = sum / total;
}

int main(int argc, char **argv)
{
    const int sequences = argc > 1 ? atoi(argv[1]) : 64;
    const int context = (argc > 2 ? atoi(argv[2]) : 512) / PAGE * PAGE;
    const int heads = 8, perSequence = context / PAGE, pages = sequences * perSequence;
    const float scale = 0.0884f;
    const size_t pool = size_t(pages) * heads * PAGE * HEAD;
    const std::vector<float> query = uniformFloats(size_t(sequences) * heads * HEAD, -1.0f, 1.0f, 39);
    std::vector<__half> keys(pool), values(pool);
    std::vector<int> table(pages);
    Random random(40);
    for (size_t i = 0; i < pool; ++i) {
        keys[i] = __float2half(random.uniform(-1.0f, 1.0f));
        values[i] = __float2half(random.uniform(-1.0f, 1.0f));
    }
    for (int i = 0; i < pages; ++i) {
        table[i] = i;
        std::swap(table[i], table[random.below(i + 1)]);
    }
    std::vector<float> out(query.size());

    float *deviceQuery, *deviceOut;
    __half2 *deviceKeys, *deviceValues;
    int *deviceTable;
    CUDA_CHECK(cudaMalloc(&deviceQuery, sizeof(float) * sequences * heads * HEAD));
    CUDA_CHECK(cudaMalloc(&deviceOut, sizeof(float) * sequences * heads * HEAD));
    CUDA_CHECK(cudaMalloc(&deviceKeys, pool * sizeof(__half)));
    CUDA_CHECK(cudaMalloc(&deviceValues, pool * sizeof(__half)));
    CUDA_CHECK(cudaMalloc(&deviceTable, pages * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(deviceQuery, query.data(), sizeof(float) * sequences * heads * HEAD, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceKeys, keys.data(), pool * sizeof(__half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceValues, values.data(), pool * sizeof(__half), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceTable, table.data(), pages * sizeof(int), cudaMemcpyHostToDevice));
    pagedDecode<<<dim3(heads, sequences), BLOCK>>>(deviceQuery, deviceKeys, deviceValues, deviceTable, deviceOut, context,
                                                   perSequence, scale);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out.data(), deviceOut, sizeof(float) * sequences * heads * HEAD, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int s = 0; s < sequences; s += 5) {
        const int head = s % heads, word = s * 3 % HEAD;
        double weight = 0.0, sum = 0.0;
        for (int token = 0; token < context; ++token) {
            const size_t place = ((size_t(table[s * perSequence + token / PAGE]) * heads + head) * PAGE + token % PAGE) * HEAD;
            double score = 0.0;
            for (int i = 0; i < HEAD; ++i)
                score += double(query[(size_t(s) * heads + head) * HEAD + i]) * scale * __half2float(keys[place + i]);
            weight += exp(score);
            sum += exp(score) * __half2float(values[place + word]);
        }
        got.push_back(out[(size_t(s) * heads + head) * HEAD + word]);
        wanted.push_back(float(sum / weight));
    }
    cudaFree(deviceQuery);
    cudaFree(deviceOut);
    cudaFree(deviceKeys);
    cudaFree(deviceValues);
    cudaFree(deviceTable);
    return report("paged decode", largestError(got, wanted), 1e-3);
}
