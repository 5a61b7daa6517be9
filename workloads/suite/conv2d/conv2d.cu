// Convolution with nine coefficients in the plainest form: one output a thread, nine loads from global
// memory, the block one warp wide. Its caches catch the neighbours, so that DRAM sees every pixel about
// once; the L1 and the load/store units see it nine times.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_X
#define BLOCK_X 32
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 8
#endif

__global__ void convolve3x3(const float *in, float *out, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    const float *above = in + (y - 1) * width + x;
    const float *here = above + width, *below = here + width;
    out[y * width + x] = 0.2f * above[-1] - 0.3f * above[0] + 0.4f * above[1]   //
                         + 0.5f * here[-1] + 0.6f * here[0] + 0.7f * here[1]   //
                         - 0.8f * below[-1] - 0.9f * below[0] + 0.1f * below[1];
}

int main(int argc, char **argv)
{
    const int width = argc > 1 ? std::atoi(argv[1]) : 4096, height = argc > 2 ? std::atoi(argv[2]) : 4096;
    const size_t count = size_t(width) * height, bytes = count * sizeof(float);
    std::vector<float> image(count), result(count);
    for (size_t i = 0; i < count; ++i)
        image[i] = float(i % 251) / 251.0f;
    float *in, *out;
    CUDA_CHECK(cudaMalloc(&in, bytes));
    CUDA_CHECK(cudaMalloc(&out, bytes));
    CUDA_CHECK(cudaMemcpy(in, image.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(out, 0, bytes));
    const dim3 block(BLOCK_X, BLOCK_Y);
    const dim3 grid((width + BLOCK_X - 1) / BLOCK_X, (height + BLOCK_Y - 1) / BLOCK_Y);
    convolve3x3<<<grid, block>>>(in, out, width, height);
    CUDA_CHECK(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost));

    const double taps[9] = {0.2, -0.3, 0.4, 0.5, 0.6, 0.7, -0.8, -0.9, 0.1};
    double worst = 0.0;
    for (int y = 1; y < height - 1; y += height / 16)
        for (int x = 1; x < width - 1; x += width / 16) {
            double sum = 0.0;
            for (int k = 0; k < 9; ++k)
                sum += taps[k] * image[size_t(y + k / 3 - 1) * width + x + k % 3 - 1];
            worst = std::fmax(worst, std::fabs(sum - result[size_t(y) * width + x]));
        }
    std::printf("largest difference %g\n", worst);
    cudaFree(in);
    cudaFree(out);
    return worst < 1e-4 ? 0 : 1;
}
