// Lattice Boltzmann flow past obstacles, D3Q19: every cell relaxes its nineteen particle densities towards
// equilibrium and sends them to its neighbours in a second array.
// Stresses DRAM: 152 bytes a cell in nineteen streams, the stores shifted against the line borders.
#include <cmath>
#include <utility>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define NX 128 // cells of a row, which is what one block computes
#define DIRECTIONS 19
#define OMEGA 1.95f

/** Weight of a direction by the number of axes along which it moves. */
#define W0 (1.0f / 3.0f)
#define W1 (1.0f / 18.0f)
#define W2 (1.0f / 36.0f)

/** Sends a relaxed density, or bounces it back on an obstacle (`OPPOSITE` is the direction's reverse). */
#define STREAM(D, OPPOSITE, DX, DY, DZ, WEIGHT)                                                              \
    {                                                                                                        \
        const float along = (DX)*ux + (DY)*uy + (DZ)*uz;                                                     \
        const float equilibrium = (WEIGHT)*density * (1.0f + 3.0f * along + 4.5f * along * along - square);  \
        const float value = obstacle ? f##OPPOSITE : (1.0f - OMEGA) * f##D + OMEGA * equilibrium;            \
        to[(D)*cells + cell + (DX) + (DY)*NX + (DZ)*plane] = value;                                          \
    }

/** `from` and `to` have a margin of a plane at both ends, so that border cells may send outwards. */
__global__ void collideAndStream(const float *__restrict__ from, float *__restrict__ to,
                                 const unsigned char *__restrict__ obstacles, int plane, int cells)
{
    const int cell = threadIdx.x + NX * blockIdx.x + plane * (blockIdx.y + 1);
    const float f0 = from[cell], f1 = from[cells + cell], f2 = from[2 * cells + cell], f3 = from[3 * cells + cell];
    const float f4 = from[4 * cells + cell], f5 = from[5 * cells + cell], f6 = from[6 * cells + cell];
    const float f7 = from[7 * cells + cell], f8 = from[8 * cells + cell], f9 = from[9 * cells + cell];
    const float f10 = from[10 * cells + cell], f11 = from[11 * cells + cell], f12 = from[12 * cells + cell];
    const float f13 = from[13 * cells + cell], f14 = from[14 * cells + cell], f15 = from[15 * cells + cell];
    const float f16 = from[16 * cells + cell], f17 = from[17 * cells + cell], f18 = from[18 * cells + cell];
    const bool obstacle = obstacles[cell] != 0;

    const float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + f9 + f10 + f11 + f12 + f13 + f14 + f15 + f16 + f17 + f18;
    const float ux = (f1 - f2 + f7 - f8 + f9 - f10 + f11 - f12 + f13 - f14) / density;
    const float uy = (f3 - f4 + f7 - f8 - f9 + f10 + f15 - f16 + f17 - f18) / density;
    const float uz = (f5 - f6 + f11 - f12 - f13 + f14 + f15 - f16 - f17 + f18) / density;
    const float square = 1.5f * (ux * ux + uy * uy + uz * uz);

    STREAM(0, 0, 0, 0, 0, W0)
    STREAM(1, 2, 1, 0, 0, W1)
    STREAM(2, 1, -1, 0, 0, W1)
    STREAM(3, 4, 0, 1, 0, W1)
    STREAM(4, 3, 0, -1, 0, W1)
    STREAM(5, 6, 0, 0, 1, W1)
    STREAM(6, 5, 0, 0, -1, W1)
    STREAM(7, 8, 1, 1, 0, W2)
    STREAM(8, 7, -1, -1, 0, W2)
    STREAM(9, 10, 1, -1, 0, W2)
    STREAM(10, 9, -1, 1, 0, W2)
    STREAM(11, 12, 1, 0, 1, W2)
    STREAM(12, 11, -1, 0, -1, W2)
    STREAM(13, 14, 1, 0, -1, W2)
    STREAM(14, 13, -1, 0, 1, W2)
    STREAM(15, 16, 0, 1, 1, W2)
    STREAM(16, 15, 0, -1, -1, W2)
    STREAM(17, 18, 0, 1, -1, W2)
    STREAM(18, 17, 0, -1, 1, W2)
}

int main(int argc, char **argv)
{
    const int ny = argc > 1 ? atoi(argv[1]) : 64, nz = argc > 2 ? atoi(argv[2]) : 64;
    const int steps = argc > 3 ? atoi(argv[3]) : 20;
    const int plane = NX * ny, cells = plane * (nz + 2);
    std::vector<float> densities(size_t(cells) * DIRECTIONS);
    std::vector<unsigned char> obstacles(cells);
    for (int d = 0; d < DIRECTIONS; ++d)
        for (int c = 0; c < cells; ++c)
            densities[size_t(d) * cells + c] = d == 0 ? W0 : d < 7 ? W1 : W2;
    for (int c = 0; c < cells; ++c)
        obstacles[c] = c % NX == 0 || c % NX == NX - 1 || c / NX % ny == 0 || c / NX % ny == ny - 1 || c * 2654435761u % 100 < 2;

    float *from, *to;
    unsigned char *deviceObstacles;
    // The first direction that leaves the array backwards, the last that leaves it forwards: one plane of slack.
    const size_t slack = plane + NX + 1, bytes = sizeof(float) * (densities.size() + 2 * slack);
    CUDA_CHECK(cudaMalloc(&from, bytes));
    CUDA_CHECK(cudaMalloc(&to, bytes));
    CUDA_CHECK(cudaMalloc(&deviceObstacles, cells));
    CUDA_CHECK(cudaMemcpy(from + slack, densities.data(), sizeof(float) * densities.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(to + slack, densities.data(), sizeof(float) * densities.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceObstacles, obstacles.data(), cells, cudaMemcpyHostToDevice));
    const dim3 grid(ny, nz);
    for (int s = 0; s < steps; ++s) {
        collideAndStream<<<grid, NX>>>(from + slack, to + slack, deviceObstacles, plane, cells);
        std::swap(from, to);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(densities.data(), from + slack, sizeof(float) * densities.size(), cudaMemcpyDeviceToHost));
    double mass = 0.0;
    const int middle = NX / 2 + NX * (ny / 2) + plane * (nz / 2);
    for (int d = 0; d < DIRECTIONS; ++d)
        mass += densities[size_t(d) * cells + middle];
    std::printf("density of a fluid at rest: %g\n", mass);
    cudaFree(from);
    cudaFree(to);
    cudaFree(deviceObstacles);
    return std::fabs(mass - 1.0) < 1e-3 ? 0 : 1;
}
