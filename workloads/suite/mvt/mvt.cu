// A matrix and its transpose, each applied to a vector and added to another: x1 += M y1 by rows, x2 += Mᵀ y2 by
// columns. Few blocks: latency of DRAM and L2.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"
#include "../common/matrix.cuh"
#include "../common/matrix_vector.cuh"

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 4096;
    const auto m = uniformFloats(size_t(n) * n, -1.0f, 1.0f, 1);
    const dim3 block(256), grid(ceilDiv(n, 256));
    float *deviceM = toDevice(m);
    const auto y1 = uniformFloats(n, -1.0f, 1.0f, 2), y2 = uniformFloats(n, -1.0f, 1.0f, 3);
    auto x1 = uniformFloats(n, -1.0f, 1.0f, 4), x2 = uniformFloats(n, -1.0f, 1.0f, 5);
    float *deviceY1 = toDevice(y1), *deviceY2 = toDevice(y2), *deviceX1 = toDevice(x1), *deviceX2 = toDevice(x2);
    applyRows<<<grid, block>>>(deviceM, deviceY1, deviceX1, n);
    applyColumns<<<grid, block>>>(deviceM, deviceY2, deviceX2, n);
    const auto got1 = toHost(deviceX1, n), got2 = toHost(deviceX2, n);
    const auto sum1 = applyOnHost(m, y1, n, false), sum2 = applyOnHost(m, y2, n, true);
    for (int i = 0; i < n; ++i) {
        x1[i] += sum1[i];
        x2[i] += sum2[i];
    }
    for (float *array : {deviceM, deviceY1, deviceY2, deviceX1, deviceX2})
        cudaFree(array);
    return report("mvt", std::max(largestError(got1, x1), largestError(got2, x2)), 1e-2);
}
