// What a kernel that yields (n SMs, k blocks on each) leaves a latency-critical one, and what it keeps itself.
// Sources beside it are those of workloads, made to yield: npm run study -- yielding-for-card OUT writes all of it.
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>
#include "cuda_check.cuh"
#include "host_data.cuh"
// The measurement reads how many tasks are handed out, which users have no need of.
#define private public
#include "runtime_pair.cuh"
#include "runtime_array.cuh"
#undef private

#define main program_main
namespace p_cfd {
#include "pair/cfd.cu"
}
#undef THREADS
#undef VARIABLES
#undef FACES
#undef GAMMA
namespace a_cfd {
#include "array/cfd.cu"
}
#undef THREADS
#undef VARIABLES
#undef FACES
#undef GAMMA
namespace p_md {
#include "pair/molecular_dynamics.cu"
}
#undef BLOCK
namespace a_md {
#include "array/molecular_dynamics.cu"
}
#undef BLOCK
namespace p_mm {
#include "pair/matrix_mul_tiles.cu"
}
namespace a_mm {
#include "array/matrix_mul_tiles.cu"
}
namespace p_nn {
#include "pair/nn.cu"
}
#undef THREADS
namespace a_nn {
#include "array/nn.cu"
}
#undef THREADS
namespace p_pf {
#include "pair/particlefilter-float.cu"
}
#undef THREADS
#undef RADIUS
#undef MAX_DISC
#undef PI
namespace a_pf {
#include "array/particlefilter-float.cu"
}
#undef THREADS
#undef RADIUS
#undef MAX_DISC
#undef PI
namespace p_micro {
#include "pair/gspace_micro.cu"
}
#undef WARP
#undef BLOCK
#undef THREADS
#undef LOADS
#undef WORDS
namespace a_micro {
#include "array/gspace_micro.cu"
}
#undef WARP
#undef BLOCK
#undef THREADS
#undef LOADS
#undef WORDS
namespace l_backprop {
#include "plain/backprop.cu"
}
#undef UNITS
#undef ROWS
#undef RATE
#undef MOMENTUM
namespace l_hotspot {
#include "plain/hotspot.cu"
}
namespace l_pathfinder {
#include "plain/pathfinder.cuh"
}
namespace l_lbm {
#include "plain/lbm.cu"
}
namespace l_spmv {
#include "plain/spmv.cu"
}
namespace l_streamcluster {
#include "plain/streamcluster.cu"
}
#undef main

using Clock = std::chrono::steady_clock;
static const Clock::time_point begun = Clock::now();
static double nowUs() { return std::chrono::duration<double, std::micro>(Clock::now() - begun).count(); }

using Pair = corun_yield::Launcher;
using Array = corun_yield_array::Launcher;

static int sms;
static cudaStream_t own, other, urgent, counting;

// ---- data

