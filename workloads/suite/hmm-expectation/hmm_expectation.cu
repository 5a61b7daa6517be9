// Maximisation step of a Gaussian hidden Markov model with N states and D features over T observations:
// weighted sums of the observations (means), of their outer products (covariances), and two element-wise
// helpers. The two expectation kernels read tiles through shared memory; at the sizes of speech models the
// grids are small, so latency and barriers count. Moka tunes their blocks.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define TILE 16

/** observations^T x gamma: sum[n][d] = sum over t of gamma[t][n] * observations[t][d], over its weight. */
__global__ void expectMeans(const float *__restrict__ gamma, const float *__restrict__ observations,
                            const float *__restrict__ weight, float *__restrict__ means, int steps, int states,
                            int features)
{
    __shared__ float g[TILE][TILE + 1], o[TILE][TILE + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const int state = blockIdx.y * TILE + y, feature = blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (int first = 0; first < steps; first += TILE) {
        g[y][x] = gamma[(first + y) * states + blockIdx.y * TILE + x];
        o[y][x] = observations[(first + y) * features + feature];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum += g[k][y] * o[k][x];
        __syncthreads();
    }
    means[state * features + feature] = sum / weight[state];
}

/** Covariance of one state: weighted outer products of the centred observations; a block has one tile of D x D. */
__global__ void expectCovariance(const float *__restrict__ gamma, const float *__restrict__ observations,
                                 const float *__restrict__ means, const float *__restrict__ weight,
                                 float *__restrict__ covariances, int steps, int states, int features)
{
    __shared__ float left[TILE][TILE + 1], right[TILE][TILE + 1];
    const int x = threadIdx.x, y = threadIdx.y, state = blockIdx.z;
    const int row = blockIdx.y * TILE, column = blockIdx.x * TILE;
    const float *mean = means + state * features;
    const float meanLeft = mean[row + x], meanRight = mean[column + x];
    float sum = 0.0f;
    for (int first = 0; first < steps; first += TILE) {
        const float *o = observations + (first + y) * features;
        left[y][x] = gamma[(first + y) * states + state] * (o[row + x] - meanLeft);
        right[y][x] = o[column + x] - meanRight;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum += left[k][y] * right[k][x];
        __syncthreads();
    }
    covariances[(state * features + row + y) * features + column + x] = sum / weight[state];
}

/** gamma[t][n] = forward * backward over the likelihood of the step. */
__global__ void stateShares(float *__restrict__ gamma, const float *__restrict__ forward,
                            const float *__restrict__ backward, const float *__restrict__ likelihood, int states)
{
    const int state = blockIdx.x * blockDim.x + threadIdx.x, step = blockIdx.y * blockDim.y + threadIdx.y;
    gamma[step * states + state] = forward[step * states + state] * backward[step * states + state] / likelihood[step];
}

/** Adds a floor to the diagonal and makes the matrix symmetric. */
__global__ void regularise(float *__restrict__ out, const float *__restrict__ covariances, int features, float floorValue)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    const float *c = covariances + blockIdx.z * features * features;
    const float value = 0.5f * (c[row * features + column] + c[column * features + row]);
    out[(blockIdx.z * features + row) * features + column] = row == column ? value + floorValue : value;
}

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? std::atoi(argv[1]) : 1024, states = argc > 2 ? std::atoi(argv[2]) : 64;
    const int features = argc > 3 ? std::atoi(argv[3]) : 64;
    const size_t perState = size_t(states) * features, square = perState * features;
    std::vector<float> forward(steps * states), backward(steps * states, 1.0f), likelihood(steps, float(states));
    std::vector<float> observations(steps * features), weight(states, 0.0f), means(perState);
    for (int i = 0; i < steps * states; ++i) {
        forward[i] = 1.0f + float(i % 5) * 0.1f;
        weight[i % states] += forward[i] / float(states);
    }
    for (int i = 0; i < steps * features; ++i)
        observations[i] = float(i % 23) / 23.0f;
    float *d[8];
    const size_t sizes[8] = {forward.size(), forward.size(), likelihood.size(), forward.size(), observations.size(), weight.size(), perState, square};
    for (int i = 0; i < 8; ++i)
        CUDA_CHECK(cudaMalloc(&d[i], sizes[i] * sizeof(float)));
    float *dOut;
    CUDA_CHECK(cudaMalloc(&dOut, square * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d[0], forward.data(), forward.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d[1], backward.data(), backward.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d[2], likelihood.data(), likelihood.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d[4], observations.data(), observations.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d[5], weight.data(), weight.size() * sizeof(float), cudaMemcpyHostToDevice));

    const dim3 block(TILE, TILE);
    stateShares<<<dim3(states / TILE, steps / TILE), block>>>(d[3], d[0], d[1], d[2], states);
    expectMeans<<<dim3(features / TILE, states / TILE), block>>>(d[3], d[4], d[5], d[6], steps, states, features);
    expectCovariance<<<dim3(features / TILE, features / TILE, states), block>>>(d[3], d[4], d[6], d[5], d[7], steps, states, features);
    regularise<<<dim3(features / TILE, features / TILE, states), block>>>(dOut, d[7], features, 1e-3f);
    CUDA_CHECK(cudaMemcpy(means.data(), d[6], perState * sizeof(float), cudaMemcpyDeviceToHost));

    double worst = 0.0;
    for (int n = 0; n < states; n += 7) {
        double sum = 0.0;
        for (int t = 0; t < steps; ++t)
            sum += double(forward[t * states + n]) / states * observations[t * features];
        worst = std::fmax(worst, std::fabs(sum / weight[n] - means[size_t(n) * features]));
    }
    std::printf("largest difference %g\n", worst);
    for (float *array : d)
        cudaFree(array);
    cudaFree(dOut);
    return worst < 1e-3 ? 0 : 1;
}
