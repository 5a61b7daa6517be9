// Training of a layered network: one kernel multiplies a stretch of inputs by the weights of sixteen hidden units
// and adds the products up in shared memory; the other adjusts all weights.
// Stresses DRAM with the weights (read once forward, read and written twice backward) and, in the forward pass,
// shared memory and barriers of a tree in which fewer and fewer lanes work.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define UNITS 16 // hidden units
#define ROWS 16  // inputs of a block
#define RATE 0.3f
#define MOMENTUM 0.3f

__global__ void layerForward(const float *__restrict__ inputs, float *weights, float *partial, int hidden)
{
    __shared__ float input[ROWS];
    __shared__ float product[ROWS][UNITS];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.x * ROWS + ty + 1; // input 0 is the bias
    const int weight = row * (hidden + 1) + tx + 1;
    if (tx == 0)
        input[ty] = inputs[row];
    __syncthreads();
    product[ty][tx] = weights[weight] * input[ty];
    __syncthreads();
    for (int step = 1; step < ROWS; step *= 2) {
        if (ty % (2 * step) == 0)
            product[ty][tx] += product[ty + step][tx];
        __syncthreads();
    }
    weights[weight] = product[ty][tx];
    if (ty == 0)
        partial[blockIdx.x * hidden + tx] = product[0][tx];
}

__global__ void adjustWeights(const float *__restrict__ deltas, const float *__restrict__ inputs, float *weights,
                              float *oldChanges, int hidden)
{
    const int row = blockIdx.x * ROWS + threadIdx.y + 1;
    const int unit = threadIdx.x + 1;
    const int weight = row * (hidden + 1) + unit;
    const float change = RATE * deltas[unit] * inputs[row] + MOMENTUM * oldChanges[weight];
    weights[weight] += change;
    oldChanges[weight] = change;
}

int main(int argc, char **argv)
{
    const int inputs = (argc > 1 ? atoi(argv[1]) : 65536) / ROWS * ROWS;
    const int blocks = inputs / ROWS;
    const size_t weightCount = size_t(inputs + 1) * (UNITS + 1);
    std::vector<float> input(inputs + 1, 1.0f), weights(weightCount), partial(size_t(blocks) * UNITS), deltas(UNITS + 1, 0.01f);
    for (int i = 1; i <= inputs; ++i)
        input[i] = float(i * 7919 % 100) / 100.0f;
    for (size_t w = 0; w < weightCount; ++w)
        weights[w] = float(w * 2654435761u % 100) / 1000.0f;

    float *deviceInput, *deviceWeights, *devicePartial, *deviceDeltas, *oldChanges;
    CUDA_CHECK(cudaMalloc(&deviceInput, sizeof(float) * input.size()));
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * weightCount));
    CUDA_CHECK(cudaMalloc(&oldChanges, sizeof(float) * weightCount));
    CUDA_CHECK(cudaMalloc(&devicePartial, sizeof(float) * partial.size()));
    CUDA_CHECK(cudaMalloc(&deviceDeltas, sizeof(float) * deltas.size()));
    CUDA_CHECK(cudaMemcpy(deviceInput, input.data(), sizeof(float) * input.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * weightCount, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceDeltas, deltas.data(), sizeof(float) * deltas.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(oldChanges, 0, sizeof(float) * weightCount));

    const dim3 block(UNITS, ROWS);
    layerForward<<<blocks, block>>>(deviceInput, deviceWeights, devicePartial, UNITS);
    CUDA_CHECK(cudaMemcpy(partial.data(), devicePartial, sizeof(float) * partial.size(), cudaMemcpyDeviceToHost));
    double worst = 0.0;
    for (int u = 1; u <= UNITS; ++u) {
        double sum = 0.0, expected = 0.0;
        for (int b = 0; b < blocks; ++b)
            sum += partial[size_t(b) * UNITS + u - 1];
        for (int i = 1; i <= inputs; ++i)
            expected += double(weights[size_t(i) * (UNITS + 1) + u]) * input[i];
        worst = std::fmax(worst, std::fabs(sum - expected) / expected);
    }
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * weightCount, cudaMemcpyHostToDevice));
    adjustWeights<<<blocks, block>>>(deviceDeltas, deviceInput, deviceWeights, oldChanges, UNITS);
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("largest relative difference to the CPU: %g\n", worst);
    for (float *array : {deviceInput, deviceWeights, devicePartial, deviceDeltas, oldChanges})
        cudaFree(array);
    return worst < 1e-4 ? 0 : 1;
}