__host__ __device__ inline uint32_t hashed(uint32_t x)
{
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return x;
}
__global__ void fillFloats(float *to, size_t count, float low, float high, uint32_t seed)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        to[i] = low + (high - low) * float(hashed(uint32_t(i) + seed) >> 8) / 16777216.0f;
}
__global__ void fillInts(int *to, size_t count, uint32_t below, uint32_t seed)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x)
        to[i] = int(hashed(uint32_t(i) + seed) % below);
}
__global__ void fillBytes(unsigned char *to, size_t count, uint32_t below, uint32_t ones, uint32_t seed)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) {
        const uint32_t drawn = hashed(uint32_t(i) + seed) % below;
        to[i] = ones > 0 ? drawn < ones : drawn;
    }
}
__global__ void fillCells(float *variables, int cells)
{
    const float initial[5] = {1.4f, 1.68f, 0.1f, 0.2f, 3.508f};
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += gridDim.x * blockDim.x)
        for (int v = 0; v < 5; ++v)
            variables[i + size_t(v) * cells] = initial[v] * (1.0f + 0.01f * float(hashed(i * 5 + v) & 1023) / 1024.0f);
}
__global__ void fillFaces(int *neighbours, int cells)
{
    for (int face = 0; face < 4; ++face)
        for (int c = blockIdx.x * blockDim.x + threadIdx.x; c < cells; c += gridDim.x * blockDim.x) {
            const uint32_t state = hashed(uint32_t(c) * 4 + face);
            const int near = c + int(state >> 20) % 4096 - 2048;
            neighbours[size_t(face) * cells + c] = state % 128 == 0 ? -1 - int(state >> 31 & 1) : min(max(near, 0), cells - 1);
        }
}
__global__ void fillAtoms(float4 *position, int *lists, int side, int count)
{
    const int atoms = side * side * side;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < atoms; i += gridDim.x * blockDim.x) {
        const int x = i % side, y = i / side % side, z = i / side / side;
        auto off = [&](int axis) { return 0.2f * float(hashed(i * 3 + axis) >> 8) / 16777216.0f - 0.1f; };
        position[i] = make_float4(x * 1.1f + off(0), y * 1.1f + off(1), z * 1.1f + off(2), 0.0f);
        for (int k = 0; k < count; ++k) {
            const int place = k < 13 ? k : k + 1;
            const int nx = (x + place % 3 - 1 + side) % side, ny = (y + place / 3 % 3 - 1 + side) % side;
            const int nz = (z + place / 9 - 1 + side) % side;
            lists[size_t(k) * atoms + i] = (nz * side + ny) * side + nx;
        }
    }
}
__global__ void fillPoints(l_streamcluster::Point *all, int points, int centres)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < points; i += gridDim.x * blockDim.x)
        all[i] = {1.0f, 0.8f + float(i % 16) * 0.16f, int(hashed(i) % uint32_t(centres))};
}
__global__ void fillRows(int *start, int *column, int rows)
{
    // Rows of 4 to 63, sixty of which have 2010 elements.
    for (int row = blockIdx.x * blockDim.x + threadIdx.x; row <= rows; row += gridDim.x * blockDim.x) {
        int before = row / 60 * 2010;
        for (int r = row / 60 * 60; r < row; ++r) before += 4 + (r * 37) % 60;
        start[row] = before;
        if (row < rows)
            for (int k = 0; k < 4 + (row * 37) % 60; ++k)
                column[before + k] = int((row + size_t(k) * k * 131) % rows);
    }
}
__global__ void countDifferent(const uint32_t *a, const uint32_t *b, size_t words, unsigned *different)
{
    unsigned mine = 0;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < words; i += size_t(gridDim.x) * blockDim.x)
        mine += a[i] != b[i];
    if (mine > 0) atomicAdd(different, mine);
}

template <class T>
static T *room(size_t count)
{
    T *made;
    CUDA_CHECK(cudaMalloc(&made, count * sizeof(T)));
    return made;
}
static float *floats(size_t count, float low, float high, uint32_t seed)
{
    float *made = room<float>(count);
    fillFloats<<<2048, 256>>>(made, count, low, high, seed);
    return made;
}

struct Piece { void *at; size_t bytes; void *wanted; };
struct Copy { void *to; const void *from; size_t bytes; };

struct Program {
    std::string name;
    int blocks = 0, threads = 0, perSm = 0;
    std::function<void(cudaStream_t)> plain;
    std::function<cudaError_t(Pair &, cudaStream_t)> pair;
    std::function<cudaError_t(Array &, cudaStream_t)> array;
    std::vector<Piece> outputs;
    std::vector<Copy> resets;

    template <class T>
    void output(T *at, size_t count) { outputs.push_back({at, count * sizeof(T), room<char>(count * sizeof(T))}); }
    /** Put back before each run, as the kernel changes it. */
    template <class T>
    void reset(T *at, size_t count)
    {
        T *first = room<T>(count);
        CUDA_CHECK(cudaDeviceSynchronize());
        CUDA_CHECK(cudaMemcpy(first, at, count * sizeof(T), cudaMemcpyDeviceToDevice));
        resets.push_back({at, first, count * sizeof(T)});
    }
    void prepare()
    {
        for (const Piece &piece : outputs) CUDA_CHECK(cudaMemsetAsync(piece.at, 0xA5, piece.bytes));
        for (const Copy &copy : resets) CUDA_CHECK(cudaMemcpyAsync(copy.to, copy.from, copy.bytes, cudaMemcpyDeviceToDevice));
    }
    void keep()
    {
        prepare();
        CUDA_CHECK(cudaDeviceSynchronize());
        plain(own);
        CUDA_CHECK(cudaGetLastError());
        CUDA_CHECK(cudaDeviceSynchronize());
        for (const Piece &piece : outputs) CUDA_CHECK(cudaMemcpy(piece.wanted, piece.at, piece.bytes, cudaMemcpyDeviceToDevice));
    }
    unsigned wrong()
    {
        static unsigned *different = room<unsigned>(1);
        CUDA_CHECK(cudaMemsetAsync(different, 0, 4));
        for (const Piece &piece : outputs)
            countDifferent<<<1056, 512>>>((const uint32_t *)piece.at, (const uint32_t *)piece.wanted, piece.bytes / 4, different);
        unsigned found;
        CUDA_CHECK(cudaMemcpy(&found, different, 4, cudaMemcpyDeviceToHost));
        return found;
    }
};

