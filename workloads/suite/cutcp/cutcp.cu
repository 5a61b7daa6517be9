// Electrostatic potential of atoms on a lattice, with a cutoff. Atoms are sorted into cubic bins of at most
// BIN_DEPTH; a block computes an 8 x 8 x 8 region of the lattice and goes through the bins around it, which it
// loads into shared memory one by one.
// Stresses fp32 and reciprocal square roots, and shared memory broadcasts; a bin is read once for 512 points.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define REGION 8    // lattice points along an edge of a block's region
#define POINTS 4    // of them in z, for one thread
#define THREADS (REGION * REGION * REGION / POINTS)
#define BIN_DEPTH 8 // atoms in a bin
#define MAX_NEIGHBOURS 343

/** Offsets of the bins that the cutoff sphere of a region touches. */
__constant__ int3 neighbours[MAX_NEIGHBOURS];

// Bins beyond the border of 10 x 10 x 10: 1 - (28/30)^3 of 27. Points within the cutoff: a sphere with a radius of
// one bin's edge among 27 bins.
// corun: share_bx=0.187, share_r2=0.155
__global__ void cutoffPotential(const float4 *__restrict__ bins, int binsX, int binsY, int binsZ, int neighbourCount,
                                float spacing, float cutoff2, float *lattice)
{
    __shared__ float4 atoms[BIN_DEPTH];
    const int tx = threadIdx.x % REGION, ty = threadIdx.x / REGION % REGION;
    const int tz = threadIdx.x / (REGION * REGION) * POINTS;
    const float x = (blockIdx.x * REGION + tx) * spacing;
    const float y = (blockIdx.y * REGION + ty) * spacing;
    const float z = (blockIdx.z * REGION + tz) * spacing;
    const float inverse = 1.0f / cutoff2;
    float energy[POINTS] = {0.0f, 0.0f, 0.0f, 0.0f};

    for (int n = 0; n < neighbourCount; ++n) {
        const int bx = int(blockIdx.x) + neighbours[n].x;
        const int by = int(blockIdx.y) + neighbours[n].y;
        const int bz = int(blockIdx.z) + neighbours[n].z;
        if (bx < 0 || by < 0 || bz < 0 || bx >= binsX || by >= binsY || bz >= binsZ)
            continue; // the same for the whole block
        __syncthreads();
        if (threadIdx.x < BIN_DEPTH)
            atoms[threadIdx.x] = bins[((bz * binsY + by) * binsX + bx) * BIN_DEPTH + threadIdx.x];
        __syncthreads();

        for (int a = 0; a < BIN_DEPTH; ++a) {
            const float4 atom = atoms[a];
            const float dx = atom.x - x, dy = atom.y - y;
            const float plane = dx * dx + dy * dy;
            float dz = atom.z - z;
#pragma unroll
            for (int p = 0; p < POINTS; ++p) {
                const float r2 = plane + dz * dz;
                if (r2 < cutoff2) {
                    const float s = 1.0f - r2 * inverse;
                    energy[p] += atom.w * rsqrtf(r2) * s * s;
                }
                dz -= spacing;
            }
        }
    }

    const int rowLength = gridDim.x * REGION, planeSize = rowLength * gridDim.y * REGION;
    const int first = (blockIdx.z * REGION + tz) * planeSize + (blockIdx.y * REGION + ty) * rowLength + blockIdx.x * REGION + tx;
#pragma unroll
    for (int p = 0; p < POINTS; ++p)
        lattice[first + p * planeSize] = energy[p];
}

int main(int argc, char **argv)
{
    const int edge = argc > 1 ? atoi(argv[1]) : 16; // regions, and bins, along each axis
    const float spacing = 0.5f, cutoff = 4.0f;
    const int reach = int(std::ceil(cutoff / (REGION * spacing)));
    std::vector<int3> offsets;
    for (int z = -reach; z <= reach; ++z)
        for (int y = -reach; y <= reach; ++y)
            for (int x = -reach; x <= reach; ++x)
                if (x * x + y * y + z * z <= (reach + 1) * (reach + 1) && offsets.size() < MAX_NEIGHBOURS)
                    offsets.push_back(make_int3(x, y, z));

    const int regions = edge * edge * edge;
    std::vector<float4> atoms(size_t(regions) * BIN_DEPTH);
    for (size_t i = 0; i < atoms.size(); ++i) {
        const int bin = int(i / BIN_DEPTH);
        const float jitter = float(i * 2654435761u % 1000) / 1000.0f;
        const float size = REGION * spacing;
        atoms[i] = make_float4((bin % edge + jitter) * size, (bin / edge % edge + 0.37f) * size,
                               (bin / (edge * edge) + 0.61f) * size, i % 2 ? 1.0f : -1.0f);
    }

    float4 *bins;
    float *lattice;
    const size_t points = size_t(regions) * REGION * REGION * REGION;
    CUDA_CHECK(cudaMalloc(&bins, sizeof(float4) * atoms.size()));
    CUDA_CHECK(cudaMalloc(&lattice, sizeof(float) * points));
    CUDA_CHECK(cudaMemcpy(bins, atoms.data(), sizeof(float4) * atoms.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(neighbours, offsets.data(), sizeof(int3) * offsets.size()));
    const dim3 grid(edge, edge, edge);
    // The cube of bins around a region; beyond the border of 16 x 16 x 16 are 1 - (46/48)^3 of them.
    // corun: neighbourCount=27, share_bx=0.12
    cutoffPotential<<<grid, THREADS>>>(bins, edge, edge, edge, int(offsets.size()), spacing, cutoff * cutoff, lattice);
    CUDA_CHECK(cudaGetLastError());

    float result = 0.0f;
    CUDA_CHECK(cudaMemcpy(&result, lattice, sizeof(float), cudaMemcpyDeviceToHost));
    double expected = 0.0;
    for (const float4 &atom : atoms) {
        const double r2 = double(atom.x) * atom.x + double(atom.y) * atom.y + double(atom.z) * atom.z;
        const double s = 1.0 - r2 / (cutoff * cutoff);
        if (s > 0.0)
            expected += atom.w / std::sqrt(r2) * s * s;
    }
    std::printf("potential at the origin: %g, on the CPU %g\n", result, expected);
    cudaFree(bins);
    cudaFree(lattice);
    return std::fabs(result - expected) < 1e-3 ? 0 : 1;
}
