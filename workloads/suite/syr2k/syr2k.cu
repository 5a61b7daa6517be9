// Symmetric rank-2k update: c = alpha · (a · bᵀ + b · aᵀ) + beta · c, one element a thread. Four loads for two
// multiply-adds, two of them of thirty-two rows each by itself: load/store units, L1 and L2.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

__global__ void rankUpdate2(const float *__restrict__ a, const float *__restrict__ b, float *c, int n, float alpha, float beta)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || column >= n)
        return;
    float sum = beta * c[row * n + column];
    for (int k = 0; k < n; ++k)
        sum += alpha * a[row * n + k] * b[column * n + k] + alpha * b[row * n + k] * a[column * n + k];
    c[row * n + column] = sum;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 512;
    const float alpha = 1.5f, beta = 1.2f;
    const size_t count = size_t(n) * n;
    const auto a = uniformFloats(count, -1.0f, 1.0f, 1), b = uniformFloats(count, -1.0f, 1.0f, 2);
    auto c = uniformFloats(count, -1.0f, 1.0f, 3);
    float *deviceA = toDevice(a), *deviceB = toDevice(b), *deviceC = toDevice(c);
    rankUpdate2<<<dim3(ceilDiv(n, 32), ceilDiv(n, 8)), dim3(32, 8)>>>(deviceA, deviceB, deviceC, n, alpha, beta);
    const auto got = toHost(deviceC, count);
    for (int row = 0; row < n; ++row)
        for (int column = 0; column < n; ++column) {
            float sum = beta * c[size_t(row) * n + column];
            for (int k = 0; k < n; ++k)
                sum += alpha * a[size_t(row) * n + k] * b[size_t(column) * n + k] +
                       alpha * b[size_t(row) * n + k] * a[size_t(column) * n + k];
            c[size_t(row) * n + column] = sum;
        }
    for (float *array : {deviceA, deviceB, deviceC})
        cudaFree(array);
    return report("syr2k", largestError(got, c), 1e-3);
}
