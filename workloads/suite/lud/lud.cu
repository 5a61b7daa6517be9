// LU decomposition in place, by tiles: the diagonal tile is decomposed by one block, then the tiles right of it
// and below it, then everything that remains is updated by a product of two tiles. Stresses shared memory and
// barriers; two of the three kernels of a step have almost no parallelism, the third one shrinks step by step.
#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define TILE 16

__global__ void ludDiagonal(float *matrix, int n, int offset)
{
    __shared__ float tile[TILE][TILE];
    const int x = threadIdx.x;
    float *corner = matrix + (size_t)offset * n + offset;
    for (int row = 0; row < TILE; ++row)
        tile[row][x] = corner[row * n + x];
    __syncthreads();
    for (int pivot = 0; pivot < TILE - 1; ++pivot) {
        if (x > pivot) {
            tile[x][pivot] /= tile[pivot][pivot];
            for (int column = pivot + 1; column < TILE; ++column)
                tile[x][column] -= tile[x][pivot] * tile[pivot][column];
        }
        __syncthreads();
    }
    for (int row = 1; row < TILE; ++row)
        corner[row * n + x] = tile[row][x];
}

/** The first half of a block solves for a tile of the row, the second half for a tile of the column. */
__global__ void ludPerimeter(float *matrix, int n, int offset)
{
    __shared__ float diagonal[TILE][TILE];
    __shared__ float right[TILE][TILE];
    __shared__ float down[TILE][TILE + 1];
    const int x = threadIdx.x % TILE;
    const bool forRow = threadIdx.x < TILE;
    const int ahead = (blockIdx.x + 1) * TILE;
    float *corner = matrix + (size_t)offset * n + offset;
    for (int row = 0; row < TILE; ++row) {
        if (forRow) {
            diagonal[row][x] = corner[row * n + x];
            right[row][x] = corner[row * n + ahead + x];
        } else {
            down[row][x] = corner[(ahead + row) * n + x];
        }
    }
    __syncthreads();
    if (forRow) {
        for (int row = 1; row < TILE; ++row)
            for (int k = 0; k < row; ++k)
                right[row][x] -= diagonal[row][k] * right[k][x];
    } else {
        for (int column = 0; column < TILE; ++column) {
            for (int k = 0; k < column; ++k)
                down[x][column] -= down[x][k] * diagonal[k][column];
            down[x][column] /= diagonal[column][column];
        }
    }
    __syncthreads();
    for (int row = 0; row < TILE; ++row) {
        if (forRow)
            corner[row * n + ahead + x] = right[row][x];
        else
            corner[(ahead + row) * n + x] = down[row][x];
    }
}

__global__ void ludInterior(float *matrix, int n, int offset)
{
    __shared__ float left[TILE][TILE];
    __shared__ float above[TILE][TILE];
    const int row = offset + (blockIdx.y + 1) * TILE + threadIdx.y;
    const int column = offset + (blockIdx.x + 1) * TILE + threadIdx.x;
    left[threadIdx.y][threadIdx.x] = matrix[row * n + offset + threadIdx.x];
    above[threadIdx.y][threadIdx.x] = matrix[(offset + threadIdx.y) * n + column];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < TILE; ++k)
        sum += left[threadIdx.y][k] * above[k][threadIdx.x];
    matrix[row * n + column] -= sum;
}

/** Largest difference between the matrix and the product of its factors, over the first `size` rows and columns. */
static double productError(const std::vector<float> &factors, const std::vector<float> &matrix, int n, int size)
{
    double worst = 0.0;
    for (int r = 0; r < size; ++r)
        for (int c = 0; c < size; ++c) {
            double sum = r <= c ? factors[size_t(r) * n + c] : 0.0;
            for (int k = 0; k < std::min(r, c + 1); ++k)
                sum += double(factors[size_t(r) * n + k]) * factors[size_t(k) * n + c];
            worst = std::max(worst, std::fabs(sum - matrix[size_t(r) * n + c]));
        }
    return worst;
}

int main(int argc, char **argv)
{
    const int n = (argc > 1 ? atoi(argv[1]) : 1024) / TILE * TILE;
    std::vector<float> matrix = uniformFloats(size_t(n) * n, 0.0f, 1.0f, 2);
    for (int i = 0; i < n; ++i)
        matrix[size_t(i) * n + i] += float(n); // diagonally dominant: no pivoting needed
    std::vector<float> factors(matrix.size());

    float *device;
    const size_t bytes = sizeof(float) * n * n;
    CUDA_CHECK(cudaMalloc(&device, bytes));
    CUDA_CHECK(cudaMemcpy(device, matrix.data(), bytes, cudaMemcpyHostToDevice));
    for (int offset = 0; offset < n; offset += TILE) {
        const int tilesAhead = (n - offset) / TILE - 1;
        ludDiagonal<<<1, TILE>>>(device, n, offset);
        if (tilesAhead == 0)
            break;
        ludPerimeter<<<tilesAhead, 2 * TILE>>>(device, n, offset);
        ludInterior<<<dim3(tilesAhead, tilesAhead), dim3(TILE, TILE)>>>(device, n, offset);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(factors.data(), device, bytes, cudaMemcpyDeviceToHost));
    cudaFree(device);
    return report("lud", productError(factors, matrix, n, std::min(n, 64)) / n, 1e-5);
}
