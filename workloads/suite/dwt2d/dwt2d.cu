// One level of the two-dimensional CDF 5/3 wavelet by lifting: a block loads a tile with a halo into
// shared memory, lifts the rows, then the columns, and writes the four sub-bands apart. It stresses global
// loads of tiles, strided shared memory and barriers; every pixel is touched once, so DRAM dominates.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

constexpr int kTile = 32;              // outputs of a block along each side
constexpr int kHalo = 2;               // the predict and the update step each reach one sample further
constexpr int kSide = kTile + 2 * kHalo;
constexpr int kPitch = kSide + 1;      // odd, so that columns spread over the banks
constexpr int kThreadRows = 8;

/** Index beyond either end of n samples, mirrored at the end. */
__device__ __forceinline__ int mirrored(int i, int n)
{
    const int inside = max(i, -i);
    return min(inside, 2 * (n - 1) - inside);
}

/** Lifts one line of the tile in place; `step` is the distance of neighbours. */
__device__ __forceinline__ void predict(float *line, int i, int step)
{
    line[i * step] -= 0.5f * (line[(i - 1) * step] + line[(i + 1) * step]);
}

__device__ __forceinline__ void update(float *line, int i, int step)
{
    line[i * step] += 0.25f * (line[(i - 1) * step] + line[(i + 1) * step]);
}

__global__ void __launch_bounds__(kTile *kThreadRows)
forwardDwt53(const float *__restrict__ image, float *__restrict__ bands, int width, int height)
{
    __shared__ float tile[kSide * kPitch];
    const int x0 = blockIdx.x * kTile - kHalo, y0 = blockIdx.y * kTile - kHalo;
    const int t = threadIdx.y * kTile + threadIdx.x;
    for (int i = t; i < kSide * kSide; i += kTile * kThreadRows) {
        const int x = mirrored(x0 + i % kSide, width), y = mirrored(y0 + i / kSide, height);
        tile[(i / kSide) * kPitch + i % kSide] = image[y * width + x];
    }
    __syncthreads();

    // Rows: odd samples become details, even samples averages.
    constexpr int kOdd = kTile / 2 + 1, kEven = kTile / 2;
    for (int i = t; i < kSide * kOdd; i += kTile * kThreadRows)
        predict(&tile[(i / kOdd) * kPitch], 2 * (i % kOdd) + 1, 1);
    __syncthreads();
    for (int i = t; i < kSide * kEven; i += kTile * kThreadRows)
        update(&tile[(i / kEven) * kPitch], 2 * (i % kEven) + 2, 1);
    __syncthreads();
    // Columns: only those that this block writes.
    for (int i = t; i < kTile * kOdd; i += kTile * kThreadRows)
        predict(&tile[kHalo + i % kTile], 2 * (i / kTile) + 1, kPitch);
    __syncthreads();
    for (int i = t; i < kTile * kEven; i += kTile * kThreadRows)
        update(&tile[kHalo + i % kTile], 2 * (i / kTile) + 2, kPitch);
    __syncthreads();

    const int half = kTile / 2;
    for (int row = threadIdx.y; row < kTile; row += kThreadRows) {
        // Lanes 0-15 write averages, 16-31 details: neighbours in memory within each band.
        const int column = 2 * (threadIdx.x % half) + threadIdx.x / half;
        const int source = 2 * (row % half) + row / half;
        const int x = (threadIdx.x / half) * (width / 2) + blockIdx.x * half + threadIdx.x % half;
        const int y = (row / half) * (height / 2) + blockIdx.y * half + row % half;
        bands[y * width + x] = tile[(source + kHalo) * kPitch + column + kHalo];
    }
}

int main(int argc, char **argv)
{
    const int width = argc > 1 ? std::atoi(argv[1]) : 2048, height = width;
    const size_t count = size_t(width) * height, bytes = count * sizeof(float);
    std::vector<float> image(count), bands(count);
    for (size_t i = 0; i < count; ++i)
        image[i] = float((i * 2654435761u) >> 24 & 255u);

    float *dImage, *dBands;
    CUDA_CHECK(cudaMalloc(&dImage, bytes));
    CUDA_CHECK(cudaMalloc(&dBands, bytes));
    CUDA_CHECK(cudaMemcpy(dImage, image.data(), bytes, cudaMemcpyHostToDevice));
    const dim3 block(kTile, kThreadRows), grid(width / kTile, height / kTile);
    forwardDwt53<<<grid, block>>>(dImage, dBands, width, height);
    CUDA_CHECK(cudaMemcpy(bands.data(), dBands, bytes, cudaMemcpyDeviceToHost));

    // The details of details are 3 x 3 combinations of the image: check one inside a block and one across.
    double worst = 0.0;
    for (int x : {9, 31, 63}) {
        const int y = 33;
        double sum = 0.0;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                sum += (dx ? -0.5 : 1.0) * (dy ? -0.5 : 1.0) * image[size_t(y + dy) * width + x + dx];
        worst = std::fmax(worst, std::fabs(sum - bands[size_t(height / 2 + y / 2) * width + width / 2 + x / 2]));
    }
    std::printf("largest difference %g\n", worst);
    cudaFree(dImage);
    cudaFree(dBands);
    return worst < 1e-3 ? 0 : 1;
}
