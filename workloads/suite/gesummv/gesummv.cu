// y = alpha · a · x + beta · b · x in one kernel by rows: two matrices, a line for every load of either. Few blocks:
// latency and bandwidth of L2 and DRAM.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"
#include "../common/matrix.cuh"

__global__ void sumOfProducts(const float *__restrict__ a, const float *__restrict__ b, const float *__restrict__ x, float *y, int n,
                              float alpha, float beta)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sumA = 0.0f, sumB = 0.0f;
    for (int column = 0; column < n; ++column) {
        const float own = x[column];
        sumA += a[row * n + column] * own;
        sumB += b[row * n + column] * own;
    }
    y[row] = alpha * sumA + beta * sumB;
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 4096;
    const float alpha = 1.5f, beta = 1.2f;
    const auto a = uniformFloats(size_t(n) * n, -1.0f, 1.0f, 1), b = uniformFloats(size_t(n) * n, -1.0f, 1.0f, 2),
               x = uniformFloats(n, -1.0f, 1.0f, 3);
    float *deviceA = toDevice(a), *deviceB = toDevice(b), *deviceX = toDevice(x), *y = onDevice<float>(n);
    sumOfProducts<<<ceilDiv(n, 256), 256>>>(deviceA, deviceB, deviceX, y, n, alpha, beta);
    const auto got = toHost(y, n);
    auto wanted = applyOnHost(a, x, n, false);
    const auto other = applyOnHost(b, x, n, false);
    for (int i = 0; i < n; ++i)
        wanted[i] = alpha * wanted[i] + beta * other[i];
    for (float *array : {deviceA, deviceB, deviceX, y})
        cudaFree(array);
    return report("gesummv", largestError(got, wanted), 1e-2);
}