#define YIELDS(KERNEL_PAIR, KERNEL_ARRAY, PLAIN, GRID, BLOCK_, ...)                                                       \
    made.plain = [=](cudaStream_t s) { PLAIN<<<GRID, BLOCK_, 0, s>>>(__VA_ARGS__); };                                     \
    made.pair = [=](Pair &l, cudaStream_t s) { return l.launch(PLAIN, KERNEL_PAIR, GRID, BLOCK_, 0, s, __VA_ARGS__); };   \
    made.array = [=](Array &l, cudaStream_t s) { return l.launch(PLAIN, KERNEL_ARRAY, GRID, BLOCK_, 0, s, __VA_ARGS__); }; \
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&made.perSm, KERNEL_PAIR, dim3(BLOCK_).x * dim3(BLOCK_).y, 0)); \
    made.blocks = dim3(GRID).x * dim3(GRID).y;                                                                            \
    made.threads = dim3(BLOCK_).x * dim3(BLOCK_).y;

static Program cfd()
{
    Program made{"cfd"};
    const int cells = 192 * 160000;
    float *variables = room<float>(size_t(cells) * 5), *flux = room<float>(size_t(cells) * 5);
    float *normals = floats(size_t(cells) * 12, -0.5f, 0.5f, 11);
    int *neighbours = room<int>(size_t(cells) * 4);
    fillCells<<<2048, 256>>>(variables, cells);
    fillFaces<<<2048, 256>>>(neighbours, cells);
    const float far[6] = {1.4f, 1.68f, 0.0f, 0.0f, 3.508f, 1.0f};
    CUDA_CHECK(cudaMemcpyToSymbol(p_cfd::farField, far, sizeof(far)));
    CUDA_CHECK(cudaMemcpyToSymbol(a_cfd::farField, far, sizeof(far)));
    YIELDS(p_cfd::fluxes_yielding, a_cfd::fluxes_yielding, p_cfd::fluxes, dim3(cells / 192), dim3(192), neighbours, normals,
           variables, flux, cells)
    made.output(flux, size_t(cells) * 5);
    return made;
}
static Program molecules()
{
    Program made{"molecular-dynamics"};
    const int side = 256, atoms = side * side * side, count = 26;
    float4 *position = room<float4>(atoms), *force = room<float4>(atoms);
    int *lists = room<int>(size_t(atoms) * count);
    fillAtoms<<<2048, 256>>>(position, lists, side, count);
    YIELDS(p_md::ljForces_yielding, a_md::ljForces_yielding, p_md::ljForces, dim3(atoms / 256), dim3(256), position, lists, force,
           atoms, count, 2.6f)
    made.output(force, atoms);
    return made;
}
static Program matrices()
{
    Program made{"matrix-mul-tiles"};
    const int height = 4096, widthA = 320, widthB = 4096;
    float *a = floats(size_t(height) * widthA, 0, 1, 21), *b = floats(size_t(widthA) * widthB, 0, 1, 22);
    float *c = room<float>(size_t(height) * widthB);
    YIELDS(p_mm::multiplyTiles_yielding<16>, a_mm::multiplyTiles_yielding<16>, p_mm::multiplyTiles<16>,
           dim3(widthB / 16, height / 16), dim3(16, 16), c, a, b, widthA, widthB)
    made.output(c, size_t(height) * widthB);
    return made;
}
static Program neighbours()
{
    Program made{"nn"};
    const int count = 1 << 28;
    float *raw = floats(size_t(count) * 2, -90, 90, 31);
    float *distance = room<float>(count);
    // Both variants have a type of their own for the same two floats.
    const p_nn::Place *places = (const p_nn::Place *)raw;
    const a_nn::Place *placesArray = (const a_nn::Place *)raw;
    made.plain = [=](cudaStream_t s) { p_nn::distances<<<count / 256, 256, 0, s>>>(places, distance, count, 30.0f, 90.0f); };
    made.pair = [=](Pair &l, cudaStream_t s) {
        return l.launch(p_nn::distances, p_nn::distances_yielding, dim3(count / 256), dim3(256), 0, s, places, distance, count, 30.0f,
                        90.0f);
    };
    made.array = [=](Array &l, cudaStream_t s) {
        return l.launch(a_nn::distances, a_nn::distances_yielding, dim3(count / 256), dim3(256), 0, s, placesArray, distance, count,
                        30.0f, 90.0f);
    };
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&made.perSm, p_nn::distances_yielding, 256, 0));
    made.blocks = count / 256;
    made.threads = 256;
    made.output(distance, count);
    return made;
}
static Program particles()
{
    Program made{"particlefilter-float"};
    const int count = 1 << 22, edge = 128, blocks = count / 128;
    std::vector<p_pf::Offset> disc;
    for (int r = -3; r <= 3; ++r)
        for (int c = -3; c <= 3; ++c)
            if (r * r + c * c < 9) disc.push_back({r, c});
    const int discPixels = int(disc.size());
    p_pf::Offset *dDisc = room<p_pf::Offset>(disc.size());
    CUDA_CHECK(cudaMemcpy(dDisc, disc.data(), disc.size() * sizeof(disc[0]), cudaMemcpyHostToDevice));
    const a_pf::Offset *dDiscArray = (const a_pf::Offset *)dDisc;
    float *x = room<float>(count), *y = room<float>(count), *weights = room<float>(count), *partial = room<float>(blocks);
    float *oldX = floats(count, 40, 90, 41), *oldY = floats(count, 40, 90, 42);
    int *pixels = room<int>(size_t(count) * discPixels), *seeds = room<int>(count);
    fillInts<<<2048, 256>>>(seeds, count, 0x7fffffffu, 43);
    unsigned char *video = room<unsigned char>(size_t(10) * edge * edge);
    fillBytes<<<512, 256>>>(video, size_t(10) * edge * edge, 228, 0, 44);
    const float *fromX = oldX, *fromY = oldY;
    const p_pf::Offset *pairDisc = dDisc;
    made.plain = [=](cudaStream_t s) {
        p_pf::likelihood<<<blocks, 128, 0, s>>>(x, y, fromX, fromY, pairDisc, discPixels, video, pixels, weights, partial, seeds, count, edge, 1);
    };
    made.pair = [=](Pair &l, cudaStream_t s) {
        return l.launch(p_pf::likelihood, p_pf::likelihood_yielding, dim3(blocks), dim3(128), 0, s, x, y, fromX, fromY, pairDisc,
                        discPixels, video, pixels, weights, partial, seeds, count, edge, 1);
    };
    made.array = [=](Array &l, cudaStream_t s) {
        return l.launch(a_pf::likelihood, a_pf::likelihood_yielding, dim3(blocks), dim3(128), 0, s, x, y, fromX, fromY, dDiscArray,
                        discPixels, video, pixels, weights, partial, seeds, count, edge, 1);
    };
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&made.perSm, p_pf::likelihood_yielding, 128, 0));
    made.blocks = blocks;
    made.threads = 128;
    made.output(x, count);
    made.output(y, count);
    made.output(weights, count);
    made.output(partial, blocks);
    made.reset(seeds, count);
    return made;
}
static const float *microData()
{
    static const float *data = floats(size_t(1) << 31, 0.0f, 0.5f, 9);
    return data;
}
static Program micro(int stride, int overlap, int iterations, int threads)
{
    Program made{"micro-" + std::to_string(stride) + "-" + std::to_string(overlap) + "-" + std::to_string(iterations)};
    const float *data = microData();
    float *out = room<float>(threads);
    YIELDS(p_micro::microBenchmark_yielding, a_micro::microBenchmark_yielding, p_micro::microBenchmark, dim3(threads / 256), dim3(256),
           data, out, stride, overlap, iterations)
    made.output(out, threads);
    return made;
}
static Program backprop()
{
    Program made{"backprop"};
    const int blocks = 32768, inputs = blocks * 16;
    const size_t count = size_t(inputs + 1) * 17;
    float *input = floats(inputs + 1, 0, 1, 51), *weights = floats(count, 0, 0.1f, 52), *old = floats(count, -0.01f, 0.01f, 53);
    float *partial = room<float>(size_t(blocks) * 16), *deltas = floats(17, -0.1f, 0.1f, 54);
    made.plain = [=](cudaStream_t s) {
        l_backprop::layerForward<<<blocks, dim3(16, 16), 0, s>>>(input, weights, partial, 16);
        l_backprop::adjustWeights<<<blocks, dim3(16, 16), 0, s>>>(deltas, input, weights, old, 16);
    };
    made.blocks = blocks;
    made.threads = 256;
    made.reset(weights, count);
    made.reset(old, count);
    made.output(partial, size_t(blocks) * 16);
    // What is put back is compared as well.
    made.outputs.push_back({weights, count * 4, room<float>(count)});
    return made;
}
static Program hotspot()
{
    Program made{"hotspot"};
    const int rows = 3072;
    const size_t count = size_t(rows) * rows;
    float *power = floats(count, 0, 0.1f, 61), *from = floats(count, 320, 330, 62), *to = room<float>(count);
    const l_hotspot::Chip chip{0.1f, 0.2f, 0.2f, 0.0125f, 300.0f};
    made.plain = [=](cudaStream_t s) {
        l_hotspot::heatSteps<<<dim3(256, 256), dim3(16, 16), 0, s>>>(power, from, to, rows, rows, 2, chip);
    };
    made.blocks = 256 * 256;
    made.threads = 256;
    made.output(to, count);
    return made;
}
static Program pathfinder()
{
    Program made{"pathfinder"};
    const int columns = 216 * 19200;
    int *costs = room<int>(size_t(columns) * 21), *from = room<int>(columns), *to = room<int>(columns);
    fillInts<<<2048, 256>>>(costs, size_t(columns) * 21, 10, 71);
    fillInts<<<2048, 256>>>(from, columns, 100, 72);
    made.plain = [=](cudaStream_t s) { l_pathfinder::advanceRows<<<19200, 256, 0, s>>>(costs, from, to, columns, 1, 20); };
    made.blocks = 19200;
    made.threads = 256;
    made.output(to, columns);
    return made;
}
static Program lbm()
{
    Program made{"lbm"};
    const int ny = 128, nz = 128, plane = 128 * ny, cells = plane * (nz + 2);
    const size_t slack = plane + 128 + 1, count = size_t(cells) * 19 + 2 * slack;
    float *from = floats(count, 0.02f, 0.08f, 81), *to = room<float>(count);
    unsigned char *obstacles = room<unsigned char>(cells);
    fillBytes<<<1024, 256>>>(obstacles, cells, 100, 3, 82);
    const float *fromCells = from + slack;
    float *toCells = to + slack;
    made.plain = [=](cudaStream_t s) {
        l_lbm::collideAndStream<<<dim3(ny, nz), 128, 0, s>>>(fromCells, toCells, obstacles, plane, cells);
    };
    made.blocks = ny * nz;
    made.threads = 128;
    made.output(to, count);
    return made;
}
static Program spmv()
{
    Program made{"spmv"};
    const int rows = 600000, elements = rows / 60 * 2010;
    int *start = room<int>(rows + 1), *column = room<int>(elements);
    fillRows<<<2048, 128>>>(start, column, rows);
    float *value = floats(elements, -1, 1, 91), *x = floats(rows, -1, 1, 92), *y = room<float>(rows), *z = room<float>(rows);
    made.plain = [=](cudaStream_t s) {
        l_spmv::spmvScalar<<<(rows + 127) / 128, 128, 0, s>>>(rows, start, column, value, x, y);
        l_spmv::spmvVector<<<(rows + 3) / 4, 128, 0, s>>>(rows, start, column, value, x, z);
    };
    made.blocks = (rows + 3) / 4;
    made.threads = 128;
    made.output(y, rows);
    made.output(z, rows);
    return made;
}
static Program streamcluster()
{
    Program made{"streamcluster"};
    const int points = 1 << 21, centres = 1024;
    float *coordinates = floats(size_t(points) * 16, 0, 1, 101), *saved = room<float>(points), *loss = room<float>(centres + 1);
    l_streamcluster::Point *all = room<l_streamcluster::Point>(points);
    fillPoints<<<2048, 256>>>(all, points, centres);
    unsigned char *moves = room<unsigned char>(points), *closes = room<unsigned char>(centres + 1);
    fillBytes<<<4, 256>>>(closes, centres + 1, 20, 1, 102);
    std::vector<float> centre(16);
    for (int d = 0; d < 16; ++d) centre[d] = 0.05f * float(d) + 0.1f;
    CUDA_CHECK(cudaMemcpyToSymbol(l_streamcluster::candidate, centre.data(), 64));
    CUDA_CHECK(cudaMemset(loss, 0, 4 * centres));
    const int grid = points / 256;
    made.plain = [=](cudaStream_t s) {
        l_streamcluster::candidateGain<<<grid, 256, 0, s>>>(coordinates, all, points, saved, loss, moves);
        l_streamcluster::reassign<<<grid, 256, 0, s>>>(coordinates, all, moves, closes, points, centres);
    };
    made.blocks = grid;
    made.threads = 256;
    made.reset(all, points);
    made.reset(saved, points);
    made.outputs.push_back({all, sizeof(*all) * points, room<char>(sizeof(*all) * points)});
    made.output(moves, points);
    return made;
}

