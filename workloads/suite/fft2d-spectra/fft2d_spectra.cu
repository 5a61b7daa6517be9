// What stands between the FFTs of a convolution by spectra: padding of the kernel and of the image,
// splitting of the spectrum of a packed real image into that of the image (and back), the product with the
// spectrum of the kernel. Pairs of mirrored elements, sines and cosines of the twiddle factors, and plain
// streams: DRAM-bound with some arithmetic. Moka tunes the blocks.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 256
#endif

__global__ void padKernel(float *padded, const float *taps, int height, int width, int tapsHeight, int tapsWidth,
                          int centreY, int centreX)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= tapsWidth || y >= tapsHeight)
        return;
    const int toX = x < centreX ? x - centreX + width : x - centreX;
    const int toY = y < centreY ? y - centreY + height : y - centreY;
    padded[toY * width + toX] = taps[y * tapsWidth + x];
}

/** Repeats the border as far as the taps reach: the right half of it, then the left half of the next period. */
__global__ void padClampToBorder(float *padded, const float *data, int height, int width, int dataHeight, int dataWidth,
                                 int reachY, int reachX)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const int fromX = x < dataWidth ? x : x < dataWidth + reachX ? dataWidth - 1 : 0;
    const int fromY = y < dataHeight ? y : y < dataHeight + reachY ? dataHeight - 1 : 0;
    padded[y * width + x] = data[fromY * dataWidth + fromX];
}

__device__ __forceinline__ float2 times(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/** Spectrum values at k and at the mirrored place from those of the packed image: even and odd parts. */
__device__ __forceinline__ void unpack(float2 &a, float2 &b, float2 twiddle)
{
    const float2 even = make_float2(0.5f * (a.x + b.x), 0.5f * (a.y - b.y));
    const float2 odd = make_float2(0.5f * (a.y + b.y), 0.5f * (b.x - a.x));
    const float2 turned = times(odd, twiddle);
    a = make_float2(even.x + turned.x, even.y + turned.y);
    b = make_float2(even.x - turned.x, turned.y - even.y);
}

__device__ __forceinline__ float2 twiddleOf(int k, float phase)
{
    float sine, cosine;
    __sincosf(phase * float(k), &sine, &cosine);
    return make_float2(cosine, sine);
}

/** Splits index i into row and column of one half of the spectrum, and finds the mirrored element. */
__device__ __forceinline__ void mirroredPair(int i, int height, int halfWidth, int &at, int &mirror, int &column)
{
    column = i % halfWidth;
    const int row = (i / halfWidth) % height;
    const int mirrorRow = row == 0 ? 0 : height - row;
    at = row * 2 * halfWidth + column;
    mirror = mirrorRow * 2 * halfWidth + (column == 0 ? 0 : 2 * halfWidth - column);
}

__global__ void splitSpectrum(float2 *__restrict__ out, const float2 *__restrict__ in, int height, int halfWidth, float phase)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= height * halfWidth)
        return;
    int at, mirror, column;
    mirroredPair(i, height, halfWidth, at, mirror, column);
    float2 a = in[at], b = in[mirror];
    unpack(a, b, twiddleOf(column, phase));
    out[at] = a;
    out[mirror] = b;
}

__global__ void joinSpectrum(float2 *__restrict__ out, const float2 *__restrict__ in, int height, int halfWidth, float phase)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= height * halfWidth)
        return;
    int at, mirror, column;
    mirroredPair(i, height, halfWidth, at, mirror, column);
    float2 a = in[at], b = in[mirror];
    // The inverse of the split: halves of sum and difference, the difference turned back.
    const float2 t = twiddleOf(column, phase);
    const float2 even = make_float2(0.5f * (a.x + b.x), 0.5f * (a.y - b.y));
    const float2 odd = times(make_float2(0.5f * (a.x - b.x), 0.5f * (a.y + b.y)), make_float2(t.x, -t.y));
    out[at] = make_float2(even.x - odd.y, even.y + odd.x);
    out[mirror] = make_float2(even.x + odd.y, odd.x - even.y);
}

