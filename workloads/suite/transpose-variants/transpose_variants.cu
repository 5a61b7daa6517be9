// Six ways to move a square matrix through 16 x 16 tiles: strided stores, a tile with bank conflicts, a
// padded tile, tiles in diagonal order (against partition camping), and two copies that separate the cost of
// the tile from the cost of the transpose. The same bytes every time; coalescing and banks differ.
#include <utility>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef TILE
#define TILE 16
#endif

__global__ void transposeNaive(const float *in, float *out, int n)
{
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    out[x * n + y] = in[y * n + x];
}

__global__ void transposeCoalesced(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    const int outX = blockIdx.y * TILE + threadIdx.x, outY = blockIdx.x * TILE + threadIdx.y;
    out[outY * n + outX] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transposePadded(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    const int outX = blockIdx.y * TILE + threadIdx.x, outY = blockIdx.x * TILE + threadIdx.y;
    out[outY * n + outX] = tile[threadIdx.x][threadIdx.y];
}

__global__ void transposeDiagonal(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    const int tileY = blockIdx.x;
    const int tileX = (blockIdx.x + blockIdx.y) % gridDim.x;
    const int x = tileX * TILE + threadIdx.x, y = tileY * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    const int outX = tileY * TILE + threadIdx.x, outY = tileX * TILE + threadIdx.y;
    out[outY * n + outX] = tile[threadIdx.x][threadIdx.y];
}

/** Transposes inside each tile and leaves the tile where it was: the cost of the tile alone. */
__global__ void transposeFineGrained(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

/** Moves whole tiles to their transposed place without turning them. */
__global__ void transposeCoarseGrained(const float *in, float *out, int n)
{
    __shared__ float tile[TILE][TILE + 1];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    const int outX = blockIdx.y * TILE + threadIdx.x, outY = blockIdx.x * TILE + threadIdx.y;
    out[outY * n + outX] = tile[threadIdx.y][threadIdx.x];
}

/** Where variant `v` puts the element of row y and column x. */
static size_t target(int v, int x, int y, int n)
{
    const int tileX = x / TILE * TILE, tileY = y / TILE * TILE;
    if (v == 4)
        return size_t(tileY + x % TILE) * n + tileX + y % TILE;
    if (v == 5)
        return size_t(tileX + y % TILE) * n + tileY + x % TILE;
    return size_t(x) * n + y;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
    const size_t count = size_t(n) * n, bytes = count * sizeof(float);
    std::vector<float> source(count), result(count);
    for (size_t i = 0; i < count; ++i)
        source[i] = float(i);
    float *in, *out;
    CUDA_CHECK(cudaMalloc(&in, bytes));
    CUDA_CHECK(cudaMalloc(&out, bytes));
    CUDA_CHECK(cudaMemcpy(in, source.data(), bytes, cudaMemcpyHostToDevice));
    const dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
    int wrong = 0;
    for (int v = 0; v < 6; ++v) {
        switch (v) {
        case 0: transposeNaive<<<grid, block>>>(in, out, n); break;
        case 1: transposeCoalesced<<<grid, block>>>(in, out, n); break;
        case 2: transposePadded<<<grid, block>>>(in, out, n); break;
        case 3: transposeDiagonal<<<grid, block>>>(in, out, n); break;
        case 4: transposeFineGrained<<<grid, block>>>(in, out, n); break;
        default: transposeCoarseGrained<<<grid, block>>>(in, out, n);
        }
        CUDA_CHECK(cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost));
        for (int y = 0; y < n; y += 7)
            for (int x = 0; x < n; x += 5)
                wrong += result[target(v, x, y, n)] != source[size_t(y) * n + x];
    }
    std::printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
