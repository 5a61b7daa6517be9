// Forces between particles within a cutoff that is the size of a box: a block holds the particles of one box and
// goes through the boxes around it, whose particles it loads into shared memory.
// Stresses fp32 and exponentials; every loaded particle is used by the whole block.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define PARTICLES 40 // of a box
#define THREADS 64
#define MAX_NEIGHBOURS 27

/** The boxes around one, itself included. */
struct Box {
    int count;
    int number[MAX_NEIGHBOURS];
};

// Of the 27 boxes around one inside, those at the border of the space lack a part: 20.8 on average in 8 x 8 x 8.
// corun: trips_n=21
__global__ void boxForces(const Box *__restrict__ boxes, const float4 *__restrict__ positions,
                          const float *__restrict__ charges, float4 *forces, float alpha)
{
    __shared__ float4 own[PARTICLES], other[PARTICLES];
    __shared__ float charge[PARTICLES];
    const int box = blockIdx.x, thread = threadIdx.x;
    if (thread < PARTICLES)
        own[thread] = positions[box * PARTICLES + thread];
    float4 force = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    const float a2 = 2.0f * alpha * alpha;
    const int neighbours = boxes[box].count;

    for (int n = 0; n < neighbours; ++n) {
        const int first = boxes[box].number[n] * PARTICLES;
        __syncthreads();
        if (thread < PARTICLES) {
            other[thread] = positions[first + thread];
            charge[thread] = charges[first + thread];
        }
        __syncthreads();
        if (thread < PARTICLES) {
            const float4 mine = own[thread];
            for (int p = 0; p < PARTICLES; ++p) {
                const float4 theirs = other[p];
                const float r2 = mine.w + theirs.w - (mine.x * theirs.x + mine.y * theirs.y + mine.z * theirs.z);
                const float v = expf(-a2 * r2);
                const float scale = 2.0f * v * charge[p];
                force.w += charge[p] * v;
                force.x += scale * (mine.x - theirs.x);
                force.y += scale * (mine.y - theirs.y);
                force.z += scale * (mine.z - theirs.z);
            }
        }
    }
    if (thread < PARTICLES)
        forces[box * PARTICLES + thread] = force;
}

int main(int argc, char **argv)
{
    const int edge = argc > 1 ? atoi(argv[1]) : 8; // boxes along each axis
    const int count = edge * edge * edge;
    std::vector<Box> boxes(count);
    for (int b = 0; b < count; ++b) {
        boxes[b].count = 0;
        for (int z = -1; z <= 1; ++z)
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x) {
                    const int bx = b % edge + x, by = b / edge % edge + y, bz = b / (edge * edge) + z;
                    if (bx >= 0 && by >= 0 && bz >= 0 && bx < edge && by < edge && bz < edge)
                        boxes[b].number[boxes[b].count++] = (bz * edge + by) * edge + bx;
                }
    }
    std::vector<float4> positions(size_t(count) * PARTICLES), forces(positions.size());
    std::vector<float> charges(positions.size());
    for (size_t i = 0; i < positions.size(); ++i) {
        const float x = float(i * 7919 % 100) / 100.0f, y = float(i * 104729 % 100) / 100.0f, z = float(i * 31 % 100) / 100.0f;
        positions[i] = make_float4(x, y, z, 0.5f * (x * x + y * y + z * z));
        charges[i] = i % 3 ? 0.5f : -0.5f;
    }

    Box *deviceBoxes;
    float4 *devicePositions, *deviceForces;
    float *deviceCharges;
    CUDA_CHECK(cudaMalloc(&deviceBoxes, sizeof(Box) * count));
    CUDA_CHECK(cudaMalloc(&devicePositions, sizeof(float4) * positions.size()));
    CUDA_CHECK(cudaMalloc(&deviceForces, sizeof(float4) * positions.size()));
    CUDA_CHECK(cudaMalloc(&deviceCharges, sizeof(float) * charges.size()));
    CUDA_CHECK(cudaMemcpy(deviceBoxes, boxes.data(), sizeof(Box) * count, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(devicePositions, positions.data(), sizeof(float4) * positions.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceCharges, charges.data(), sizeof(float) * charges.size(), cudaMemcpyHostToDevice));
    boxForces<<<count, THREADS>>>(deviceBoxes, devicePositions, deviceCharges, deviceForces, 0.5f);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(forces.data(), deviceForces, sizeof(float4) * forces.size(), cudaMemcpyDeviceToHost));

    double expected = 0.0;
    const float4 mine = positions[0];
    for (int n = 0; n < boxes[0].count; ++n)
        for (int p = 0; p < PARTICLES; ++p) {
            const size_t j = size_t(boxes[0].number[n]) * PARTICLES + p;
            const float4 t = positions[j];
            expected += charges[j] * std::exp(-0.5 * (mine.w + t.w - (mine.x * t.x + mine.y * t.y + mine.z * t.z)));
        }
    std::printf("potential of particle 0: %g, on the CPU %g\n", forces[0].w, expected);
    cudaFree(deviceBoxes);
    cudaFree(devicePositions);
    cudaFree(deviceForces);
    cudaFree(deviceCharges);
    return std::fabs(forces[0].w - expected) < 1e-3 * std::fabs(expected) + 1e-3 ? 0 : 1;
}
