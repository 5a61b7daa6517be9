// European option prices by the closed formula of Black and Scholes with the normal distribution as a
// polynomial (Abramowitz and Stegun, 26.2.17), two options a thread as float2. Five streams of memory, a few
// dozen arithmetic and special-function instructions: near the balance of compute and DRAM. The block size
// is what Moka tunes.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 128
#endif

__device__ __forceinline__ float normalBelow(float d)
{
    const float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    const float poly =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    const float tail = 0.39894228f * __expf(-0.5f * d * d) * poly;
    return d > 0.0f ? 1.0f - tail : tail;
}

__device__ __forceinline__ void price(float &call, float &put, float spot, float strike, float years, float rate,
                                      float volatility)
{
    const float rootYears = sqrtf(years);
    const float d1 = (__logf(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / (volatility * rootYears);
    const float d2 = d1 - volatility * rootYears;
    const float below1 = normalBelow(d1), below2 = normalBelow(d2);
    const float discounted = strike * __expf(-rate * years);
    call = spot * below1 - discounted * below2;
    put = discounted * (1.0f - below2) - spot * (1.0f - below1);
}

__global__ void blackScholes(float2 *__restrict__ call, float2 *__restrict__ put, const float2 *__restrict__ spot,
                             const float2 *__restrict__ strike, const float2 *__restrict__ years, float rate,
                             float volatility, int pairs)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    const float2 s = spot[i], k = strike[i], t = years[i];
    float2 c, p;
    price(c.x, p.x, s.x, k.x, t.x, rate, volatility);
    price(c.y, p.y, s.y, k.y, t.y, rate, volatility);
    call[i] = c;
    put[i] = p;
}

int main(int argc, char **argv)
{
    const int options = argc > 1 ? std::atoi(argv[1]) : 4000000;
    const int pairs = options / 2;
    const size_t bytes = size_t(pairs) * sizeof(float2);
    std::vector<float> spot(2 * pairs), strike(2 * pairs), years(2 * pairs), call(2 * pairs);
    for (int i = 0; i < 2 * pairs; ++i) {
        spot[i] = 5.0f + float(i % 26);
        strike[i] = 1.0f + float(i % 100);
        years[i] = 0.25f + 0.01f * float(i % 976);
    }
    float2 *dCall, *dPut, *dSpot, *dStrike, *dYears;
    CUDA_CHECK(cudaMalloc(&dCall, bytes));
    CUDA_CHECK(cudaMalloc(&dPut, bytes));
    CUDA_CHECK(cudaMalloc(&dSpot, bytes));
    CUDA_CHECK(cudaMalloc(&dStrike, bytes));
    CUDA_CHECK(cudaMalloc(&dYears, bytes));
    CUDA_CHECK(cudaMemcpy(dSpot, spot.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dStrike, strike.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dYears, years.data(), bytes, cudaMemcpyHostToDevice));

    const float rate = 0.02f, volatility = 0.3f;
    const int grid = (pairs + BLOCK_SIZE - 1) / BLOCK_SIZE;
    blackScholes<<<grid, BLOCK_SIZE>>>(dCall, dPut, dSpot, dStrike, dYears, rate, volatility, pairs);
    CUDA_CHECK(cudaMemcpy(call.data(), dCall, bytes, cudaMemcpyDeviceToHost));

    double worst = 0.0;
    for (int i = 0; i < 2 * pairs; i += 997) {
        const double root = volatility * std::sqrt(double(years[i]));
        const double d1 = (std::log(double(spot[i]) / strike[i]) + (rate + 0.5 * volatility * volatility) * years[i]) / root;
        const double exact = spot[i] * 0.5 * std::erfc(-d1 / std::sqrt(2.0)) -
                             strike[i] * std::exp(-double(rate) * years[i]) * 0.5 * std::erfc((root - d1) / std::sqrt(2.0));
        worst = std::fmax(worst, std::fabs(exact - call[i]));
    }
    std::printf("largest difference %g\n", worst);
    for (float2 *array : {dCall, dPut, dSpot, dStrike, dYears})
        cudaFree(array);
    return worst < 1e-3 ? 0 : 1;
}
