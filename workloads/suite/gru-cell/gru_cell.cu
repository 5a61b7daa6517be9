// Steps of a gated recurrent unit as text generation runs them: one character at a time, a batch of one. Each
// warp owns a hidden unit and multiplies three rows of the recurrent weights with the state; the character's part
// is a look-up. All weights stream from DRAM for each character with no reuse: bound by bandwidth, few blocks.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define WARP 32
#define BLOCK 256
#define CHARACTERS 96

__device__ inline float warpSum(float value)
{
    for (int offset = WARP / 2; offset > 0; offset >>= 1)
        value += __shfl_xor_sync(0xffffffffu, value, offset);
    return value;
}

__host__ __device__ inline float sigmoid(float x) { return 1.0f / (1.0f + expf(-x)); }

/** `recurrent` is (3 x hidden) x hidden with the gates reset, update and candidate; `embedded` characters x (3 x hidden). */
__global__ void gruStep(const float *__restrict__ recurrent, const float *__restrict__ embedded,
                        const float *__restrict__ state, float *next, int hidden, int character)
{
    const int unit = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    const int lane = threadIdx.x % WARP;
    if (unit >= hidden)
        return;
    float reset = 0.0f, update = 0.0f, candidate = 0.0f;
    for (int k = lane; k < hidden; k += WARP) {
        const float value = state[k];
        reset += recurrent[unit * hidden + k] * value;
        update += recurrent[(hidden + unit) * hidden + k] * value;
        candidate += recurrent[(2 * hidden + unit) * hidden + k] * value;
    }
    reset = warpSum(reset);
    update = warpSum(update);
    candidate = warpSum(candidate);
    if (lane == 0) {
        const float *input = embedded + character * 3 * hidden;
        const float r = sigmoid(input[unit] + reset);
        const float z = sigmoid(input[hidden + unit] + update);
        const float n = tanhf(input[2 * hidden + unit] + r * candidate);
        next[unit] = (1.0f - z) * n + z * state[unit];
    }
}

/** The same step for one unit. */
static float expected(const std::vector<float> &weights, const std::vector<float> &embedded, const std::vector<float> &state,
                      int character, int unit)
{
    const int hidden = int(state.size());
    double gate[3] = {};
    for (int g = 0; g < 3; ++g)
        for (int k = 0; k < hidden; ++k)
            gate[g] += double(weights[(size_t(g) * hidden + unit) * hidden + k]) * state[k];
    const float *input = &embedded[size_t(character) * 3 * hidden];
    const float z = sigmoid(float(input[hidden + unit] + gate[1]));
    const float n = tanhf(float(input[2 * hidden + unit] + sigmoid(float(input[unit] + gate[0])) * gate[2]));
    return (1.0f - z) * n + z * state[unit];
}

int main(int argc, char **argv)
{
    const int hidden = argc > 1 ? atoi(argv[1]) : 1024;
    const int characters = argc > 2 ? atoi(argv[2]) : 32;
    const std::vector<float> weights = uniformFloats(size_t(3) * hidden * hidden, -0.05f, 0.05f, 7);
    const std::vector<float> embedded = uniformFloats(size_t(CHARACTERS) * 3 * hidden, -1.0f, 1.0f, 8);
    std::vector<float> before(hidden), after(hidden);

    float *deviceWeights, *deviceEmbedded, *state[2];
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * 3 * hidden * hidden));
    CUDA_CHECK(cudaMalloc(&deviceEmbedded, sizeof(float) * CHARACTERS * 3 * hidden));
    CUDA_CHECK(cudaMalloc(&state[0], sizeof(float) * hidden));
    CUDA_CHECK(cudaMalloc(&state[1], sizeof(float) * hidden));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * 3 * hidden * hidden, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceEmbedded, embedded.data(), sizeof(float) * CHARACTERS * 3 * hidden, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(state[0], 0, sizeof(float) * hidden));
    const int blocks = (hidden * WARP + BLOCK - 1) / BLOCK;
    int character = 0, now = 0;
    for (int i = 0; i < characters; ++i) {
        character = i * 37 % CHARACTERS;
        gruStep<<<blocks, BLOCK>>>(deviceWeights, deviceEmbedded, state[now], state[1 - now], hidden, character);
        now = 1 - now;
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(after.data(), state[now], sizeof(float) * hidden, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(before.data(), state[1 - now], sizeof(float) * hidden, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int unit = 0; unit < hidden; unit += 61) {
        got.push_back(after[unit]);
        wanted.push_back(expected(weights, embedded, before, character, unit));
    }
    for (float *array : {deviceWeights, deviceEmbedded, state[0], state[1]})
        cudaFree(array);
    return report("gru cell", largestError(got, wanted), 1e-4);
}
