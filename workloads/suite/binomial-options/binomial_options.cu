// European call options on a binomial tree: one block an option, the tree's last level in registers, one
// boundary value a thread in shared memory, a step a trading day back to the root. Nearly all of it is
// dependent multiply-adds between barriers; memory is idle.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 128
#endif
#ifndef STEPS
#define STEPS 256 // one a trading day
#endif
constexpr int kPerThread = STEPS / BLOCK_SIZE;

struct Option {
    float spot, strike;
    float upMove;            // log of the step up
    float upWeight, downWeight; // discounted probabilities
};

__global__ void __launch_bounds__(BLOCK_SIZE)
binomialCall(const Option *__restrict__ options, float *__restrict__ values)
{
    __shared__ float boundary[BLOCK_SIZE + 1];
    const Option o = options[blockIdx.x];
    const int t = threadIdx.x;

    float value[kPerThread + 1];
#pragma unroll
    for (int i = 0; i < kPerThread; ++i) {
        const float exponent = o.upMove * float(2 * (t * kPerThread + i) - STEPS);
        value[i] = fmaxf(o.spot * __expf(exponent) - o.strike, 0.0f);
    }
    if (t == 0)
        boundary[BLOCK_SIZE] = fmaxf(o.spot * __expf(o.upMove * float(STEPS)) - o.strike, 0.0f);

    const int finalNode = t * kPerThread;
    for (int step = STEPS; step > 0; --step) {
        boundary[t] = value[0];
        __syncthreads();
        value[kPerThread] = boundary[t + 1];
        __syncthreads();
        if (step > finalNode) {
#pragma unroll
            for (int i = 0; i < kPerThread; ++i)
                value[i] = o.upWeight * value[i + 1] + o.downWeight * value[i];
        }
    }
    if (t == 0)
        values[blockIdx.x] = value[0];
}

static Option makeOption(float spot, float strike, float years, float rate, float volatility)
{
    const float dt = years / STEPS, move = volatility * std::sqrt(dt);
    const float up = std::exp(move), down = std::exp(-move), growth = std::exp(rate * dt);
    const float probability = (growth - down) / (up - down);
    return {spot, strike, move, probability / growth, (1.0f - probability) / growth};
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 4096;
    std::vector<Option> options(count);
    std::vector<float> values(count);
    for (int i = 0; i < count; ++i)
        options[i] = makeOption(5.0f + float(i % 26), 1.0f + float(i % 100), 0.25f + float(i % 40) * 0.25f, 0.06f, 0.1f);
    Option *dOptions;
    float *dValues;
    CUDA_CHECK(cudaMalloc(&dOptions, count * sizeof(Option)));
    CUDA_CHECK(cudaMalloc(&dValues, count * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(dOptions, options.data(), count * sizeof(Option), cudaMemcpyHostToDevice));
    binomialCall<<<count, BLOCK_SIZE>>>(dOptions, dValues);
    CUDA_CHECK(cudaMemcpy(values.data(), dValues, count * sizeof(float), cudaMemcpyDeviceToHost));

    const Option o = options[0];
    std::vector<double> tree(STEPS + 1);
    for (int i = 0; i <= STEPS; ++i)
        tree[i] = std::fmax(o.spot * std::exp(double(o.upMove) * (2 * i - STEPS)) - o.strike, 0.0);
    for (int step = STEPS; step > 0; --step)
        for (int i = 0; i < step; ++i)
            tree[i] = o.upWeight * tree[i + 1] + o.downWeight * tree[i];
    std::printf("gpu %g host %g\n", values[0], tree[0]);
    cudaFree(dOptions);
    cudaFree(dValues);
    return std::fabs(values[0] - tree[0]) < 1e-2 ? 0 : 1;
}
