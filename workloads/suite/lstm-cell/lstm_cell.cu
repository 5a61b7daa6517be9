// One step of a long short-term memory layer as text classification runs it: four gate products over tiles in
// shared memory, then the gates. Stresses fused multiply-add and shared memory; a batch of requests is small, so
// the grid hardly fills a large GPU, which makes it a typical latency-critical kernel.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define TILE 16
#define GATES 4

__host__ __device__ inline float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

/**
 * `joined` holds input and previous hidden state side by side, batch x depth; `weights` depth x (4 x hidden) with the
 * gates input, forget, candidate and output one after the other; `cell` and `hidden` are batch x hidden.
 */
__global__ void lstmCell(const float *__restrict__ joined, const float *__restrict__ weights,
                         const float *__restrict__ bias, float *cell, float *hidden, int batch, int width, int depth)
{
    __shared__ float inputs[TILE][TILE];
    __shared__ float gateWeights[GATES][TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int unit = blockIdx.x * TILE + tx;
    const int sample = blockIdx.y * TILE + ty;
    float gate[GATES];
    for (int g = 0; g < GATES; ++g)
        gate[g] = bias[g * width + unit];
    for (int k = 0; k < depth; k += TILE) {
        inputs[ty][tx] = joined[sample * depth + k + tx];
        for (int g = 0; g < GATES; ++g)
            gateWeights[g][ty][tx] = weights[(k + ty) * GATES * width + g * width + unit];
        __syncthreads();
        for (int i = 0; i < TILE; ++i) {
            const float value = inputs[ty][i];
            for (int g = 0; g < GATES; ++g)
                gate[g] += value * gateWeights[g][i][tx];
        }
        __syncthreads();
    }
    const int place = sample * width + unit;
    const float next = sigmoid(gate[1]) * cell[place] + sigmoid(gate[0]) * tanhf(gate[2]);
    cell[place] = next;
    hidden[place] = sigmoid(gate[3]) * tanhf(next);
}

/** Hidden state of one sample and unit after a step from an empty cell. */
static float expected(const std::vector<float> &joined, const std::vector<float> &weights, int sample, int unit, int width,
                      int depth)
{
    double gate[GATES] = {};
    for (int k = 0; k < depth; ++k)
        for (int g = 0; g < GATES; ++g)
            gate[g] += double(joined[size_t(sample) * depth + k]) * weights[(size_t(k) * GATES + g) * width + unit];
    return sigmoid(float(gate[3])) * tanhf(sigmoid(float(gate[0])) * tanhf(float(gate[2])));
}

int main(int argc, char **argv)
{
    const int batch = (argc > 1 ? atoi(argv[1]) : 64) / TILE * TILE;
    const int width = (argc > 2 ? atoi(argv[2]) : 1024) / TILE * TILE;
    const int depth = 2 * width; // the input is as wide as the state
    const std::vector<float> joined = uniformFloats(size_t(batch) * depth, -1.0f, 1.0f, 5);
    const std::vector<float> weights = uniformFloats(size_t(depth) * GATES * width, -0.03f, 0.03f, 6);
    std::vector<float> hidden(size_t(batch) * width);

    float *deviceJoined, *deviceWeights, *deviceBias, *deviceCell, *deviceHidden;
    CUDA_CHECK(cudaMalloc(&deviceJoined, sizeof(float) * batch * depth));
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * depth * GATES * width));
    CUDA_CHECK(cudaMalloc(&deviceBias, sizeof(float) * GATES * width));
    CUDA_CHECK(cudaMalloc(&deviceCell, sizeof(float) * batch * width));
    CUDA_CHECK(cudaMalloc(&deviceHidden, sizeof(float) * batch * width));
    CUDA_CHECK(cudaMemcpy(deviceJoined, joined.data(), sizeof(float) * batch * depth, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * depth * GATES * width, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(deviceBias, 0, sizeof(float) * GATES * width));
    CUDA_CHECK(cudaMemset(deviceCell, 0, sizeof(float) * batch * width));
    const dim3 grid(width / TILE, batch / TILE), block(TILE, TILE);
    lstmCell<<<grid, block>>>(deviceJoined, deviceWeights, deviceBias, deviceCell, deviceHidden, batch, width, depth);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(hidden.data(), deviceHidden, sizeof(float) * batch * width, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int sample = 0; sample < batch; sample += 7) {
        const int unit = sample * 31 % width;
        got.push_back(hidden[size_t(sample) * width + unit]);
        wanted.push_back(expected(joined, weights, sample, unit, width, depth));
    }
    for (float *array : {deviceJoined, deviceWeights, deviceBias, deviceCell, deviceHidden})
        cudaFree(array);
    return report("lstm cell", largestError(got, wanted), 1e-4);
}
