// Digit recognition: two convolutions of 5 x 5 with pooling of 2 x 2, then two dense layers, on a batch of images
// of 28 x 28. Images lie in shared memory and filters are broadcast: FP32 and shared memory bound, in blocks that
// do not fill whole warps.
#include "../dense-layer/dense_host.cuh"

#define IMAGE 28
#define FILTER 5
#define FIRST_FILTERS 20
#define SECOND_FILTERS 50
#define FIRST_SIDE ((IMAGE - FILTER + 1) / 2)
#define SECOND_SIDE ((FIRST_SIDE - FILTER + 1) / 2)
#define FEATURES (SECOND_FILTERS * SECOND_SIDE * SECOND_SIDE)
#define HIDDEN 512
#define CLASSES 32 // ten of them are used

/**
 * Grid: images x filters; block: one thread for each pooled pixel. `images` is images x channels x size x size,
 * `filters` filters x channels x 5 x 5, the result images x filters x pooled x pooled.
 */
__global__ void convolvePool(const float *__restrict__ images, const float *__restrict__ filters, float *pooled, int channels,
                             int size)
{
    __shared__ float image[IMAGE * IMAGE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int threads = blockDim.x * blockDim.y;
    float topLeft = 0.0f, topRight = 0.0f, bottomLeft = 0.0f, bottomRight = 0.0f;
    for (int channel = 0; channel < channels; ++channel) {
        for (int i = y * blockDim.x + x; i < size * size; i += threads)
            image[i] = images[(blockIdx.x * channels + channel) * size * size + i];
        __syncthreads();
        for (int dy = 0; dy < FILTER; ++dy) {
            for (int dx = 0; dx < FILTER; ++dx) {
                const float weight = filters[((blockIdx.y * channels + channel) * FILTER + dy) * FILTER + dx];
                const int corner = (2 * y + dy) * size + 2 * x + dx;
                topLeft += weight * image[corner];
                topRight += weight * image[corner + 1];
                bottomLeft += weight * image[corner + size];
                bottomRight += weight * image[corner + size + 1];
            }
        }
        __syncthreads();
    }
    const float highest = fmaxf(fmaxf(topLeft, topRight), fmaxf(bottomLeft, bottomRight));
    pooled[((blockIdx.x * gridDim.y + blockIdx.y) * blockDim.y + y) * blockDim.x + x] = fmaxf(0.0f, highest);
}

/** The pooled pixel (0, 0) of the first filter's result. */
static float expected(const std::vector<float> &images, const std::vector<float> &filters, int image)
{
    double highest = 0.0;
    for (int corner = 0; corner < 4; ++corner) {
        double sum = 0.0;
        for (int k = 0; k < FILTER * FILTER; ++k)
            sum += double(filters[k]) *
                   images[(size_t(image) * IMAGE + corner / 2 + k / FILTER) * IMAGE + corner % 2 + k % FILTER];
        highest = std::max(highest, sum);
    }
    return float(highest);
}

int main(int argc, char **argv)
{
    const int batch = (argc > 1 ? atoi(argv[1]) : 128) / DENSE_TILE * DENSE_TILE;
    const size_t firstWords = size_t(batch) * FIRST_FILTERS * FIRST_SIDE * FIRST_SIDE;
    const std::vector<float> images = uniformFloats(size_t(batch) * IMAGE * IMAGE, 0.0f, 1.0f, 23);
    const std::vector<float> filters =
        uniformFloats(size_t(SECOND_FILTERS) * FIRST_FILTERS * FILTER * FILTER, -0.2f, 0.2f, 24);
    const std::vector<float> weights = uniformFloats(size_t(FEATURES) * HIDDEN, -0.05f, 0.05f, 25);
    std::vector<float> first(firstWords), scores(size_t(batch) * CLASSES);

    float *deviceImages, *deviceFilters, *deviceWeights, *deviceBias, *deviceFirst, *deviceSecond, *deviceHidden, *deviceScores;
    CUDA_CHECK(cudaMalloc(&deviceImages, sizeof(float) * batch * IMAGE * IMAGE));
    CUDA_CHECK(cudaMalloc(&deviceFilters, sizeof(float) * SECOND_FILTERS * FIRST_FILTERS * FILTER * FILTER));
    CUDA_CHECK(cudaMalloc(&deviceWeights, sizeof(float) * FEATURES * HIDDEN));
    CUDA_CHECK(cudaMalloc(&deviceBias, sizeof(float) * HIDDEN));
    CUDA_CHECK(cudaMalloc(&deviceFirst, sizeof(float) * firstWords));
    CUDA_CHECK(cudaMalloc(&deviceSecond, sizeof(float) * batch * FEATURES));
    CUDA_CHECK(cudaMalloc(&deviceHidden, sizeof(float) * batch * HIDDEN));
    CUDA_CHECK(cudaMalloc(&deviceScores, sizeof(float) * batch * CLASSES));
    CUDA_CHECK(cudaMemcpy(deviceFilters, filters.data(), sizeof(float) * filters.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceWeights, weights.data(), sizeof(float) * FEATURES * HIDDEN, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(deviceBias, 0, sizeof(float) * HIDDEN));
    CUDA_CHECK(cudaMemcpy(deviceImages, images.data(), sizeof(float) * batch * IMAGE * IMAGE, cudaMemcpyHostToDevice));
    convolvePool<<<dim3(batch, FIRST_FILTERS), dim3(FIRST_SIDE, FIRST_SIDE)>>>(deviceImages, deviceFilters, deviceFirst, 1, IMAGE);
    convolvePool<<<dim3(batch, SECOND_FILTERS), dim3(SECOND_SIDE, SECOND_SIDE)>>>(deviceFirst, deviceFilters, deviceSecond,
                                                                                  FIRST_FILTERS, FIRST_SIDE);
    runDenseLayer(deviceSecond, deviceWeights, deviceBias, deviceHidden, batch, HIDDEN, FEATURES, SIGMOID);
    runDenseLayer(deviceHidden, deviceWeights, deviceBias, deviceScores, batch, CLASSES, HIDDEN, LINEAR);
    CUDA_CHECK(cudaMemcpy(scores.data(), deviceScores, sizeof(float) * batch * CLASSES, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(first.data(), deviceFirst, sizeof(float) * firstWords, cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int image = 0; image < batch; image += 3) {
        got.push_back(first[size_t(image) * FIRST_FILTERS * FIRST_SIDE * FIRST_SIDE]);
        wanted.push_back(expected(images, filters, image));
    }
    std::printf("image 0: score of digit 0 is %g\n", scores[0]);
    for (float *array : {deviceImages, deviceFilters, deviceWeights, deviceBias, deviceFirst, deviceSecond, deviceHidden, deviceScores})
        cudaFree(array);
    return report("dig", largestError(got, wanted), 1e-4);
}