// ---- measurement

enum Mode { Alone, Plain, PlainUrgent, Stays, StaysUrgent, PairYields, ArrayYields };
static const char *const kModes[] = {"alone", "plain", "plain-urgent", "stays", "stays-urgent", "pair", "array"};
struct Point { Mode mode; int n, k; };

static Pair pairLauncher;
static Array arrayLauncher;
static unsigned long long *counts; // two, of the host
static cudaEvent_t bStart, bEnd, lStart, lEnd, lCounted;
static std::mt19937 dice(27);

static void spin(double us)
{
    for (const double until = nowUs() + us; nowUs() < until;) {}
}
static double elapsed(cudaEvent_t from, cudaEvent_t to)
{
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, from, to));
    return ms * 1e3;
}
static bool isDone(cudaEvent_t event)
{
    const cudaError_t status = cudaEventQuery(event);
    if (status == cudaErrorNotReady) {
        cudaGetLastError();
        return false;
    }
    CUDA_CHECK(status);
    return true;
}

static void measure(FILE *to, int number, Program *best, Program &critical, Point point, int run)
{
    const Mode mode = point.mode;
    if (best != nullptr && mode != Alone) best->prepare();
    critical.prepare();
    CUDA_CHECK(cudaDeviceSynchronize());
    const bool queued = mode == Stays || mode == StaysUrgent || mode == PairYields || mode == ArrayYields;
    void *counter = nullptr;
    counts[0] = counts[1] = 0;
    CUDA_CHECK(cudaEventRecord(bStart, own));
    if (mode == Plain || mode == PlainUrgent) best->plain(own);
    else if (mode == ArrayYields) {
        CUDA_CHECK(best->array(arrayLauncher, own));
        counter = &arrayLauncher.grids.at(0)->queue->next;
    } else if (queued) {
        CUDA_CHECK(best->pair(pairLauncher, own));
        counter = &pairLauncher.grids.at(0)->queue->next;
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(bEnd, own));
    const cudaStream_t where = mode == PlainUrgent || mode == StaysUrgent ? urgent : other;
    spin(150 + dice() % 150);
    if (counter != nullptr) {
        CUDA_CHECK(cudaMemcpyAsync(&counts[0], counter, 4, cudaMemcpyDeviceToHost, counting));
        CUDA_CHECK(cudaStreamSynchronize(counting));
    }
    const double from = nowUs();
    if (mode == PairYields) pairLauncher.yield(point.n, point.k);
    if (mode == ArrayYields)
        arrayLauncher.yield(0, point.n, best->perSm - point.k);
    const double asked = nowUs() - from;
    CUDA_CHECK(cudaEventRecord(lStart, where));
    critical.plain(where);
    CUDA_CHECK(cudaEventRecord(lEnd, where));
    if (counter != nullptr) {
        CUDA_CHECK(cudaMemcpyAsync(&counts[1], counter, 4, cudaMemcpyDeviceToHost, where));
        CUDA_CHECK(cudaEventRecord(lCounted, where));
    }
    while (!isDone(lEnd) && nowUs() - from < 100000) {}
    const double latency = nowUs() - from;
    if (counter != nullptr)
        while (!isDone(lCounted) && nowUs() - from < 100000) {}
    const double window = nowUs() - from;
    const bool over = isDone(bEnd);
    if (mode == PairYields) pairLauncher.reclaim();
    if (mode == ArrayYields) arrayLauncher.reclaim();
    CUDA_CHECK(cudaDeviceSynchronize());
    const double bestUs = elapsed(bStart, bEnd), device = elapsed(lStart, lEnd);
    const unsigned wrongBest = best != nullptr && mode != Alone ? best->wrong() : 0, wrongCritical = critical.wrong();
    std::fprintf(to, "%d %s %d %d %d %.1f %.1f %.1f %llu %.1f %.1f %d %u %u\n", number, kModes[mode], point.n, point.k, run, latency,
                 device, asked, counts[1] - counts[0], window, bestUs, int(over), wrongBest, wrongCritical);
}

