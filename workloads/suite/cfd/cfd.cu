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

/** The variables far from the body, and the pressure there. */
__constant__ float farField[VARIABLES + 1];

__device__ __forceinline__ float pressureOf(float density, float energy, float speedSquare)
{
    return (GAMMA - 1.0f) * (energy - 0.5f * density * speedSquare);
}

__device__ __forceinline__ float soundOf(float density, float pressure) { return sqrtf(GAMMA * pressure / density); }

__global__ void stepFactors(const float *__restrict__ variables, const float *__restrict__ areas, float *factors, int cells)
{
    const int cell = blockIdx.x * THREADS + threadIdx.x;
    const float density = variables[cell], energy = variables[cell + 4 * cells];
    const float vx = variables[cell + cells] / density, vy = variables[cell + 2 * cells] / density;
    const float vz = variables[cell + 3 * cells] / density;
    const float square = vx * vx + vy * vy + vz * vz;
    const float sound = soundOf(density, pressureOf(density, energy, square));
    factors[cell] = 0.5f / (sqrtf(areas[cell]) * (sqrtf(square) + sound));
}

// About one face in a hundred lies on the body and one in a hundred on the outer boundary.
// corun: share_other=0.98, share_other_2=0.5
__global__ void fluxes(const int *__restrict__ neighbours, const float *__restrict__ normals,
                       const float *__restrict__ variables, float *flux, int cells)
{
    const int cell = blockIdx.x * THREADS + threadIdx.x;
    const float density = variables[cell], energy = variables[cell + 4 * cells];
    const float mx = variables[cell + cells], my = variables[cell + 2 * cells], mz = variables[cell + 3 * cells];
    const float vx = mx / density, vy = my / density, vz = mz / density;
    const float square = vx * vx + vy * vy + vz * vz, speed = sqrtf(square);
    const float pressure = pressureOf(density, energy, square), sound = soundOf(density, pressure);
    float fluxDensity = 0.0f, fluxX = 0.0f, fluxY = 0.0f, fluxZ = 0.0f, fluxEnergy = 0.0f;

    for (int face = 0; face < FACES; ++face) {
        const int other = neighbours[cell + face * cells];
        const float nx = normals[cell + (face * 3 + 0) * cells];
        const float ny = normals[cell + (face * 3 + 1) * cells];
        const float nz = normals[cell + (face * 3 + 2) * cells];
        if (other >= 0) {
            const float d = variables[other], e = variables[other + 4 * cells];
            const float ox = variables[other + cells], oy = variables[other + 2 * cells], oz = variables[other + 3 * cells];
            const float wx = ox / d, wy = oy / d, wz = oz / d;
            const float otherSquare = wx * wx + wy * wy + wz * wz;
            const float p = pressureOf(d, e, otherSquare);
            const float area = sqrtf(nx * nx + ny * ny + nz * nz);
            const float damping = -0.1f * area * (speed + sqrtf(otherSquare) + sound + soundOf(d, p));
            const float flow = vx * nx + vy * ny + vz * nz, otherFlow = wx * nx + wy * ny + wz * nz;
            const float mean = 0.5f * (pressure + p);
            fluxDensity += damping * (density - d) + 0.5f * (density * flow + d * otherFlow);
            fluxX += damping * (mx - ox) + 0.5f * (mx * flow + ox * otherFlow) + mean * nx;
            fluxY += damping * (my - oy) + 0.5f * (my * flow + oy * otherFlow) + mean * ny;
            fluxZ += damping * (mz - oz) + 0.5f * (mz * flow + oz * otherFlow) + mean * nz;
            fluxEnergy += damping * (energy - e) + 0.5f * ((energy + pressure) * flow + (e + p) * otherFlow);
        } else if (other == -1) { // the body: only pressure acts on it
            fluxX += nx * pressure;
            fluxY += ny * pressure;
            fluxZ += nz * pressure;
        } else { // the outer boundary: what the far field carries in
            const float flow = (farField[1] * nx + farField[2] * ny + farField[3] * nz) / farField[0];
            fluxDensity += farField[0] * flow;
            fluxX += farField[1] * flow + farField[5] * nx;
            fluxY += farField[2] * flow + farField[5] * ny;
            fluxZ += farField[3] * flow + farField[5] * nz;
            fluxEnergy += (farField[4] + farField[5]) * flow;
        }
    }
    flux[cell] = fluxDensity;
    flux[cell + cells] = fluxX;
    flux[cell + 2 * cells] = fluxY;
    flux[cell + 3 * cells] = fluxZ;
    flux[cell + 4 * cells] = fluxEnergy;
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
    const float initial[VARIABLES + 1] = {1.4f, 1.68f, 0.0f, 0.0f, 3.508f, 1.0f};
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
            // Two and two faces look opposite ways: a cell is closed, and a uniform flow stays as it is.
            for (int axis = 0; face % 2 == 1 && axis < 3; ++axis)
                normals[(size_t(face) * 3 + axis) * cells + c] = -0.1f;
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
