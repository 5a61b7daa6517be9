// Finite-volume solver of the three-dimensional Euler equations on an unstructured mesh of tetrahedra: time step
// of each cell, fluxes through its four faces from the neighbours' states, explicit update.
// Stresses DRAM and L2 with gathers of five variables from four neighbours, and fp32 with square roots; high
// register use limits occupancy.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 192
#define VARIABLES 5 // density, momentum in x y z, energy
#define FACES 4
#define GAMMA 1.4f

/** State far from the body, and the flux that it carries. */
__constant__ float farField[VARIABLES];

struct State {
    float density, energy, pressure;
    float3 momentum, velocity;
    float speed, sound;
};

__device__ __forceinline__ State stateOf(float density, float mx, float my, float mz, float energy)
{
    State s;
    s.density = density;
    s.momentum = make_float3(mx, my, mz);
    s.energy = energy;
    s.velocity = make_float3(mx / density, my / density, mz / density);
    const float square = s.velocity.x * s.velocity.x + s.velocity.y * s.velocity.y + s.velocity.z * s.velocity.z;
    s.speed = sqrtf(square);
    s.pressure = (GAMMA - 1.0f) * (energy - 0.5f * density * square);
    s.sound = sqrtf(GAMMA * s.pressure / density);
    return s;
}

__device__ __forceinline__ State loadState(const float *variables, int cell, int cells)
{
    return stateOf(variables[cell], variables[cell + cells], variables[cell + 2 * cells], variables[cell + 3 * cells],
                   variables[cell + 4 * cells]);
}

__global__ void stepFactors(const float *__restrict__ variables, const float *__restrict__ areas, float *factors, int cells)
{
    const int cell = blockIdx.x * THREADS + threadIdx.x;
    const State s = loadState(variables, cell, cells);
    factors[cell] = 0.5f / (sqrtf(areas[cell]) * (s.speed + s.sound));
}

// Neighbours of a mesh that was numbered for locality lie within a few thousand cells of it; about one face in a
// hundred lies on the body, one in a hundred on the outer boundary.
__global__ void fluxes(const int *__restrict__ neighbours, const float *__restrict__ normals,
                       const float *__restrict__ variables, float *flux, int cells)
{
    const int cell = blockIdx.x * THREADS + threadIdx.x;
    const State own = loadState(variables, cell, cells);
    float density = 0.0f, mx = 0.0f, my = 0.0f, mz = 0.0f, energy = 0.0f;
    for (int face = 0; face < FACES; ++face) {
        const int other = neighbours[cell + face * cells];
        const float nx = normals[cell + (face * 3 + 0) * cells];
        const float ny = normals[cell + (face * 3 + 1) * cells];
        const float nz = normals[cell + (face * 3 + 2) * cells];
        if (other >= 0) {
            const State n = loadState(variables, other, cells);
            const float area = sqrtf(nx * nx + ny * ny + nz * nz);
            const float damping = -0.1f * area * (own.speed + n.speed + own.sound + n.sound);
            const float ownFlow = own.velocity.x * nx + own.velocity.y * ny + own.velocity.z * nz;
            const float flow = n.velocity.x * nx + n.velocity.y * ny + n.velocity.z * nz;
            const float pressure = 0.5f * (own.pressure + n.pressure);
            density += damping * (own.density - n.density) + 0.5f * (own.density * ownFlow + n.density * flow);
            mx += damping * (own.momentum.x - n.momentum.x) + 0.5f * (own.momentum.x * ownFlow + n.momentum.x * flow) + pressure * nx;
            my += damping * (own.momentum.y - n.momentum.y) + 0.5f * (own.momentum.y * ownFlow + n.momentum.y * flow) + pressure * ny;
            mz += damping * (own.momentum.z - n.momentum.z) + 0.5f * (own.momentum.z * ownFlow + n.momentum.z * flow) + pressure * nz;
            energy += damping * (own.energy - n.energy) +
                      0.5f * ((own.energy + own.pressure) * ownFlow + (n.energy + n.pressure) * flow);
        } else if (other == -1) { // the body: only pressure acts on it
            mx += nx * own.pressure;
            my += ny * own.pressure;
            mz += nz * own.pressure;
        } else { // the outer boundary
            const State far = stateOf(farField[0], farField[1], farField[2], farField[3], farField[4]);
            const float flow = far.velocity.x * nx + far.velocity.y * ny + far.velocity.z * nz;
            density += far.density * flow;
            mx += far.momentum.x * flow + far.pressure * nx;
            my += far.momentum.y * flow + far.pressure * ny;
            mz += far.momentum.z * flow + far.pressure * nz;
            energy += (far.energy + far.pressure) * flow;
        }
    }
    flux[cell] = density;
    flux[cell + cells] = mx;
    flux[cell + 2 * cells] = my;
    flux[cell + 3 * cells] = mz;
    flux[cell + 4 * cells] = energy;
}

