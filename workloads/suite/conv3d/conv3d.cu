// Convolution of a volume with 3 x 3 x 3 coefficients, plane by plane: a launch for each plane, one output a thread,
// loads from three planes. Short launches; load/store units and L1.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

__global__ void convolvePlane(const float *__restrict__ in, float *out, int width, int height, int plane)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
        return;
    const int area = width * height, at = plane * area + y * width + x;
    const float *before = in + at - area, *here = in + at, *behind = in + at + area;
    out[at] = 2.0f * before[-width - 1] + 4.0f * before[width - 1] + 5.0f * before[-width + 1] + 7.0f * before[width + 1] //
              - 8.0f * behind[-width - 1] + 10.0f * behind[width - 1] - 3.0f * here[-width] + 6.0f * here[0]              //
              - 9.0f * here[width] + 3.0f * behind[-width + 1] + 2.0f * behind[width + 1];
}

int main(int argc, char **argv)
{
    const int width = argc > 1 ? atoi(argv[1]) : 256, height = width, planes = argc > 2 ? atoi(argv[2]) : 128;
    const size_t area = size_t(width) * height, count = area * planes;
    const auto volume = uniformFloats(count, -1.0f, 1.0f, 1);
    float *in = toDevice(volume), *out = toDevice(std::vector<float>(count, 0.0f));
    for (int plane = 1; plane < planes - 1; ++plane)
        convolvePlane<<<dim3(ceilDiv(width, 32), ceilDiv(height, 8)), dim3(32, 8)>>>(in, out, width, height, plane);
    const auto got = toHost(out, count);
    std::vector<float> wanted(count, 0.0f);
    for (int plane = 1; plane < planes - 1; ++plane)
        for (int y = 1; y < height - 1; ++y)
            for (int x = 1; x < width - 1; ++x) {
                const auto v = [&](int dz, int dy, int dx) { return volume[(plane + dz) * area + (y + dy) * width + x + dx]; };
                wanted[plane * area + y * width + x] =
                    2.0f * v(-1, -1, -1) + 4.0f * v(-1, 1, -1) + 5.0f * v(-1, -1, 1) + 7.0f * v(-1, 1, 1) - 8.0f * v(1, -1, -1) +
                    10.0f * v(1, 1, -1) - 3.0f * v(0, -1, 0) + 6.0f * v(0, 0, 0) - 9.0f * v(0, 1, 0) + 3.0f * v(1, -1, 1) +
                    2.0f * v(1, 1, 1);
            }
    cudaFree(in);
    cudaFree(out);
    return report("conv3d", largestError(got, wanted), 1e-3);
}
