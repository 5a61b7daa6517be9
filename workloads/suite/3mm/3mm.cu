// Three matrix products: g = (a · b) · (c · d). The first two are independent of each other, but launched one behind
// the other. Stresses load/store units and the L1 cache.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"
#include "../common/matrix.cuh"
#include "../common/matrix_product.cuh"

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 512;
    const size_t count = size_t(n) * n;
    const auto a = uniformFloats(count, 0.0f, 1.0f, 1), b = uniformFloats(count, 0.0f, 1.0f, 2),
               c = uniformFloats(count, 0.0f, 1.0f, 3), d = uniformFloats(count, 0.0f, 1.0f, 4);
    std::vector<float> e(count, 0.0f), f(count, 0.0f), g(count, 0.0f);
    float *deviceA = toDevice(a), *deviceB = toDevice(b), *deviceC = toDevice(c), *deviceD = toDevice(d),
          *deviceE = toDevice(e), *deviceF = toDevice(f), *deviceG = toDevice(g);
    const dim3 block(32, 8), grid(ceilDiv(n, 32), ceilDiv(n, 8));
    multiply<<<grid, block>>>(deviceA, deviceB, deviceE, n, 1.0f, 0.0f);
    multiply<<<grid, block>>>(deviceC, deviceD, deviceF, n, 1.0f, 0.0f);
    multiply<<<grid, block>>>(deviceE, deviceF, deviceG, n, 1.0f, 0.0f);
    const auto got = toHost(deviceG, count);

    multiplyOnHost(a, b, e, n, 1.0f, 0.0f);
    multiplyOnHost(c, d, f, n, 1.0f, 0.0f);
    multiplyOnHost(e, f, g, n, 1.0f, 0.0f);
    for (float *array : {deviceA, deviceB, deviceC, deviceD, deviceE, deviceF, deviceG})
        cudaFree(array);
    return report("3mm", largestError(got, g), 1e-3);
}
