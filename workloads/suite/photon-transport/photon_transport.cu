// Monte Carlo transport of photon packets through tissue voxels: every thread moves packets one after the
// other; each step draws a free path, walks to the next voxel wall or scattering, takes the absorbed weight,
// and scatters by the Henyey-Greenstein function; what leaves is added to a map of the surface. Special
// functions and integer random numbers in divergent loops, scattered voxel look-ups: compute-bound with idle lanes.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 64
#endif
#define SIDE 24 // voxels of 1 mm along each edge

struct Medium {
    float scattering, absorption; // 1/mm
    float anisotropy;
    float unused;
};

__constant__ Medium media[4];

struct Random {
    uint2 state;
};

/** xoroshiro64* of Blackman and Vigna, as a number in (0, 1]. */
__device__ __forceinline__ float draw(Random &random)
{
    unsigned int s0 = random.state.x, s1 = random.state.y;
    const unsigned int value = s0 * 0x9E3779BBu;
    s1 ^= s0;
    s0 = ((s0 << 26) | (s0 >> 6)) ^ s1 ^ (s1 << 9);
    s1 = (s1 << 13) | (s1 >> 19);
    random.state = make_uint2(s0, s1);
    return (float(value >> 8) + 1.0f) * (1.0f / 16777216.0f);
}

/** New direction after scattering by a polar angle of the Henyey-Greenstein function. */
__device__ __forceinline__ float3 scattered(float3 d, float g, Random &random)
{
    float sinPhi, cosPhi;
    __sincosf(6.2831853f * draw(random), &sinPhi, &cosPhi);
    const float ratio = (1.0f - g * g) / (1.0f - g + 2.0f * g * draw(random));
    const float cosTheta = g == 0.0f ? 2.0f * draw(random) - 1.0f : (1.0f + g * g - ratio * ratio) / (2.0f * g);
    const float sinTheta = sqrtf(fmaxf(1.0f - cosTheta * cosTheta, 0.0f));
    const float across = sqrtf(fmaxf(1.0f - d.z * d.z, 0.0f));
    if (across < 1e-4f)
        return make_float3(sinTheta * cosPhi, sinTheta * sinPhi, d.z > 0.0f ? cosTheta : -cosTheta);
    const float inverse = sinTheta / across;
    return make_float3(inverse * (d.x * d.z * cosPhi - d.y * sinPhi) + d.x * cosTheta,
                       inverse * (d.y * d.z * cosPhi + d.x * sinPhi) + d.y * cosTheta,
                       -sinTheta * cosPhi * across + d.z * cosTheta);
}

// Counted by running the same loop on the host for the layers below: 55 voxel steps a packet; 53 % of the steps
// end in a scattering, 44 % begin in a new voxel, 0.65 % leave the cube; 3.4 % of the directions are the axis.
// corun: trips_weight=55, share_x=0.0065, share_voxel=0.44, share_scatters=0.53, share_across=0.034, elements_voxels=13824, elements_leaving=576
__global__ void transportPhotons(const unsigned char *__restrict__ voxels, float *__restrict__ leaving,
                                 float *__restrict__ absorbed, int packets, unsigned int seed)
{
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    Random random = {make_uint2(seed ^ (thread * 2654435761u), 0x85EBCA6Bu + thread)};
    float taken = 0.0f;
    for (int packet = 0; packet < packets; ++packet) {
        float3 p = make_float3(SIDE * 0.5f, SIDE * 0.5f, 0.0f), d = make_float3(0.0f, 0.0f, 1.0f);
        float weight = 1.0f, path = -__logf(draw(random));
        int last = -1;
        Medium m = media[0];
        while (weight > 0.1f) {
            const int x = int(floorf(p.x)), y = int(floorf(p.y)), z = int(floorf(p.z));
            if (x < 0 || y < 0 || z < 0 || x >= SIDE || y >= SIDE || z >= SIDE) {
                const int edgeX = min(max(x, 0), SIDE - 1), edgeY = min(max(y, 0), SIDE - 1);
                atomicAdd(&leaving[edgeY * SIDE + edgeX], weight);
                weight = 0.0f;
                break;
            }
            const int voxel = (z * SIDE + y) * SIDE + x;
            if (voxel != last) {
                m = media[voxels[voxel]];
                last = voxel;
            }
            // Distance to the nearest wall of the voxel along the direction.
            const float toX = d.x > 0.0f ? (x + 1 - p.x) : (x - p.x);
            const float toY = d.y > 0.0f ? (y + 1 - p.y) : (y - p.y);
            const float toZ = d.z > 0.0f ? (z + 1 - p.z) : (z - p.z);
            const float wall = fminf(fminf(fabsf(__fdividef(toX, d.x)), fabsf(__fdividef(toY, d.y))),
                                     fabsf(__fdividef(toZ, d.z))) + 1e-3f; // and a little into the next voxel
            const bool scatters = path <= wall * m.scattering;
            const float length = scatters ? __fdividef(path, m.scattering) : wall;
            p.x += d.x * length;
            p.y += d.y * length;
            p.z += d.z * length;
            const float kept = weight * __expf(-m.absorption * length);
            taken += weight - kept;
            weight = kept;
            path -= length * m.scattering;
            if (scatters) {
                d = scattered(d, m.anisotropy, random);
                path = -__logf(draw(random));
            }
        }
        taken += weight;
    }
    absorbed[thread] = taken;
}

int main(int argc, char **argv)
{
    const int threads = argc > 1 ? std::atoi(argv[1]) : 1 << 17, packets = argc > 2 ? std::atoi(argv[2]) : 8;
    const int voxelCount = SIDE * SIDE * SIDE;
    std::vector<unsigned char> voxels(voxelCount);
    std::vector<float> absorbed(threads), leaving(SIDE * SIDE);
    for (int i = 0; i < voxelCount; ++i) {
        const int z = i / (SIDE * SIDE);
        voxels[i] = z < 3 ? 1 : z < 10 ? 2 : 3;
    }
    const Medium table[4] = {{0, 0, 0, 0}, {1.8f, 0.08f, 0.89f, 0}, {2.0f, 0.15f, 0.89f, 0}, {1.0f, 0.08f, 0.5f, 0}};
    unsigned char *dVoxels;
    float *dAbsorbed, *dLeaving;
    CUDA_CHECK(cudaMalloc(&dVoxels, voxelCount));
    CUDA_CHECK(cudaMalloc(&dAbsorbed, threads * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dLeaving, SIDE * SIDE * sizeof(float)));
    CUDA_CHECK(cudaMemcpyToSymbol(media, table, sizeof(table)));
    CUDA_CHECK(cudaMemcpy(dVoxels, voxels.data(), voxelCount, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(dLeaving, 0, SIDE * SIDE * sizeof(float)));
    transportPhotons<<<threads / BLOCK_SIZE, BLOCK_SIZE>>>(dVoxels, dLeaving, dAbsorbed, packets, 29012392u);
    CUDA_CHECK(cudaMemcpy(absorbed.data(), dAbsorbed, threads * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(leaving.data(), dLeaving, SIDE * SIDE * sizeof(float), cudaMemcpyDeviceToHost));
    double total = 0.0, left = 0.0;
    for (float a : absorbed)
        total += a;
    for (float w : leaving)
        left += w;
    const double launched = double(threads) * packets;
    std::printf("absorbed %g and left %g of the light\n", total / launched, left / launched);
    cudaFree(dVoxels);
    cudaFree(dAbsorbed);
    cudaFree(dLeaving);
    return std::fabs((total + left) / launched - 1.0) < 1e-3 ? 0 : 1; // all energy is accounted for
}
