// Speckle-reducing anisotropic diffusion, second version: two-dimensional blocks that keep their part of the
// image, and of the coefficients, in shared memory.
// Stresses DRAM with seven arrays in two passes, and shared memory, divisions and barriers inside a block.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define SIDE 16

__global__ void coefficients(const float *__restrict__ image, float *dN, float *dS, float *dW, float *dE, float *coefficient,
                             int rows, int columns, float speckle)
{
    __shared__ float tile[SIDE][SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = blockIdx.x * SIDE + tx, row = blockIdx.y * SIDE + ty;
    const int i = row * columns + column;
    const float here = image[i];
    tile[ty][tx] = here;
    __syncthreads();

    float n, s, w, e;
    if (ty > 0)
        n = tile[ty - 1][tx] - here;
    else
        n = image[max(row - 1, 0) * columns + column] - here;
    if (ty < SIDE - 1)
        s = tile[ty + 1][tx] - here;
    else
        s = image[min(row + 1, rows - 1) * columns + column] - here;
    if (tx > 0)
        w = tile[ty][tx - 1] - here;
    else
        w = image[row * columns + max(column - 1, 0)] - here;
    if (tx < SIDE - 1)
        e = tile[ty][tx + 1] - here;
    else
        e = image[row * columns + min(column + 1, columns - 1)] - here;

    const float gradient = (n * n + s * s + w * w + e * e) / (here * here);
    const float laplacian = (n + s + w + e) / here;
    const float numerator = 0.5f * gradient - 0.0625f * laplacian * laplacian;
    const float root = 1.0f + 0.25f * laplacian;
    const float q = numerator / (root * root);
    const float value = 1.0f / (1.0f + (q - speckle) / (speckle * (1.0f + speckle)));
    coefficient[i] = fminf(fmaxf(value, 0.0f), 1.0f);
    dN[i] = n;
    dS[i] = s;
    dW[i] = w;
    dE[i] = e;
}

__global__ void diffuse(float *image, const float *__restrict__ dN, const float *__restrict__ dS, const float *__restrict__ dW,
                        const float *__restrict__ dE, const float *__restrict__ coefficient, int rows, int columns, float rate)
{
    __shared__ float tile[SIDE][SIDE];
    __shared__ float result[SIDE][SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = blockIdx.x * SIDE + tx, row = blockIdx.y * SIDE + ty;
    const int i = row * columns + column;
    tile[ty][tx] = coefficient[i];
    result[ty][tx] = image[i];
    __syncthreads();

    float south, east;
    if (ty < SIDE - 1)
        south = tile[ty + 1][tx];
    else
        south = coefficient[min(row + 1, rows - 1) * columns + column];
    if (tx < SIDE - 1)
        east = tile[ty][tx + 1];
    else
        east = coefficient[row * columns + min(column + 1, columns - 1)];
    const float here = tile[ty][tx];
    result[ty][tx] += 0.25f * rate * (here * dN[i] + south * dS[i] + here * dW[i] + east * dE[i]);
    image[i] = result[ty][tx];
}

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
    const int rows = (argc > 1 ? atoi(argv[1]) : 1024) / SIDE * SIDE;
    const int columns = (argc > 2 ? atoi(argv[2]) : 1024) / SIDE * SIDE;
    const int rounds = argc > 3 ? atoi(argv[3]) : 4;
    const size_t pixels = size_t(rows) * columns, bytes = sizeof(float) * pixels;
    std::vector<float> image(pixels);
    for (size_t i = 0; i < pixels; ++i)
        image[i] = std::exp(float(i * 2654435761u % 256) / 255.0f);
    const float before = speckleOf(image);

    float *deviceImage, *coefficient, *dN, *dS, *dW, *dE;
    for (float **array : {&deviceImage, &coefficient, &dN, &dS, &dW, &dE})
        CUDA_CHECK(cudaMalloc(array, bytes));
    CUDA_CHECK(cudaMemcpy(deviceImage, image.data(), bytes, cudaMemcpyHostToDevice));
    const dim3 block(SIDE, SIDE), grid(columns / SIDE, rows / SIDE);
    for (int round = 0; round < rounds; ++round) {
        coefficients<<<grid, block>>>(deviceImage, dN, dS, dW, dE, coefficient, rows, columns, speckleOf(image));
        diffuse<<<grid, block>>>(deviceImage, dN, dS, dW, dE, coefficient, rows, columns, 0.5f);
        CUDA_CHECK(cudaMemcpy(image.data(), deviceImage, bytes, cudaMemcpyDeviceToHost));
    }
    std::printf("speckle before %g, after %g\n", before, speckleOf(image));
    for (float *array : {deviceImage, coefficient, dN, dS, dW, dE})
        cudaFree(array);
    return speckleOf(image) < before ? 0 : 1;
}