__global__ void timeStep(const float *__restrict__ old, float *variables, const float *__restrict__ factors,
                         const float *__restrict__ flux, int cells, int substep)
{
    const int cell = blockIdx.x * THREADS + threadIdx.x;
    const float factor = factors[cell] / (3 - substep);
#pragma unroll
    for (int v = 0; v < VARIABLES; ++v)
        variables[cell + v * cells] = old[cell + v * cells] - factor * flux[cell + v * cells];
}

int main(int argc, char **argv)
{
    const int cells = (argc > 1 ? atoi(argv[1]) : 97152) / THREADS * THREADS;
    const int rounds = argc > 2 ? atoi(argv[2]) : 10;
    const float initial[VARIABLES] = {1.4f, 1.68f, 0.0f, 0.0f, 3.508f};
    std::vector<float> variables(size_t(cells) * VARIABLES), areas(cells, 1.0f), normals(size_t(cells) * FACES * 3, 0.1f);
    std::vector<int> neighbours(size_t(cells) * FACES);
    for (int v = 0; v < VARIABLES; ++v)
        for (int c = 0; c < cells; ++c)
            variables[size_t(v) * cells + c] = initial[v];
    unsigned int state = 7;
    for (int face = 0; face < FACES; ++face)
        for (int c = 0; c < cells; ++c) {
            state = state * 1664525u + 1013904223u;
            const int other = c + int(state >> 20) % 4096 - 2048;
            neighbours[size_t(face) * cells + c] = state % 128 == 0 ? -1 - int(state >> 31) : std::min(std::max(other, 0), cells - 1);
        }

    float *deviceVariables, *old, *deviceAreas, *factors, *flux, *deviceNormals;
    int *deviceNeighbours;
    const size_t stateBytes = sizeof(float) * cells * VARIABLES;
    for (float **array : {&deviceVariables, &old, &flux})
        CUDA_CHECK(cudaMalloc(array, stateBytes));
    CUDA_CHECK(cudaMalloc(&deviceAreas, sizeof(float) * cells));
    CUDA_CHECK(cudaMalloc(&factors, sizeof(float) * cells));
    CUDA_CHECK(cudaMalloc(&deviceNormals, sizeof(float) * normals.size()));
    CUDA_CHECK(cudaMalloc(&deviceNeighbours, sizeof(int) * neighbours.size()));
    CUDA_CHECK(cudaMemcpy(deviceVariables, variables.data(), stateBytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceAreas, areas.data(), sizeof(float) * cells, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceNormals, normals.data(), sizeof(float) * normals.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceNeighbours, neighbours.data(), sizeof(int) * neighbours.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(farField, initial, sizeof(farField)));

    const int blocks = cells / THREADS;
    for (int round = 0; round < rounds; ++round) {
        CUDA_CHECK(cudaMemcpy(old, deviceVariables, stateBytes, cudaMemcpyDeviceToDevice));
        stepFactors<<<blocks, THREADS>>>(deviceVariables, deviceAreas, factors, cells);
        for (int substep = 0; substep < 3; ++substep) {
            fluxes<<<blocks, THREADS>>>(deviceNeighbours, deviceNormals, deviceVariables, flux, cells);
            timeStep<<<blocks, THREADS>>>(old, deviceVariables, factors, flux, cells, substep);
        }
    }
    CUDA_CHECK(cudaMemcpy(variables.data(), deviceVariables, stateBytes, cudaMemcpyDeviceToHost));
    std::printf("density of cell 0: %g\n", variables[0]);
    for (float *array : {deviceVariables, old, deviceAreas, factors, flux, deviceNormals})
        cudaFree(array);
    cudaFree(deviceNeighbours);
    return std::isfinite(variables[0]) ? 0 : 1;
}