/** Split of both spectra, their product, and the join, without writing what lies between. */
__global__ void convolveSpectra(float2 *__restrict__ out, const float2 *__restrict__ a, const float2 *__restrict__ b,
                                int height, int halfWidth, float phase, float scale)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= height * halfWidth)
        return;
    int at, mirror, column;
    mirroredPair(i, height, halfWidth, at, mirror, column);
    const float2 t = twiddleOf(column, phase);
    float2 a0 = a[at], a1 = a[mirror], b0 = b[at], b1 = b[mirror];
    unpack(a0, a1, t);
    unpack(b0, b1, t);
    const float2 p0 = times(a0, b0), p1 = times(a1, b1);
    const float2 even = make_float2(0.5f * scale * (p0.x + p1.x), 0.5f * scale * (p0.y - p1.y));
    const float2 half = make_float2(0.5f * scale * (p0.x - p1.x), 0.5f * scale * (p0.y + p1.y));
    const float2 odd = times(half, make_float2(t.x, -t.y));
    out[at] = make_float2(even.x - odd.y, even.y + odd.x);
    out[mirror] = make_float2(even.x + odd.y, odd.x - even.y);
}

__global__ void multiplyAndScale(float2 *__restrict__ a, const float2 *__restrict__ b, int count, float scale)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const float2 p = times(a[i], b[i]);
    a[i] = make_float2(scale * p.x, scale * p.y);
}

int main(int argc, char **argv)
{
    const int height = argc > 1 ? std::atoi(argv[1]) : 1024, width = height, halfWidth = width / 2, taps = 7;
    const size_t count = size_t(height) * width;
    const float phase = -3.14159265f / float(width);
    std::vector<float> image(count);
    std::vector<float2> spectrum(count), back(count);
    for (size_t i = 0; i < count; ++i) {
        image[i] = float(i % 29);
        spectrum[i] = make_float2(float(i % 31), float(i % 17));
    }
    float *dImage, *dPadded;
    float2 *dA, *dB, *dC;
    CUDA_CHECK(cudaMalloc(&dImage, count * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dPadded, count * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dA, count * sizeof(float2)));
    CUDA_CHECK(cudaMalloc(&dB, count * sizeof(float2)));
    CUDA_CHECK(cudaMalloc(&dC, count * sizeof(float2)));
    CUDA_CHECK(cudaMemcpy(dImage, image.data(), count * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dA, spectrum.data(), count * sizeof(float2), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(dC, 0, count * sizeof(float2)));
    const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    padKernel<<<1, block>>>(dPadded, dImage, height, width, taps, taps, 3, 4);
    padClampToBorder<<<grid, block>>>(dPadded, dImage, height, width, height - taps + 1, width - taps + 1, 3, 4);
    const int pairs = height * halfWidth, blocks = (pairs + BLOCK_SIZE - 1) / BLOCK_SIZE;
    splitSpectrum<<<blocks, BLOCK_SIZE>>>(dB, dA, height, halfWidth, phase);
    joinSpectrum<<<blocks, BLOCK_SIZE>>>(dC, dB, height, halfWidth, phase);
    CUDA_CHECK(cudaMemcpy(back.data(), dC, count * sizeof(float2), cudaMemcpyDeviceToHost));
    convolveSpectra<<<blocks, BLOCK_SIZE>>>(dC, dA, dB, height, halfWidth, phase, 1.0f / float(count));
    const int total = int(count);
    multiplyAndScale<<<(total + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(dA, dB, total, 1.0f / float(total));
    CUDA_CHECK(cudaDeviceSynchronize());

    // The join undoes the split, but for the first column, which is its own mirror.
    double worst = 0.0;
    for (int row = 1; row < height; row += 5)
        for (int column = 1; column < halfWidth; column += 3)
            worst = std::fmax(worst, std::fabs(back[size_t(row) * width + column].x - spectrum[size_t(row) * width + column].x));
    std::printf("largest difference %g\n", worst);
    cudaFree(dImage);
    cudaFree(dPadded);
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
    return worst < 1e-3 ? 0 : 1;
}
