// Attention of each query to a list of selected keys only, as sparse transformers do after a selection step. A warp
// for each query gathers the rows of the keys and values its list names. Every gather moves whole rows, from places
// spread over the sequence: bound by L2 and DRAM, with the list's latency in front of each gather.
#include <cuda_fp16.h>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define WARP 32
#define BLOCK 128
#define HEAD 64 // values of a query, key or value: a pair for each lane

/** `query`, `key`, `value` and `out` are length x 64 halves, `selected` queries x `chosen` row numbers. */
__global__ void sparseAttention(const __half2 *__restrict__ query, const __half2 *__restrict__ key,
                                const __half2 *__restrict__ value, const int *__restrict__ selected, __half2 *out, int queries,
                                int chosen, float scale)
{
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const int lane = threadIdx.x % WARP;
    if (row >= queries)
        return;
    const float2 q = __half22float2(query[row * WARP + lane]);
    float highest = -1e30f, weight = 0.0f, sumX = 0.0f, sumY = 0.0f;
    for (int i = 0; i < chosen; ++i) {
        const int other = selected[row * chosen + i];
        const float2 k = __half22float2(key[other * WARP + lane]);
        const float2 v = __half22float2(value[other * WARP + lane]);
        float score = (q.x * k.x + q.y * k.y) * scale;
        for (int offset = WARP / 2; offset > 0; offset >>= 1)
            score += __shfl_xor_sync(0xffffffffu, score, offset);
        const float next = fmaxf(highest, score);
        const float correction = __expf(highest - next), p = __expf(score - next);
        weight = weight * correction + p;
        sumX = sumX * correction + p * v.x;
        sumY = sumY * correction + p * v.y;
        highest = next;
    }
    out[row * WARP + lane] = __floats2half2_rn(sumX / weight, sumY / weight);
}

int main(int argc, char **argv)
{
    const int length = argc > 1 ? atoi(argv[1]) : 1 << 16;
    const int chosen = argc > 2 ? atoi(argv[2]) : 64;
    const float scale = 0.125f;
    Random random(47);
    std::vector<__half> query(size_t(length) * HEAD), key(query.size()), value(query.size()), out(query.size());
    std::vector<int> selected(size_t(length) * chosen);
    for (size_t i = 0; i < query.size(); ++i) {
        query[i] = __float2half(random.uniform(-1.0f, 1.0f));
        key[i] = __float2half(random.uniform(-1.0f, 1.0f));
        value[i] = __float2half(random.uniform(-1.0f, 1.0f));
    }
    for (int &row : selected)
        row = int(random.below(length));

    __half2 *deviceQuery, *deviceKey, *deviceValue, *deviceOut;
    int *deviceSelected;
    CUDA_CHECK(cudaMalloc(&deviceQuery, sizeof(__half) * length * HEAD));
    CUDA_CHECK(cudaMalloc(&deviceKey, sizeof(__half) * length * HEAD));
    CUDA_CHECK(cudaMalloc(&deviceValue, sizeof(__half) * length * HEAD));
    CUDA_CHECK(cudaMalloc(&deviceOut, sizeof(__half) * length * HEAD));
    CUDA_CHECK(cudaMalloc(&deviceSelected, sizeof(int) * length * chosen));
    CUDA_CHECK(cudaMemcpy(deviceQuery, query.data(), sizeof(__half) * length * HEAD, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceKey, key.data(), sizeof(__half) * length * HEAD, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceValue, value.data(), sizeof(__half) * length * HEAD, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceSelected, selected.data(), sizeof(int) * length * chosen, cudaMemcpyHostToDevice));
    const int rowsPerBlock = BLOCK / WARP;
    sparseAttention<<<(length + rowsPerBlock - 1) / rowsPerBlock, BLOCK>>>(deviceQuery, deviceKey, deviceValue, deviceSelected,
                                                                           deviceOut, length, chosen, scale);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out.data(), deviceOut, sizeof(__half) * length * HEAD, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int row = 0; row < length; row += length / 24 + 1) {
        const int word = row % HEAD;
        double weight = 0.0, sum = 0.0;
        for (int i = 0; i < chosen; ++i) {
            const size_t other = size_t(selected[size_t(row) * chosen + i]) * HEAD;
            double score = 0.0;
            for (int d = 0; d < HEAD; ++d)
                score += double(__half2float(query[size_t(row) * HEAD + d])) * __half2float(key[other + d]);
            weight += exp(score * scale);
            sum += exp(score * scale) * __half2float(value[other + word]);
        }
        got.push_back(__half2float(out[size_t(row) * HEAD + word]));
        wanted.push_back(float(sum / weight));
    }
    for (__half2 *array : {deviceQuery, deviceKey, deviceValue, deviceOut})
        cudaFree(array);
    cudaFree(deviceSelected);
    return report("sparse attention", largestError(got, wanted), 5e-3);
}
