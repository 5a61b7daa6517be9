// Finite differences of order eight on a 3-D grid: a block marches through the planes, keeps the column of
// nine planes in registers and the current plane with its halo in shared memory. Registers, shared memory
// and a barrier a plane; DRAM sees every element about once.
#include <cmath>
#include <utility>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define RADIUS 4
#define HALO_X 32 // a line of the cache on either side keeps rows aligned
#ifndef BLOCK_X
#define BLOCK_X 32
#endif
#ifndef BLOCK_Y
#define BLOCK_Y 8
#endif

__constant__ float coefficients[RADIUS + 1];

/** `in` and `out` have a halo of RADIUS planes and rows and of HALO_X columns on all sides; `nx`, `ny`, `nz` count inner elements. */
__global__ void __launch_bounds__(BLOCK_X *BLOCK_Y)
differences(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz)
{
    __shared__ float plane[BLOCK_Y + 2 * RADIUS][BLOCK_X + 2 * RADIUS];
    const int pitch = nx + 2 * HALO_X, planeSize = pitch * (ny + 2 * RADIUS);
    const int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;
    int at = (blockIdx.y * BLOCK_Y + ty) * pitch + blockIdx.x * BLOCK_X + threadIdx.x + HALO_X;

    float column[2 * RADIUS + 1];
#pragma unroll
    for (int k = 1; k <= 2 * RADIUS; ++k)
        column[k] = in[at + (k - 1) * planeSize];
    at += RADIUS * planeSize;

    for (int z = 0; z < nz; ++z, at += planeSize) {
#pragma unroll
        for (int k = 0; k < 2 * RADIUS; ++k)
            column[k] = column[k + 1];
        column[2 * RADIUS] = in[at + RADIUS * planeSize];
        __syncthreads();
        plane[ty][tx] = column[RADIUS];
        if (threadIdx.y < RADIUS) {
            plane[threadIdx.y][tx] = in[at - RADIUS * pitch];
            plane[ty + BLOCK_Y][tx] = in[at + BLOCK_Y * pitch];
        }
        if (threadIdx.x < RADIUS) {
            plane[ty][threadIdx.x] = in[at - RADIUS];
            plane[ty][tx + BLOCK_X] = in[at + BLOCK_X];
        }
        __syncthreads();
        float value = coefficients[0] * column[RADIUS];
#pragma unroll
        for (int k = 1; k <= RADIUS; ++k)
            value += coefficients[k] * (column[RADIUS - k] + column[RADIUS + k] + plane[ty - k][tx] + plane[ty + k][tx] +
                                        plane[ty][tx - k] + plane[ty][tx + k]);
        out[at] = value;
    }
}

int main(int argc, char **argv)
{
    const int nx = argc > 1 ? std::atoi(argv[1]) : 384, ny = nx, nz = argc > 2 ? std::atoi(argv[2]) : 64, steps = 2;
    const int pitch = nx + 2 * HALO_X, planeSize = pitch * (ny + 2 * RADIUS);
    const size_t count = size_t(planeSize) * (nz + 2 * RADIUS), bytes = count * sizeof(float);
    const float weights[RADIUS + 1] = {0.4f, 0.05f, 0.03f, 0.01f, 0.005f};
    std::vector<float> start(count), result(count);
    for (size_t i = 0; i < count; ++i)
        start[i] = float(i % 53) / 53.0f;
    float *from, *to;
    CUDA_CHECK(cudaMalloc(&from, bytes));
    CUDA_CHECK(cudaMalloc(&to, bytes));
    CUDA_CHECK(cudaMemcpyToSymbol(coefficients, weights, sizeof(weights)));
    CUDA_CHECK(cudaMemcpy(from, start.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(to, start.data(), bytes, cudaMemcpyHostToDevice));
    const dim3 block(BLOCK_X, BLOCK_Y), grid(nx / BLOCK_X, ny / BLOCK_Y);
    for (int step = 0; step < steps; ++step) {
        differences<<<grid, block>>>(from, to, nx, ny, nz);
        if (step == 0)
            CUDA_CHECK(cudaMemcpy(result.data(), to, bytes, cudaMemcpyDeviceToHost));
        std::swap(from, to);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    double worst = 0.0;
    for (int z : {0, nz - 1})
        for (int x = 0; x < nx; x += 7) {
            const size_t at = size_t(z + RADIUS) * planeSize + size_t(ny / 2 + RADIUS) * pitch + x + HALO_X;
            double sum = weights[0] * start[at];
            for (int k = 1; k <= RADIUS; ++k)
                sum += weights[k] * (double(start[at - k]) + start[at + k] + start[at - k * pitch] + start[at + k * pitch] +
                                     start[at - size_t(k) * planeSize] + start[at + size_t(k) * planeSize]);
            worst = std::fmax(worst, std::fabs(sum - result[at]));
        }
    std::printf("largest difference %g\n", worst);
    cudaFree(from);
    cudaFree(to);
    return worst < 1e-4 ? 0 : 1;
}
