// y = Mᵀ (M x): a product by rows with a line for every load, then one by columns that a warp reads together. Few
// blocks: latency of DRAM and L2.
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
    const auto x = uniformFloats(n, -1.0f, 1.0f, 2);
    float *deviceX = toDevice(x), *product = toDevice(std::vector<float>(n, 0.0f)), *y = toDevice(std::vector<float>(n, 0.0f));
    applyRows<<<grid, block>>>(deviceM, deviceX, product, n);
    applyColumns<<<grid, block>>>(deviceM, product, y, n);
    const auto got = toHost(y, n);
    const auto wanted = applyOnHost(m, applyOnHost(m, x, n, false), n, true);
    for (float *array : {deviceM, deviceX, product, y})
        cudaFree(array);
    return report("atax", largestError(got, wanted), 1e-2);
}
