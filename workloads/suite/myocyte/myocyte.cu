// Membrane potential of independent heart cells: ionic currents with gating variables, integrated by
// Runge-Kutta of fourth order, one thread for each cell. Stresses the special function units (exponentials,
// divisions) in long dependence chains; blocks are one warp and each cell is sequential in time, so that an SM
// hides little latency and memory hardly matters.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define VARIABLES 6
#define BLOCK 32

/** Time derivatives of (voltage, m, h, n, slow gate, calcium); gates after Hodgkin and Huxley. */
__host__ __device__ inline void derivatives(const float *s, float stimulus, float conductance, float *d)
{
    const float v = s[0];
    const float openM = 0.1f * (25.5f - v) / (expf((25.5f - v) * 0.1f) - 1.0f);
    const float closeM = 4.0f * expf(-v / 18.0f);
    const float openH = 0.07f * expf(-v / 20.0f);
    const float closeH = 1.0f / (expf((30.0f - v) * 0.1f) + 1.0f);
    const float openN = 0.01f * (10.5f - v) / (expf((10.5f - v) * 0.1f) - 1.0f);
    const float closeN = 0.125f * expf(-v / 80.0f);
    const float slowTarget = 1.0f / (1.0f + expf((20.0f - v) / 6.0f));
    const float reversal = 60.0f - 12.0f * logf(1.0f + s[5]);
    const float sodium = 120.0f * s[1] * s[1] * s[1] * s[2] * (v - 115.0f);
    const float potassium = 36.0f * s[3] * s[3] * s[3] * s[3] * (v + 12.0f);
    const float calcium = conductance * s[4] * (v - reversal);
    const float leak = 0.3f * (v - 10.6f);
    d[0] = stimulus - sodium - potassium - calcium - leak;
    d[1] = openM * (1.0f - s[1]) - closeM * s[1];
    d[2] = openH * (1.0f - s[2]) - closeH * s[2];
    d[3] = openN * (1.0f - s[3]) - closeN * s[3];
    d[4] = (slowTarget - s[4]) * 0.05f;
    d[5] = -0.001f * calcium - 0.07f * s[5];
}

/** One Runge-Kutta step of length `dt` on the state in place. */
__host__ __device__ inline void advance(float *s, float stimulus, float conductance, float dt)
{
    float slope[VARIABLES], sum[VARIABLES], probe[VARIABLES];
    derivatives(s, stimulus, conductance, slope);
    for (int i = 0; i < VARIABLES; ++i) {
        sum[i] = slope[i];
        probe[i] = s[i] + 0.5f * dt * slope[i];
    }
    derivatives(probe, stimulus, conductance, slope);
    for (int i = 0; i < VARIABLES; ++i) {
        sum[i] += 2.0f * slope[i];
        probe[i] = s[i] + 0.5f * dt * slope[i];
    }
    derivatives(probe, stimulus, conductance, slope);
    for (int i = 0; i < VARIABLES; ++i) {
        sum[i] += 2.0f * slope[i];
        probe[i] = s[i] + dt * slope[i];
    }
    derivatives(probe, stimulus, conductance, slope);
    for (int i = 0; i < VARIABLES; ++i)
        s[i] += dt / 6.0f * (sum[i] + slope[i]);
}

/** `state` holds variable after variable, each for all cells. */
__global__ void integrateCells(const float *conductance, float *state, int cells, int steps, float dt)
{
    const int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells)
        return;
    float s[VARIABLES];
    for (int i = 0; i < VARIABLES; ++i)
        s[i] = state[i * cells + cell];
    const float own = conductance[cell];
    for (int step = 0; step < steps; ++step)
        advance(s, step < 10 ? 20.0f : 0.0f, own, dt);
    for (int i = 0; i < VARIABLES; ++i)
        state[i * cells + cell] = s[i];
}

int main(int argc, char **argv)
{
    const int cells = argc > 1 ? atoi(argv[1]) : 7680;
    const int steps = argc > 2 ? atoi(argv[2]) : 20;
    const float dt = 0.01f;
    const std::vector<float> conductance = uniformFloats(cells, 0.05f, 0.15f, 1);
    const float rest[VARIABLES] = {0.0f, 0.053f, 0.596f, 0.318f, 0.03f, 0.1f};
    std::vector<float> state(size_t(cells) * VARIABLES);
    for (size_t i = 0; i < state.size(); ++i)
        state[i] = rest[i / cells];

    float *deviceConductance, *deviceState;
    CUDA_CHECK(cudaMalloc(&deviceConductance, cells * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&deviceState, cells * VARIABLES * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(deviceConductance, conductance.data(), cells * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceState, state.data(), cells * VARIABLES * sizeof(float), cudaMemcpyHostToDevice));
    integrateCells<<<(cells + BLOCK - 1) / BLOCK, BLOCK>>>(deviceConductance, deviceState, cells, steps, dt);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(state.data(), deviceState, cells * VARIABLES * sizeof(float), cudaMemcpyDeviceToHost));

    std::vector<float> wanted(rest, rest + VARIABLES), got(VARIABLES);
    for (int step = 0; step < steps; ++step)
        advance(wanted.data(), step < 10 ? 20.0f : 0.0f, conductance[0], dt);
    for (int i = 0; i < VARIABLES; ++i)
        got[i] = state[size_t(i) * cells];
    cudaFree(deviceConductance);
    cudaFree(deviceState);
    return report("myocyte", largestError(got, wanted), 1e-3);
}
