// The two products of a step of the biconjugate gradient method: q = M p by rows and s = Mᵀ r by columns. Few
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
    const auto p = uniformFloats(n, -1.0f, 1.0f, 2), r = uniformFloats(n, -1.0f, 1.0f, 3);
    float *deviceP = toDevice(p), *deviceR = toDevice(r);
    float *q = toDevice(std::vector<float>(n, 0.0f)), *s = toDevice(std::vector<float>(n, 0.0f));
    applyColumns<<<grid, block>>>(deviceM, deviceR, s, n);
    applyRows<<<grid, block>>>(deviceM, deviceP, q, n);
    const auto gotS = toHost(s, n), gotQ = toHost(q, n);
    const double error = std::max(largestError(gotS, applyOnHost(m, r, n, true)), largestError(gotQ, applyOnHost(m, p, n, false)));
    for (float *array : {deviceM, deviceP, deviceR, q, s})
        cudaFree(array);
    return report("bicg", error, 1e-2);
}
