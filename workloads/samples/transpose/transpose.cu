// Matrix transpose in four variants that move the same bytes with very different access patterns:
// a plain copy as the yardstick, strided writes, a tile with bank conflicts, a padded tile.
#include "../common/cuda_check.cuh"

namespace {

constexpr unsigned int kTile = 32;
constexpr unsigned int kRows = 8; // rows of threads a block; each thread moves kTile / kRows elements

enum class Variant { Copy, Strided, Conflicts, Padded };

__global__ void copyMatrix(const float *in, float *out, unsigned int n)
{
    const unsigned int x = blockIdx.x * kTile + threadIdx.x;
    const unsigned int y = blockIdx.y * kTile + threadIdx.y;
    for (unsigned int j = 0; j < kTile; j += kRows)
        out[(y + j) * n + x] = in[(y + j) * n + x];
}

__global__ void transposeStrided(const float *in, float *out, unsigned int n)
{
    const unsigned int x = blockIdx.x * kTile + threadIdx.x;
    const unsigned int y = blockIdx.y * kTile + threadIdx.y;
    for (unsigned int j = 0; j < kTile; j += kRows)
        out[x * n + y + j] = in[(y + j) * n + x];
}

/** `Padding` 0 makes all 32 lanes of a column read hit one bank; 1 spreads them. */
template <unsigned int Padding>
__global__ void transposeTiled(const float *in, float *out, unsigned int n)
{
    __shared__ float tile[kTile][kTile + Padding];
    unsigned int x = blockIdx.x * kTile + threadIdx.x;
    unsigned int y = blockIdx.y * kTile + threadIdx.y;
    for (unsigned int j = 0; j < kTile; j += kRows)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * kTile + threadIdx.x;
    y = blockIdx.x * kTile + threadIdx.y;
    for (unsigned int j = 0; j < kTile; j += kRows)
        out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

void launch(Variant variant, const float *in, float *out, unsigned int n)
{
    const dim3 threads(kTile, kRows, 1);
    const dim3 blocks(n / kTile, n / kTile, 1);
    switch (variant) {
    case Variant::Copy:
        copyMatrix<<<blocks, threads>>>(in, out, n);
        break;
    case Variant::Strided:
        transposeStrided<<<blocks, threads>>>(in, out, n);
        break;
    case Variant::Conflicts:
        transposeTiled<0><<<blocks, threads>>>(in, out, n);
        break;
    case Variant::Padded:
        transposeTiled<1><<<blocks, threads>>>(in, out, n);
        break;
    }
}

} // namespace

int main()
{
    const unsigned int n = 2048;
    const size_t bytes = size_t(n) * n * sizeof(float);
    float *host = static_cast<float *>(std::malloc(bytes));
    for (unsigned int i = 0; i < n * n; ++i)
        host[i] = float(i % 1021);

    float *in, *out;
    CUDA_CHECK(cudaMalloc(&in, bytes));
    CUDA_CHECK(cudaMalloc(&out, bytes));
    CUDA_CHECK(cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice));
    for (Variant variant : {Variant::Copy, Variant::Strided, Variant::Conflicts, Variant::Padded})
        launch(variant, in, out, n);
    CUDA_CHECK(cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost));
    std::printf("out[1] = %g\n", host[1]);
    cudaFree(in);
    cudaFree(out);
    std::free(host);
    return 0;
}