static void measureAlone(FILE *to, Program &best)
{
    for (int run = 0; run < 7; ++run)
        for (int form = 0; form < 3; ++form) {
            best.prepare();
            CUDA_CHECK(cudaDeviceSynchronize());
            CUDA_CHECK(cudaEventRecord(bStart, own));
            if (form == 0) best.plain(own);
            if (form == 1) CUDA_CHECK(best.pair(pairLauncher, own));
            if (form == 2) CUDA_CHECK(best.array(arrayLauncher, own));
            CUDA_CHECK(cudaGetLastError());
            CUDA_CHECK(cudaEventRecord(bEnd, own));
            CUDA_CHECK(cudaDeviceSynchronize());
            const double us = elapsed(bStart, bEnd);
            if (run > 0) std::fprintf(to, "%s %s %.1f %u\n", best.name.c_str(), form == 0 ? "plain" : form == 1 ? "pair" : "array", us, best.wrong());
        }
    std::fflush(to);
}

/** Says that it has started, and stays for some 50 µs: two blocks fill an SM. */
__global__ void __launch_bounds__(1024) stamp(volatile int *started)
{
    if (threadIdx.x == 0) {
        started[blockIdx.x] = 1;
        __threadfence_system();
    }
    for (const long long start = clock64(); clock64() - start < 90000;) {}
}
static void measureStart(FILE *to, Program &best, int wanted, int how)
{
    static int *started = nullptr, *mapped = nullptr;
    if (started == nullptr) {
        CUDA_CHECK(cudaHostAlloc(&started, 4096, cudaHostAllocMapped));
        CUDA_CHECK(cudaHostGetDevicePointer(&mapped, started, 0));
        stamp<<<1, 1024, 0, other>>>(mapped);
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    best.prepare();
    std::fill(started, started + 1024, 0);
    CUDA_CHECK(cudaDeviceSynchronize());
    if (how == 0) best.plain(own);
    else CUDA_CHECK(how == 2 ? best.array(arrayLauncher, own) : best.pair(pairLauncher, own));
    spin(150 + dice() % 150);
    const double from = nowUs();
    if (how == 1) pairLauncher.yield(wanted, best.perSm);
    if (how == 2) arrayLauncher.yield(0, wanted, 0);
    const double asked = nowUs() - from;
    stamp<<<2 * wanted, 1024, 0, how == 0 ? urgent : other>>>(mapped);
    CUDA_CHECK(cudaGetLastError());
    double first = -1, last = -1;
    while (last < 0 && nowUs() - from < 30000) {
        const volatile int *seenFrom = started;
        int seen = 0;
        for (int i = 0; i < 2 * wanted; ++i) seen += seenFrom[i] == 1;
        if (seen > 0 && first < 0) first = nowUs() - from;
        if (seen == 2 * wanted) last = nowUs() - from;
    }
    CUDA_CHECK(cudaStreamSynchronize(how == 0 ? urgent : other));
    if (how == 1) pairLauncher.reclaim();
    if (how == 2) arrayLauncher.reclaim();
    CUDA_CHECK(cudaDeviceSynchronize());
    std::fprintf(to, "%s %s %d %.1f %.1f %.1f %u\n", best.name.c_str(), how == 0 ? "plain-urgent" : how == 1 ? "pair" : "array", wanted, asked,
                 first, last, best.wrong());
}

static std::vector<int> blockSteps(int perSm)
{
    std::vector<int> steps;
    for (int quarter = 1; quarter <= 4; ++quarter) steps.push_back(std::max(1, (perSm * quarter + 2) / 4));
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

static std::vector<Point> pointsOf(const Program &best, bool withArray)
{
    std::vector<Point> points = {{Alone, 0, 0}, {Plain, 0, 0}, {PlainUrgent, 0, 0}, {Stays, 0, 0}, {StaysUrgent, 0, 0}};
    for (int part = 1; part <= 12; ++part)
        for (const int k : blockSteps(best.perSm)) {
            points.push_back({PairYields, sms * part / 12, k});
            if (withArray && part % 4 == 0) points.push_back({ArrayYields, sms * part / 12, k});
        }
    return points;
}

static void summary(const char *name, double seconds) { std::printf("%8.2f s: %s (%.1f)\n", nowUs() / 1e6, name, seconds); std::fflush(stdout); }

int main(int argc, char **argv)
{
    if (argc < 3) return 2;
    const std::string folder = argv[1];
    const double until = std::atof(argv[2]) * 1e6;
    auto open = [&](const char *name) {
        FILE *file = std::fopen((folder + "/" + name).c_str(), "w");
        if (file == nullptr) std::exit(3);
        return file;
    };
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    int least = 0, greatest = 0;
    CUDA_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CUDA_CHECK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithFlags(&counting, cudaStreamNonBlocking));
    CUDA_CHECK(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
    CUDA_CHECK(cudaMallocHost(&counts, 16));
    for (cudaEvent_t *event : {&bStart, &bEnd, &lStart, &lEnd, &lCounted}) CUDA_CHECK(cudaEventCreate(event));

    std::vector<Program> best = {cfd(), molecules(), matrices(), neighbours(), particles(), micro(1, 0, 4, 1 << 28),
                                 micro(8, 20, 1, 1 << 26), micro(32, 10, 2, 1 << 24)};
    std::vector<Program> critical = {backprop(), lbm(), hotspot(), pathfinder(), streamcluster(), spmv(), micro(1, 0, 4, 1 << 24),
                                     micro(8, 20, 1, 1 << 21), micro(32, 10, 2, 1 << 20)};
    CUDA_CHECK(cudaDeviceSynchronize());
    for (Program &one : best) one.keep();
    for (Program &one : critical) one.keep();
    summary("data", 0);

    // Words that differ from run to run of the original alone.
    FILE *unstable = open("unstable.txt");
    for (auto *list : {&best, &critical})
        for (Program &one : *list)
            for (int run = 0; run < 3; ++run) {
                one.prepare();
                CUDA_CHECK(cudaDeviceSynchronize());
                one.plain(own);
                CUDA_CHECK(cudaDeviceSynchronize());
                std::fprintf(unstable, "%s %u\n", one.name.c_str(), one.wrong());
            }
    std::fclose(unstable);

    FILE *programs = open("programs.txt");
    for (const auto *list : {&best, &critical})
        for (const Program &one : *list)
            std::fprintf(programs, "%s %s %d %d %d\n", list == &best ? "best" : "critical", one.name.c_str(), one.blocks, one.threads, one.perSm);
    std::fclose(programs);

    FILE *alone = open("alone.txt");
    for (Program &one : best) measureAlone(alone, one);
    std::fclose(alone);
    summary("alone", 0);

    // Programs of table 2 with each other, then micro-benchmarks with each other, then one with another.
    struct Couple { int best, critical; };
    std::vector<Couple> couples;
    for (int b = 0; b < 5; ++b)
        for (int c = 0; c < 6; ++c) couples.push_back({b, c});
    for (int b = 5; b < 8; ++b)
        for (int c = 6; c < 9; ++c) couples.push_back({b, c});
    std::shuffle(couples.begin(), couples.end(), dice);
    FILE *pairs = open("pairs.txt");
    for (size_t i = 0; i < couples.size(); ++i)
        std::fprintf(pairs, "%zu %s %s\n", i, best[couples[i].best].name.c_str(), critical[couples[i].critical].name.c_str());
    std::fclose(pairs);

    FILE *map = open("map.txt");
    auto pass = [&](int first, int runs) {
        for (size_t i = 0; i < couples.size(); ++i) {
            if (nowUs() > until) return;
            Program &one = best[couples[i].best], &two = critical[couples[i].critical];
            std::vector<Point> points;
            for (int run = 0; run < runs; ++run)
                for (const Point &point : pointsOf(one, couples[i].critical == 3)) points.push_back(point);
            std::shuffle(points.begin(), points.end(), dice);
            measure(map, -1, &one, two, {Alone, 0, 0}, 0);
            measure(map, -1, &one, two, {PairYields, sms, one.perSm}, 0);
            for (size_t p = 0; p < points.size(); ++p) measure(map, int(i), &one, two, points[p], first + int(p));
            std::fflush(map);
        }
    };
    pass(0, 2);
    summary("first pass", 0);
    FILE *start = open("start.txt");
    for (int run = 0; run < 7; ++run)
        for (int b = 0; b < 8; ++b)
            for (const int wanted : {33, 66, 132})
                for (int how = 0; how < 3; ++how)
                    if (nowUs() < until) measureStart(start, best[b], wanted, how);
    std::fclose(start);
    summary("starts", 0);
    pass(10000, 3);
    std::fclose(map);
    summary("second pass", 0);

    // One pair whole: every number of SMs and blocks.
    FILE *whole = open("whole.txt");
    for (int run = 0; run < 3; ++run) {
        std::vector<Point> points;
        for (int n = 1; n <= sms; ++n)
            for (int k = 1; k <= best[2].perSm; ++k) points.push_back({PairYields, n, k});
        for (int extra = 0; extra < 10; ++extra)
            for (const Mode mode : {Alone, Plain, PlainUrgent, Stays}) points.push_back({mode, 0, 0});
        std::shuffle(points.begin(), points.end(), dice);
        for (size_t p = 0; p < points.size(); ++p) {
            if (nowUs() > until) break;
            measure(whole, 0, &best[2], critical[4], points[p], run);
        }
        std::fflush(whole);
    }
    std::fclose(whole);
    summary("whole", 0);
    return 0;
}
