// Speckle-reducing anisotropic diffusion, first version: one-dimensional kernels over the pixels of an image in
// column order, neighbours through index vectors, and the image's mean and variance reduced on the GPU.
// Stresses DRAM with a dozen arrays that each kernel streams, divisions, exp and log, and barriers (reduction).
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 512

__global__ void extract(float *image, int pixels)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < pixels)
        image[i] = expf(image[i] / 255.0f);
}

__global__ void prepare(const float *image, float *sums, float *squares, int pixels)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < pixels) {
        sums[i] = image[i];
        squares[i] = image[i] * image[i];
    }
}

/** Adds up each block's part of two vectors, which lies at every `stride`-th element, into its first one. */
__global__ void reducePairs(float *sums, float *squares, int count, int stride)
{
    __shared__ float sum[THREADS], square[THREADS];
    const int i = blockIdx.x * THREADS + threadIdx.x, thread = threadIdx.x;
    sum[thread] = i < count ? sums[i * stride] : 0.0f;
    square[thread] = i < count ? squares[i * stride] : 0.0f;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        if (thread < half) {
            sum[thread] += sum[thread + half];
            square[thread] += square[thread + half];
        }
        __syncthreads();
    }
    if (thread == 0) {
        sums[blockIdx.x * THREADS * stride] = sum[0];
        squares[blockIdx.x * THREADS * stride] = square[0];
    }
}

__global__ void coefficients(const float *__restrict__ image, const int *__restrict__ north, const int *__restrict__ south,
                             const int *__restrict__ west, const int *__restrict__ east, float *dN, float *dS, float *dW,
                             float *dE, float *coefficient, float speckle, int rows, int pixels)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= pixels)
        return;
    const int row = i % rows, column = i / rows;
    const float here = image[i];
    const float n = image[north[row] + rows * column] - here;
    const float s = image[south[row] + rows * column] - here;
    const float w = image[row + rows * west[column]] - here;
    const float e = image[row + rows * east[column]] - here;
    const float gradient = (n * n + s * s + w * w + e * e) / (here * here);
    const float laplacian = (n + s + w + e) / here;
    const float numerator = 0.5f * gradient - 0.0625f * laplacian * laplacian;
    const float root = 1.0f + 0.25f * laplacian;
    const float q = numerator / (root * root);
    const float value = 1.0f / (1.0f + (q - speckle) / (speckle * (1.0f + speckle)));
    dN[i] = n;
    dS[i] = s;
    dW[i] = w;
    dE[i] = e;
    coefficient[i] = __saturatef(value);
}

__global__ void diffuse(float *image, const int *__restrict__ south, const int *__restrict__ east, const float *dN,
                        const float *dS, const float *dW, const float *dE, const float *coefficient, float rate,
                        int rows, int pixels)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= pixels)
        return;
    const int row = i % rows, column = i / rows;
    const float here = coefficient[i];
    const float below = coefficient[south[row] + rows * column];
    const float beside = coefficient[row + rows * east[column]];
    image[i] += 0.25f * rate * (here * dN[i] + below * dS[i] + here * dW[i] + beside * dE[i]);
}

__global__ void compress(float *image, int pixels)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < pixels)
        image[i] = logf(image[i]) * 255.0f;
}

int main(int argc, char **argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 1024;
    const int columns = argc > 2 ? atoi(argv[2]) : 1024;
    const int rounds = argc > 3 ? atoi(argv[3]) : 20;
    const int pixels = rows * columns;
    std::vector<float> image(pixels);
    for (int i = 0; i < pixels; ++i)
        image[i] = float(i * 2654435761u % 256);
    std::vector<int> north(rows), south(rows), west(columns), east(columns);
    for (int r = 0; r < rows; ++r) {
        north[r] = r > 0 ? r - 1 : 0;
        south[r] = r < rows - 1 ? r + 1 : r;
    }
    for (int c = 0; c < columns; ++c) {
        west[c] = c > 0 ? c - 1 : 0;
        east[c] = c < columns - 1 ? c + 1 : c;
    }

    float *deviceImage, *sums, *squares, *dN, *dS, *dW, *dE, *coefficient;
    int *iN, *iS, *jW, *jE;
    for (float **array : {&deviceImage, &sums, &squares, &dN, &dS, &dW, &dE, &coefficient})
        CUDA_CHECK(cudaMalloc(array, sizeof(float) * pixels));
    CUDA_CHECK(cudaMalloc(&iN, sizeof(int) * rows));
    CUDA_CHECK(cudaMalloc(&iS, sizeof(int) * rows));
    CUDA_CHECK(cudaMalloc(&jW, sizeof(int) * columns));
    CUDA_CHECK(cudaMalloc(&jE, sizeof(int) * columns));
    CUDA_CHECK(cudaMemcpy(iN, north.data(), sizeof(int) * rows, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(iS, south.data(), sizeof(int) * rows, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(jW, west.data(), sizeof(int) * columns, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(jE, east.data(), sizeof(int) * columns, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceImage, image.data(), sizeof(float) * pixels, cudaMemcpyHostToDevice));

    const unsigned int blocks = ceilDiv(pixels, THREADS);
    extract<<<blocks, THREADS>>>(deviceImage, pixels);
    for (int round = 0; round < rounds; ++round) {
        prepare<<<blocks, THREADS>>>(deviceImage, sums, squares, pixels);
        for (int count = pixels, stride = 1; count > 1; count = int(ceilDiv(count, THREADS)), stride *= THREADS)
            reducePairs<<<ceilDiv(count, THREADS), THREADS>>>(sums, squares, count, stride);
        float sum = 0.0f, square = 0.0f;
        CUDA_CHECK(cudaMemcpy(&sum, sums, sizeof(float), cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaMemcpy(&square, squares, sizeof(float), cudaMemcpyDeviceToHost));
        const float mean = sum / pixels, speckle = (square / pixels - mean * mean) / (mean * mean);
        coefficients<<<blocks, THREADS>>>(deviceImage, iN, iS, jW, jE, dN, dS, dW, dE, coefficient, speckle, rows, pixels);
        diffuse<<<blocks, THREADS>>>(deviceImage, iS, jE, dN, dS, dW, dE, coefficient, 0.5f, rows, pixels);
    }
    compress<<<blocks, THREADS>>>(deviceImage, pixels);
    CUDA_CHECK(cudaMemcpy(image.data(), deviceImage, sizeof(float) * pixels, cudaMemcpyDeviceToHost));
    std::printf("first pixel: %g\n", image[0]);
    for (float *array : {deviceImage, sums, squares, dN, dS, dW, dE, coefficient})
        cudaFree(array);
    for (int *array : {iN, iS, jW, jE})
        cudaFree(array);
    return std::isfinite(image[0]) ? 0 : 1;
}
