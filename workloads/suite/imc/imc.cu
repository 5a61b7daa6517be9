// Image classification: for each image of a batch a convolution layer (im2col and product) and pooling, then a dense
// layer for the batch. Products bound by FP32 alternate with kernels bound by DRAM, in launches of uneven length.
#include "../convolution-layer/im2col.cuh"
#include "../dense-layer/dense_host.cuh"

#define BLOCK 256
#define SIDE 27
#define PITCH 736 // 27 x 27 pixels, rounded up to whole tiles
#define CHANNELS 48
#define SIZE 3
#define DEPTH (CHANNELS * SIZE * SIZE)
#define FILTERS 128
#define POOLED 13
#define FEATURES (FILTERS * POOLED * POOLED)
#define CLASSES 1024

/** Largest value of 3 x 3 pixels, windows two pixels apart; channels are `pitch` words apart. */
__global__ void maxPool(const float *__restrict__ in, float *out, int channels, int width, int pitch, int pooled)
{
    const int item = blockIdx.x * blockDim.x + threadIdx.x;
    if (item >= channels * pooled * pooled)
        return;
    const int channel = item / (pooled * pooled);
    const int y = item / pooled % pooled;
    const int x = item % pooled;
    float highest = -1e30f;
    for (int dy = 0; dy < 3; ++dy)
        for (int dx = 0; dx < 3; ++dx)
            highest = fmaxf(highest, in[channel * pitch + (2 * y + dy) * width + 2 * x + dx]);
    out[item] = highest;
}

/** Pooled pixel (0, 0) of filter 0. */
static float expected(const std::vector<float> &image, const std::vector<float> &filters)
{
    double highest = -1e30;
    for (int pixel = 0; pixel < 9; ++pixel) {
        double sum = 0.0;
        for (int k = 0; k < DEPTH; ++k) {
            const int y = pixel / 3 + k / SIZE % SIZE - 1, x = pixel % 3 + k % SIZE - 1;
            if (y >= 0 && x >= 0)
                sum += double(image[(size_t(k) / (SIZE * SIZE) * SIDE + y) * SIDE + x]) * filters[k];
        }
        highest = std::max(highest, sum);
    }
    return activated(float(highest), SIGMOID);
}

int main(int argc, char **argv)
{
    const int batch = (argc > 1 ? atoi(argv[1]) : 32) / DENSE_TILE * DENSE_TILE;
    const int words = CHANNELS * SIDE * SIDE;
    const std::vector<float> images = uniformFloats(size_t(batch) * words, -1.0f, 1.0f, 26);
    const std::vector<float> filters = uniformFloats(size_t(FILTERS) * DEPTH, -0.05f, 0.05f, 27);
    const std::vector<float> weights = uniformFloats(size_t(FEATURES) * CLASSES, -0.01f, 0.01f, 28);
    std::vector<float> features(FEATURES), scores(size_t(batch) * CLASSES);

    float *deviceImages, *deviceColumns, *deviceFilters, *deviceBias, *deviceMaps, *deviceFeatures, *deviceWeights, *deviceScores;
    CUDA_CHECK(cudaMalloc(&deviceImages, sizeof(float) * batch * words));
    CUDA_CHECK(cudaMalloc(&deviceColumns, sizeof(float) * DEPTH * PITCH));
    CUDA_CHECK(cudaMalloc(&deviceFilters, sizeof(float) * FILTERS * DEPTH));
    CUDA_CHECK(cudaMalloc(&deviceBias, sizeof(float) * CLASSES));
    CUDA_CHECK(cudaMalloc(&deviceMaps, sizeof(float) * FILTERS * PITCH));
    CUDA_CHECK(cudaMalloc(&deviceFeatures, sizeof(float) * batch * FEATURES));
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * FEATURES * CLASSES));
    CUDA_CHECK(cudaMalloc(&deviceScores, sizeof(float) * batch * CLASSES));
    CUDA_CHECK(cudaMemcpy(deviceFilters, filters.data(), sizeof(float) * FILTERS * DEPTH, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * FEATURES * CLASSES, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(deviceBias, 0, sizeof(float) * CLASSES));
    CUDA_CHECK(cudaMemset(deviceColumns, 0, sizeof(float) * DEPTH * PITCH));
    CUDA_CHECK(cudaMemcpy(deviceImages, images.data(), sizeof(float) * batch * words, cudaMemcpyHostToDevice));
    for (int image = 0; image < batch; ++image) {
        im2col<<<(words + BLOCK - 1) / BLOCK, BLOCK>>>(deviceImages + image * words, deviceColumns, CHANNELS, SIDE, SIDE, SIZE, PITCH);
        runDenseLayer(deviceFilters, deviceColumns, deviceBias, deviceMaps, FILTERS, PITCH, DEPTH, SIGMOID);
        maxPool<<<(FEATURES + BLOCK - 1) / BLOCK, BLOCK>>>(deviceMaps, deviceFeatures + image * FEATURES, FILTERS, SIDE, PITCH, POOLED);
    }
    runDenseLayer(deviceFeatures, deviceWeights, deviceBias, deviceScores, batch, CLASSES, FEATURES, LINEAR);
    CUDA_CHECK(cudaMemcpy(scores.data(), deviceScores, sizeof(float) * batch * CLASSES, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(features.data(), deviceFeatures, sizeof(float) * FEATURES, cudaMemcpyDeviceToHost));

    const double error = largestError({features[0], scores[1]}, {expected(images, filters), denseValue(features, weights, 0, 1, CLASSES, FEATURES, LINEAR)});
    for (float *array : {deviceImages, deviceColumns, deviceFilters, deviceBias, deviceMaps, deviceFeatures, deviceWeights, deviceScores})
        cudaFree(array);
    return report("imc", error, 1e-3);
}
