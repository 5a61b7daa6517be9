// A convolution layer the way many frameworks run it: windows unfolded into a matrix (im2col), then one product
// with the filters. The first kernel writes nine words for each it reads and is bound by DRAM, the second by FP32.
#include "../dense-layer/dense_host.cuh"
#include "im2col.cuh"

#define BLOCK 256
#define SIZE 3

static float expected(const std::vector<float> &image, const std::vector<float> &filters, int channels, int side, int filter,
                      int pixel)
{
    double sum = 0.0;
    for (int k = 0; k < channels * SIZE * SIZE; ++k) {
        const int y = pixel / side + k / SIZE % SIZE - SIZE / 2, x = pixel % side + k % SIZE - SIZE / 2;
        if (y >= 0 && y < side && x >= 0 && x < side)
            sum += double(image[(size_t(k / (SIZE * SIZE)) * side + y) * side + x]) *
                   filters[size_t(filter) * channels * SIZE * SIZE + k];
    }
    return activated(float(sum), SIGMOID);
}

int main(int argc, char **argv)
{
    const int side = (argc > 1 ? atoi(argv[1]) : 56) / 8 * 8;      // pixels come out as a multiple of the tile
    const int channels = (argc > 2 ? atoi(argv[2]) : 64) / 16 * 16;
    const int filters = (argc > 3 ? atoi(argv[3]) : 128) / DENSE_TILE * DENSE_TILE;
    const int pixels = side * side, depth = channels * SIZE * SIZE;
    const std::vector<float> image = uniformFloats(size_t(channels) * pixels, -1.0f, 1.0f, 14);
    const std::vector<float> weights = uniformFloats(size_t(filters) * depth, -0.05f, 0.05f, 15);
    std::vector<float> output(size_t(filters) * pixels);

    float *deviceImage, *deviceColumns, *deviceWeights, *deviceBias, *deviceOutput;
    CUDA_CHECK(cudaMalloc(&deviceImage, sizeof(float) * channels * pixels));
    CUDA_CHECK(cudaMalloc(&deviceColumns, sizeof(float) * depth * pixels));
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * filters * depth));
    CUDA_CHECK(cudaMalloc(&deviceBias, sizeof(float) * pixels));
    CUDA_CHECK(cudaMalloc(&deviceOutput, sizeof(float) * filters * pixels));
    CUDA_CHECK(cudaMemcpy(deviceImage, image.data(), sizeof(float) * channels * pixels, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * filters * depth, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(deviceBias, 0, sizeof(float) * pixels));
    im2col<<<(channels * pixels + BLOCK - 1) / BLOCK, BLOCK>>>(deviceImage, deviceColumns, channels, side, side, SIZE, pixels);
    runDenseLayer(deviceWeights, deviceColumns, deviceBias, deviceOutput, filters, pixels, depth, SIGMOID);
    CUDA_CHECK(cudaMemcpy(output.data(), deviceOutput, sizeof(float) * filters * pixels, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int filter = 0; filter < filters; filter += 5) {
        const int pixel = filter * 97 % pixels;
        got.push_back(output[size_t(filter) * pixels + pixel]);
        wanted.push_back(expected(image, weights, channels, side, filter, pixel));
    }
    for (float *array : {deviceImage, deviceColumns, deviceWeights, deviceBias, deviceOutput})
        cudaFree(array);
    return report("convolution layer", largestError(got, wanted), 1e-4);
}
