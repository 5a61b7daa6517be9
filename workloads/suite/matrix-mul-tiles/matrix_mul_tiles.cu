// Matrix product with the tile as a template argument, so that the block size can be tuned as Moka does:
// 4 x 4 to 32 x 32 threads. Small tiles waste lanes and load everything often; large ones wait at barriers.
// ../../samples/matrix-mul has the naive kernel and one fixed tile.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

template <int Tile>
__global__ void __launch_bounds__(Tile *Tile)
multiplyTiles(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b, int widthA, int widthB)
{
    __shared__ float tileA[Tile][Tile], tileB[Tile][Tile];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
    float sum = 0.0f;
    for (int first = 0; first < widthA; first += Tile) {
        tileA[y][x] = a[row * widthA + first + x];
        tileB[y][x] = b[(first + y) * widthB + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Tile; ++k)
            sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
    }
    c[row * widthB + column] = sum;
}

int main(int argc, char **argv)
{
    const int tile = argc > 1 ? std::atoi(argv[1]) : 16;
    const int heightA = 320, widthA = 320, widthB = 640;
    std::vector<float> a(heightA * widthA), b(widthA * widthB), c(heightA * widthB);
    for (size_t i = 0; i < a.size(); ++i)
        a[i] = float(i % 13) / 13.0f;
    for (size_t i = 0; i < b.size(); ++i)
        b[i] = float(i % 7) / 7.0f;
    float *dA, *dB, *dC;
    CUDA_CHECK(cudaMalloc(&dA, a.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dB, b.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dC, c.size() * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(dA, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dB, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
    switch (tile) {
    case 4:
        multiplyTiles<4><<<dim3(widthB / 4, heightA / 4), dim3(4, 4)>>>(dC, dA, dB, widthA, widthB);
        break;
    case 8:
        multiplyTiles<8><<<dim3(widthB / 8, heightA / 8), dim3(8, 8)>>>(dC, dA, dB, widthA, widthB);
        break;
    case 32:
        multiplyTiles<32><<<dim3(widthB / 32, heightA / 32), dim3(32, 32)>>>(dC, dA, dB, widthA, widthB);
        break;
    default:
        multiplyTiles<16><<<dim3(widthB / 16, heightA / 16), dim3(16, 16)>>>(dC, dA, dB, widthA, widthB);
    }
    CUDA_CHECK(cudaMemcpy(c.data(), dC, c.size() * sizeof(float), cudaMemcpyDeviceToHost));

    double worst = 0.0;
    for (int row = 0; row < heightA; row += 37)
        for (int column = 0; column < widthB; column += 41) {
            double sum = 0.0;
            for (int k = 0; k < widthA; ++k)
                sum += double(a[row * widthA + k]) * b[k * widthB + column];
            worst = std::fmax(worst, std::fabs(sum - c[row * widthB + column]));
        }
    std::printf("largest difference %g\n", worst);
    cudaFree(dA);
    cudaFree(dB);
    cudaFree(dC);
    return worst < 1e-2 ? 0 : 1;
}
