// Two matrix products, the second of which takes the result of the first: d = a · b · c + d. Stresses load/store
// units and the L1 cache, like one product, with a dependence between two launches.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"
#include "../common/matrix.cuh"
#include "../common/matrix_product.cuh"

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 512;
    const size_t count = size_t(n) * n;
    const auto a = uniformFloats(count, 0.0f, 1.0f, 1), b = uniformFloats(count, 0.0f, 1.0f, 2),
               c = uniformFloats(count, 0.0f, 1.0f, 3);
    auto product = std::vector<float>(count, 0.0f), d = uniformFloats(count, 0.0f, 1.0f, 4);
    float *deviceA = toDevice(a), *deviceB = toDevice(b), *deviceC = toDevice(c), *deviceD = toDevice(d),
          *deviceProduct = toDevice(product);
    const dim3 block(32, 8), grid(ceilDiv(n, 32), ceilDiv(n, 8));
    multiply<<<grid, block>>>(deviceA, deviceB, deviceProduct, n, 0.5f, 0.0f);
    multiply<<<grid, block>>>(deviceProduct, deviceC, deviceD, n, 1.0f, 1.2f);
    const auto got = toHost(deviceD, count);

    multiplyOnHost(a, b, product, n, 0.5f, 0.0f);
    multiplyOnHost(product, c, d, n, 1.0f, 1.2f);
    for (float *array : {deviceA, deviceB, deviceC, deviceD, deviceProduct})
        cudaFree(array);
    return report("2mm", largestError(got, d), 1e-3);
}
