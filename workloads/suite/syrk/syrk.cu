// Symmetric rank-k update: c = alpha · a · aᵀ + beta · c, one element a thread. A warp reads one row together and
// thirty-two rows each by itself: load/store units, L1 and L2.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

__global__ void rankUpdate(const float *__restrict__ a, float *c, int n, float alpha, float beta)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = beta * c[row * n + column];
    for (int k = 0; k < n; ++k)
        sum += alpha * a[row * n + k] * a[column * n + k];
    c[row * n + column] = sum;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 512;
    const float alpha = 1.5f, beta = 1.2f;
    const size_t count = size_t(n) * n;
    const auto a = uniformFloats(count, -1.0f, 1.0f, 1);
    auto c = uniformFloats(count, -1.0f, 1.0f, 2);
    float *deviceA = toDevice(a), *deviceC = toDevice(c);
    rankUpdate<<<dim3(ceilDiv(n, 32), ceilDiv(n, 8)), dim3(32, 8)>>>(deviceA, deviceC, n, alpha, beta);
    const auto got = toHost(deviceC, count);
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = beta * c[size_t(row) * n + column];
            for (int k = 0; k < n; ++k)
                sum += alpha * a[size_t(row) * n + k] * a[size_t(column) * n + k];
            c[size_t(row) * n + column] = sum;
        }
    cudaFree(deviceA);
    cudaFree(deviceC);
    return report("syrk", largestError(got, c), 1e-3);
}
