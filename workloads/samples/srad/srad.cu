// Speckle-reducing anisotropic diffusion of an image: one kernel derives the diffusion coefficient of
// each pixel from its gradients, a second one moves intensity along them. Both wait for each other, and
// the host needs mean and variance of the image in every round.
#include <cmath>
#include <vector>

#include "../common/cuda_check.cuh"

#define SIDE 16

struct Gradients {
    float *north, *south, *west, *east;
};

__device__ __forceinline__ int at(int row, int column, int columns) { return row * columns + column; }

__global__ void srad1(const float *image, float *coefficient, Gradients out, int rows, int columns, float speckle)
{
    const int column = blockIdx.x * SIDE + threadIdx.x;
    const int row = blockIdx.y * SIDE + threadIdx.y;
    if (row >= rows || column >= columns)
        return;
    const int i = at(row, column, columns);
    const float here = image[i];
    const float north = image[at(max(row - 1, 0), column, columns)] - here;
    const float south = image[at(min(row + 1, rows - 1), column, columns)] - here;
    const float west = image[at(row, max(column - 1, 0), columns)] - here;
    const float east = image[at(row, min(column + 1, columns - 1), columns)] - here;

    const float gradient = (north * north + south * south + west * west + east * east) / (here * here);
    const float laplacian = (north + south + west + east) / here;
    const float numerator = 0.5f * gradient - 0.0625f * laplacian * laplacian;
    const float denominator = 1.0f + 0.25f * laplacian;
    const float q = numerator / (denominator * denominator);
    const float value = 1.0f / (1.0f + (q - speckle) / (speckle * (1.0f + speckle)));

    coefficient[i] = fminf(fmaxf(value, 0.0f), 1.0f);
    out.north[i] = north;
    out.south[i] = south;
    out.west[i] = west;
    out.east[i] = east;
}

__global__ void srad2(float *image, const float *coefficient, Gradients in, int rows, int columns, float rate)
{
    const int column = blockIdx.x * SIDE + threadIdx.x;
    const int row = blockIdx.y * SIDE + threadIdx.y;
    if (row >= rows || column >= columns)
        return;
    const int i = at(row, column, columns);
    const float here = coefficient[i];
    const float south = coefficient[at(min(row + 1, rows - 1), column, columns)];
    const float east = coefficient[at(row, min(column + 1, columns - 1), columns)];
    const float divergence = here * in.north[i] + south * in.south[i] + here * in.west[i] + east * in.east[i];
    image[i] += 0.25f * rate * divergence;
}

/** Squared coefficient of variation of the image: the speckle level of this round. */
static float speckleOf(const std::vector<float> &image)
{
    double sum = 0.0, squares = 0.0;
    for (float value : image) {
        sum += value;
        squares += double(value) * value;
    }
    const double mean = sum / image.size();
    return float((squares / image.size() - mean * mean) / (mean * mean));
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 512;
    const int columns = argc > 2 ? atoi(argv[2]) : 512;
    const int rounds = 8;
    const size_t bytes = sizeof(float) * rows * columns;
    std::vector<float> image(rows * columns);
    for (size_t i = 0; i < image.size(); ++i)
        image[i] = std::exp(float(i * 2654435761u % 256) / 255.0f);

    float *deviceImage, *coefficient;
    Gradients gradients;
    CUDA_CHECK(cudaMalloc(&deviceImage, bytes));
    CUDA_CHECK(cudaMalloc(&coefficient, bytes));
    for (float **array : {&gradients.north, &gradients.south, &gradients.west, &gradients.east})
        CUDA_CHECK(cudaMalloc(array, bytes));
    CUDA_CHECK(cudaMemcpy(deviceImage, image.data(), bytes, cudaMemcpyHostToDevice));

    const dim3 threads = dim3(SIDE, SIDE);
    const dim3 blocks = dim3((columns + SIDE - 1) / SIDE, (rows + SIDE - 1) / SIDE);
    for (int round = 0; round < rounds; ++round) {
        const float speckle = speckleOf(image);
        srad1<<<blocks, threads>>>(deviceImage, coefficient, gradients, rows, columns, speckle);
        srad2<<<blocks, threads>>>(deviceImage, coefficient, gradients, rows, columns, 0.5f);
        CUDA_CHECK(cudaMemcpy(image.data(), deviceImage, bytes, cudaMemcpyDeviceToHost));
    }
    std::printf("speckle left: %g\n", speckleOf(image));
    cudaFree(deviceImage);
    cudaFree(coefficient);
    for (float *array : {gradients.north, gradients.south, gradients.west, gradients.east})
        cudaFree(array);
    return 0;
}
