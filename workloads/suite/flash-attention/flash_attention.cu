// Attention of a transformer layer by tiles, without ever writing the matrix of scores: queries, keys and values
// pass through shared memory, four threads share a query row, and the softmax is corrected tile by tile. Stresses
// fused multiply-add and shared-memory bandwidth; device memory is read once for each block of rows.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define HEAD 64          // words of a query, key or value
#define SHARE 4          // threads of a row
#define ROWS 32          // query rows of a block
#define KEYS 16          // keys of a tile
#define OWN_WORDS (HEAD / SHARE)
#define THREADS (ROWS * SHARE)

/** All matrices are heads x length x 64. Grid: blocks of query rows x heads. */
__global__ void __launch_bounds__(THREADS) flashAttention(const float *__restrict__ query, const float *__restrict__ key,
                                                          const float *__restrict__ value, float *out, int length, float scale)
{
    __shared__ float queries[ROWS][HEAD + 1];
    __shared__ float keys[KEYS][HEAD + 1];
    __shared__ float values[KEYS][HEAD];
    __shared__ float weights[ROWS][KEYS + 1];
    const int row = threadIdx.x / SHARE;
    const int part = threadIdx.x % SHARE;
    const int head = blockIdx.y * length * HEAD;
    const int firstRow = head + blockIdx.x * ROWS * HEAD;
    for (int i = threadIdx.x; i < ROWS * HEAD; i += THREADS)
        queries[i / HEAD][i % HEAD] = query[firstRow + i] * scale;
    float sum[OWN_WORDS];
#pragma unroll
    for (int i = 0; i < OWN_WORDS; ++i)
        sum[i] = 0.0f;
    float highest = -1e30f, weight = 0.0f;
    for (int first = 0; first < length; first += KEYS) {
        for (int i = threadIdx.x; i < KEYS * HEAD; i += THREADS) {
            keys[i / HEAD][i % HEAD] = key[head + first * HEAD + i];
            values[i / HEAD][i % HEAD] = value[head + first * HEAD + i];
        }
        __syncthreads();
        // Scores of four keys for each thread, softmax over the four threads of a row.
        float score0 = 0.0f, score1 = 0.0f, score2 = 0.0f, score3 = 0.0f;
#pragma unroll 4
        for (int d = 0; d < HEAD; ++d) {
            const float q = queries[row][d];
            score0 += q * keys[part][d];
            score1 += q * keys[part + SHARE][d];
            score2 += q * keys[part + 2 * SHARE][d];
            score3 += q * keys[part + 3 * SHARE][d];
        }
        float next = fmaxf(highest, fmaxf(fmaxf(score0, score1), fmaxf(score2, score3)));
        next = fmaxf(next, __shfl_xor_sync(0xffffffffu, next, 1));
        next = fmaxf(next, __shfl_xor_sync(0xffffffffu, next, 2));
        const float correction = __expf(highest - next);
        score0 = __expf(score0 - next);
        score1 = __expf(score1 - next);
        score2 = __expf(score2 - next);
        score3 = __expf(score3 - next);
        weights[row][part] = score0;
        weights[row][part + SHARE] = score1;
        weights[row][part + 2 * SHARE] = score2;
        weights[row][part + 3 * SHARE] = score3;
        weight = weight * correction + score0 + score1 + score2 + score3;
        highest = next;
        __syncwarp(); // the threads of a row are in one warp
#pragma unroll
        for (int i = 0; i < OWN_WORDS; ++i)
            sum[i] *= correction;
#pragma unroll 1
        for (int j = 0; j < KEYS; ++j) {
            const float w = weights[row][j];
#pragma unroll
            for (int i = 0; i < OWN_WORDS; ++i)
                sum[i] += w * values[j][part + i * SHARE];
        }
        __syncthreads();
    }
    weight += __shfl_xor_sync(0xffffffffu, weight, 1);
    weight += __shfl_xor_sync(0xffffffffu, weight, 2);
#pragma unroll
    for (int i = 0; i < OWN_WORDS; ++i)
        out[firstRow + row * HEAD + part + i * SHARE] = sum[i] / weight;
}

/** Word `word` of the attention of one row of the first head. */
static float expected(const std::vector<float> &query, const std::vector<float> &key, const std::vector<float> &value, int length,
                      int row, int word, float scale)
{
    double weight = 0.0, sum = 0.0;
    for (int j = 0; j < length; ++j) {
        double dot = 0.0;
        for (int i = 0; i < HEAD; ++i)
            dot += double(query[size_t(row) * HEAD + i]) * key[size_t(j) * HEAD + i];
        weight += exp(dot * scale);
        sum += exp(dot * scale) * value[size_t(j) * HEAD + word];
    }
    return float(sum / weight);
}

int main(int argc, char **argv)
{
    const int heads = argc > 1 ? atoi(argv[1]) : 32;
    const int length = (argc > 2 ? atoi(argv[2]) : 1024) / ROWS * ROWS;
    const size_t words = size_t(heads) * length * HEAD;
    const float scale = 0.125f;
    const std::vector<float> query = uniformFloats(words, -1.0f, 1.0f, 33);
    const std::vector<float> key = uniformFloats(words, -1.0f, 1.0f, 34);
    const std::vector<float> value = uniformFloats(words, -1.0f, 1.0f, 35);
    std::vector<float> out(words);

    float *deviceQuery, *deviceKey, *deviceValue, *deviceOut;
    CUDA_CHECK(cudaMalloc(&deviceQuery, sizeof(float) * words));
    CUDA_CHECK(cudaMalloc(&deviceKey, sizeof(float) * words));
    CUDA_CHECK(cudaMalloc(&deviceValue, sizeof(float) * words));
    CUDA_CHECK(cudaMalloc(&deviceOut, sizeof(float) * words));
    CUDA_CHECK(cudaMemcpy(deviceQuery, query.data(), sizeof(float) * words, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceKey, key.data(), sizeof(float) * words, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceValue, value.data(), sizeof(float) * words, cudaMemcpyHostToDevice));
    flashAttention<<<dim3(length / ROWS, heads), THREADS>>>(deviceQuery, deviceKey, deviceValue, deviceOut, length, scale);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out.data(), deviceOut, sizeof(float) * words, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int row = 0; row < length; row += 37) {
        got.push_back(out[size_t(row) * HEAD + row % HEAD]);
        wanted.push_back(expected(query, key, value, length, row, row % HEAD, scale));
    }
    for (float *array : {deviceQuery, deviceKey, deviceValue, deviceOut})
        cudaFree(array);
    return report("flash attention", largestError(got, wanted), 1e-4);
}
