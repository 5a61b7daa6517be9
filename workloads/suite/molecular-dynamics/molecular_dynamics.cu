// Forces between atoms of a Lennard-Jones fluid from neighbour lists, one thread for each atom. The list is
// read in order, the positions it names are gathered: latency and hit rate of the caches decide, with some
// arithmetic for every pair within the cut-off.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define BLOCK 256

// Of the 26 lattice points around an atom, the 6 and the 12 nearest lie within the cut-off.
// corun: share_r2=0.69
__global__ void ljForces(const float4 *__restrict__ position, const int *__restrict__ neighbours, float4 *force, int atoms,
                         int neighbourCount, float cutoffSquared)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms)
        return;
    const float4 own = position[i];
    float fx = 0.0f, fy = 0.0f, fz = 0.0f, energy = 0.0f;
    for (int k = 0; k < neighbourCount; ++k) {
        const int j = neighbours[k * atoms + i];
        const float4 other = position[j];
        const float dx = own.x - other.x;
        const float dy = own.y - other.y;
        const float dz = own.z - other.z;
        const float r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cutoffSquared) {
            const float inverse2 = 1.0f / r2;
            const float inverse6 = inverse2 * inverse2 * inverse2;
            const float strength = inverse2 * inverse6 * (48.0f * inverse6 - 24.0f);
            fx += strength * dx;
            fy += strength * dy;
            fz += strength * dz;
            energy += 4.0f * inverse6 * (inverse6 - 1.0f);
        }
    }
    force[i] = make_float4(fx, fy, fz, energy);
}

/** Atoms on a jittered cubic lattice, `side` along each edge, in lattice order. */
static std::vector<float4> lattice(int side)
{
    Random random(3);
    std::vector<float4> atoms;
    for (int z = 0; z < side; ++z)
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x)
                atoms.push_back(make_float4(x * 1.1f + random.uniform(-0.1f, 0.1f), y * 1.1f + random.uniform(-0.1f, 0.1f),
                                            z * 1.1f + random.uniform(-0.1f, 0.1f), 0.0f));
    return atoms;
}

/** The atoms of the 3 x 3 x 3 lattice points around each (periodic), as far as `count` reaches, atom by atom within k. */
static std::vector<int> neighbourLists(int side, int count)
{
    const int atoms = side * side * side;
    std::vector<int> lists(size_t(atoms) * count);
    for (int i = 0; i < atoms; ++i) {
        const int x = i % side, y = i / side % side, z = i / side / side;
        for (int k = 0; k < count; ++k) {
            const int place = k < 13 ? k : k + 1; // 13 is the atom itself
            const int nx = (x + place % 3 - 1 + side) % side;
            const int ny = (y + place / 3 % 3 - 1 + side) % side;
            const int nz = (z + place / 9 - 1 + side) % side;
            lists[size_t(k) * atoms + i] = (nz * side + ny) * side + nx;
        }
    }
    return lists;
}

int main(int argc, char **argv)
{
    const int side = argc > 1 ? atoi(argv[1]) : 79; // 493039 atoms
    const int count = 26;
    const float cutoffSquared = 2.6f;
    const std::vector<float4> position = lattice(side);
    const std::vector<int> lists = neighbourLists(side, count);
    const int atoms = int(position.size());
    std::vector<float4> force(atoms);

    float4 *devicePosition, *deviceForce;
    int *deviceLists;
    CUDA_CHECK(cudaMalloc(&devicePosition, atoms * sizeof(float4)));
    CUDA_CHECK(cudaMalloc(&deviceForce, atoms * sizeof(float4)));
    CUDA_CHECK(cudaMalloc(&deviceLists, size_t(atoms) * count * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(devicePosition, position.data(), atoms * sizeof(float4), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceLists, lists.data(), size_t(atoms) * count * sizeof(int), cudaMemcpyHostToDevice));
    ljForces<<<(atoms + BLOCK - 1) / BLOCK, BLOCK>>>(devicePosition, deviceLists, deviceForce, atoms, count, cutoffSquared);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(force.data(), deviceForce, atoms * sizeof(float4), cudaMemcpyDeviceToHost));

    std::vector<float> got, wanted;
    for (int i = 0; i < atoms; i += atoms / 64 + 1) {
        double energy = 0.0;
        for (int k = 0; k < count; ++k) {
            const float4 a = position[i], b = position[lists[size_t(k) * atoms + i]];
            const double r2 = pow(a.x - b.x, 2) + pow(a.y - b.y, 2) + pow(a.z - b.z, 2);
            energy += r2 < cutoffSquared ? 4.0 * (pow(r2, -6) - pow(r2, -3)) : 0.0;
        }
        got.push_back(force[i].w);
        wanted.push_back(float(energy));
    }
    cudaFree(devicePosition);
    cudaFree(deviceForce);
    cudaFree(deviceLists);
    return report("molecular dynamics", largestError(got, wanted), 1e-3);
}
