// Seven-point Jacobi stencil in three dimensions: a block marches through the planes; the plane it stands on lies
// in shared memory, the cells below and above in registers.
// Stresses DRAM: eight bytes a cell in two streams, with a barrier a plane.
#include <cmath>
#include <utility>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define BLOCK_X 32
#define BLOCK_Y 4

__global__ void jacobi(const float *__restrict__ from, float *__restrict__ to, int nx, int ny, int nz, float c0, float c1)
{
    __shared__ float plane[BLOCK_Y + 2][BLOCK_X + 2];
    const int x = blockIdx.x * BLOCK_X + threadIdx.x + 1, y = blockIdx.y * BLOCK_Y + threadIdx.y + 1;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int area = nx * ny, column = y * nx + x;
    const bool inside = x < nx - 1 && y < ny - 1;
    float below = inside ? from[column] : 0.0f;
    float here = inside ? from[column + area] : 0.0f;
    for (int z = 1; z < nz - 1; ++z) {
        __syncthreads();
        if (inside) {
            plane[ty][tx] = here;
            if (threadIdx.x == 0)
                plane[ty][0] = from[column + z * area - 1];
            if (threadIdx.x == BLOCK_X - 1 || x == nx - 2)
                plane[ty][tx + 1] = from[column + z * area + 1];
            if (threadIdx.y == 0)
                plane[0][tx] = from[column + z * area - nx];
            if (threadIdx.y == BLOCK_Y - 1 || y == ny - 2)
                plane[ty + 1][tx] = from[column + z * area + nx];
        }
        __syncthreads();
        if (inside) {
            const float above = from[column + (z + 1) * area];
            to[column + z * area] = c1 * (below + above + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] +
                                          plane[ty + 1][tx]) - c0 * here;
            below = here;
            here = above;
        }
    }
}

int main(int argc, char **argv)
{
    const int nx = argc > 1 ? atoi(argv[1]) : 512, ny = argc > 2 ? atoi(argv[2]) : 512, nz = argc > 3 ? atoi(argv[3]) : 64;
    const int steps = argc > 4 ? atoi(argv[4]) : 10;
    const size_t cells = size_t(nx) * ny * nz, bytes = sizeof(float) * cells;
    std::vector<float> values(cells);
    for (size_t i = 0; i < cells; ++i)
        values[i] = float(i * 2654435761u % 1000) / 1000.0f;

    float *from, *to;
    CUDA_CHECK(cudaMalloc(&from, bytes));
    CUDA_CHECK(cudaMalloc(&to, bytes));
    CUDA_CHECK(cudaMemcpy(from, values.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(to, values.data(), bytes, cudaMemcpyHostToDevice));
    const dim3 block(BLOCK_X, BLOCK_Y), grid(ceilDiv(nx - 2, BLOCK_X), ceilDiv(ny - 2, BLOCK_Y));
    const float c0 = 1.0f / 6.0f, c1 = 1.0f / 36.0f;
    jacobi<<<grid, block>>>(from, to, nx, ny, nz, c0, c1);
    std::vector<float> once(cells);
    CUDA_CHECK(cudaMemcpy(once.data(), to, bytes, cudaMemcpyDeviceToHost));
    float worst = 0.0f;
    for (int z = 1; z < nz - 1; ++z)
        for (int y = 1; y < ny - 1; ++y)
            for (int x = 1; x < nx - 1; ++x) {
                const size_t i = (size_t(z) * ny + y) * nx + x, area = size_t(nx) * ny;
                const float sum = values[i - 1] + values[i + 1] + values[i - nx] + values[i + nx] + values[i - area] + values[i + area];
                worst = std::fmax(worst, std::fabs(once[i] - (c1 * sum - c0 * values[i])));
            }
    for (int s = 1; s < steps; ++s) {
        std::swap(from, to);
        jacobi<<<grid, block>>>(from, to, nx, ny, nz, c0, c1);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    std::printf("largest difference to the CPU after one step: %g\n", worst);
    cudaFree(from);
    cudaFree(to);
    return worst < 1e-5f ? 0 : 1;
}
