// European call and put prices by the closed formula of Black and Scholes, in single and in double
// precision: few bytes, many special functions.
#include <vector>

#include "../common/cuda_check.cuh"

namespace pricing {

constexpr int kThreads = 128;
constexpr int kOptionsPerThread = 4;

template <typename Real> struct Market {
    Real rate;
    Real volatility;
};

/** Cumulative normal distribution by the error function. */
template <typename Real> __device__ __forceinline__ Real normalCdf(Real x)
{
    return Real(0.5) * erfc(-x * Real(0.70710678118654752440));
}

template <typename Real>
__global__ void __launch_bounds__(kThreads)
priceOptions(const Real *__restrict__ spot, const Real *__restrict__ strike, const Real *__restrict__ years,
             Real *__restrict__ call, Real *__restrict__ put, Market<Real> market, int count)
{
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        const Real s = spot[i], k = strike[i], t = years[i];
        const Real spread = market.volatility * sqrt(t);
        const Real drift = market.rate + Real(0.5) * market.volatility * market.volatility;
        const Real d1 = (log(s / k) + drift * t) / spread;
        const Real d2 = d1 - spread;
        const Real discounted = k * exp(-market.rate * t);
        const Real value = s * normalCdf(d1) - discounted * normalCdf(d2);
        call[i] = value;
        put[i] = value - s + discounted;
    }
}

template <typename Real> void run(int count)
{
    const size_t bytes = count * sizeof(Real);
    std::vector<Real> spot(count), strike(count), years(count);
    for (int i = 0; i < count; ++i) {
        spot[i] = Real(20 + i % 80);
        strike[i] = Real(10 + i % 90);
        years[i] = Real(0.25) + Real(i % 16) * Real(0.5);
    }
    Real *device[5];
    for (Real *&array : device)
        CUDA_CHECK(cudaMalloc(&array, bytes));
    CUDA_CHECK(cudaMemcpy(device[0], spot.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(device[1], strike.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(device[2], years.data(), bytes, cudaMemcpyHostToDevice));

    const Market<Real> market{Real(0.03), Real(0.25)};
    const int grid = count / (kThreads * kOptionsPerThread);
    priceOptions<Real><<<grid, kThreads>>>(device[0], device[1], device[2], device[3], device[4], market, count);

    CUDA_CHECK(cudaMemcpy(spot.data(), device[3], bytes, cudaMemcpyDeviceToHost));
    std::printf("call[0] = %g\n", double(spot[0]));
    for (Real *array : device)
        cudaFree(array);
}

} // namespace pricing

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 4 << 20;
    pricing::run<float>(count);
    pricing::run<double>(count / 4);
    return 0;
}
