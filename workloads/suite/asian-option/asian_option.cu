// Monte Carlo price of an Asian option: random normal numbers into memory, a path of the price for each thread with the
// mean over its steps, and sums over blocks. Special functions and integer random numbers, then streams of what they
// made.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

#define THREADS 128

/** A hash of step and path: every number has a stream of its own. */
__host__ __device__ inline unsigned int hashed(unsigned int value)
{
    value ^= value >> 16;
    value *= 0x7feb352du;
    value ^= value >> 15;
    value *= 0x846ca68bu;
    return value ^ (value >> 16);
}

/** Pairs of normal numbers by Box and Muller, for two steps of a path. */
__global__ void normalNumbers(float *out, int paths, int steps)
{
    const int path = blockIdx.x * THREADS + threadIdx.x;
    if (path >= paths)
        return;
    for (int step = 0; step < steps; step += 2) {
        const unsigned int a = hashed(path * 2654435761u + step), b = hashed(a + 0x9e3779b9u);
        const float radius = sqrtf(-2.0f * logf((float(a >> 8) + 0.5f) * (1.0f / 16777216.0f)));
        const float angle = 6.2831853f * float(b >> 8) * (1.0f / 16777216.0f);
        out[step * paths + path] = radius * __cosf(angle);
        out[(step + 1) * paths + path] = radius * __sinf(angle);
    }
}

__global__ void pricePaths(const float *__restrict__ normal, float *sums, int paths, int steps, float spot, float strike, float drift,
                           float volatility)
{
    __shared__ float partial[THREADS];
    const int path = blockIdx.x * THREADS + threadIdx.x;
    float payoff = 0.0f;
    if (path < paths) {
        float price = spot, total = 0.0f;
        for (int step = 0; step < steps; ++step) {
            price *= __expf(drift + volatility * normal[step * paths + path]);
            total += price;
        }
        payoff = fmaxf(total / steps - strike, 0.0f);
    }
    partial[threadIdx.x] = payoff;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = partial[0];
}

int main(int argc, char **argv)
{
    const int paths = argc > 1 ? atoi(argv[1]) : 1 << 17, steps = argc > 2 ? atoi(argv[2]) : 86;
    const float spot = 40.0f, strike = 35.0f, rate = 0.03f, sigma = 0.2f, years = 1.0f / 3.0f, dt = years / steps;
    const float drift = (rate - 0.5f * sigma * sigma) * dt, volatility = sigma * std::sqrt(dt);
    const int blocks = ceilDiv(paths, THREADS);
    float *normal = onDevice<float>(size_t(paths) * steps), *sums = onDevice<float>(blocks);
    normalNumbers<<<blocks, THREADS>>>(normal, paths, steps);
    pricePaths<<<blocks, THREADS>>>(normal, sums, paths, steps, spot, strike, drift, volatility);
    double sum = 0.0;
    for (float part : toHost(sums, blocks))
        sum += part;
    const double price = std::exp(-rate * years) * sum / paths;
    cudaFree(normal);
    cudaFree(sums);
    // The mean of the price over its steps is about spot · (1 + rate · years / 2), far above the strike.
    const double wanted = std::exp(-rate * years) * (spot * (1.0 + 0.5 * rate * years) - strike);
    return report("asian-option", std::fabs(price / wanted - 1.0), 0.02);
}
