// Finite differences in time of a two-dimensional electromagnetic field: two components of the electric field from
// differences of the magnetic one, then the magnetic from both. Three streaming launches a step: DRAM.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

__global__ void electricY(float *ey, const float *__restrict__ hz, int width, int height, float source)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const int i = y * width + x;
    ey[i] = y == 0 ? source : ey[i] - 0.5f * (hz[i] - hz[i - width]);
}

__global__ void electricX(float *ex, const float *__restrict__ hz, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = y * width + x;
    if (x > 0 && x < width && y < height)
        ex[i] -= 0.5f * (hz[i] - hz[i - 1]);
}

__global__ void magnetic(float *hz, const float *__restrict__ ex, const float *__restrict__ ey, int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int i = y * width + x;
    if (x < width - 1 && y < height - 1)
        hz[i] -= 0.7f * (ex[i + 1] - ex[i] + ey[i + width] - ey[i]);
}

static void stepOnHost(std::vector<float> &ex, std::vector<float> &ey, std::vector<float> &hz, int width, int height, float source)
{
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const size_t i = size_t(y) * width + x;
            ey[i] = y == 0 ? source : ey[i] - 0.5f * (hz[i] - hz[i - width]);
            if (x > 0)
                ex[i] -= 0.5f * (hz[i] - hz[i - 1]);
        }
    for (int y = 0; y < height - 1; ++y)
        for (int x = 0; x < width - 1; ++x) {
            const size_t i = size_t(y) * width + x;
            hz[i] -= 0.7f * (ex[i + 1] - ex[i] + ey[i + width] - ey[i]);
        }
}

int main(int argc, char **argv)
{
    const int width = argc > 1 ? atoi(argv[1]) : 1024, height = width, steps = argc > 2 ? atoi(argv[2]) : 20;
    const size_t count = size_t(width) * height;
    auto ex = uniformFloats(count, 0.0f, 1.0f, 1), ey = uniformFloats(count, 0.0f, 1.0f, 2), hz = uniformFloats(count, 0.0f, 1.0f, 3);
    float *deviceEx = toDevice(ex), *deviceEy = toDevice(ey), *deviceHz = toDevice(hz);
    const dim3 block(32, 8), grid(ceilDiv(width, 32), ceilDiv(height, 8));
    for (int step = 0; step < steps; ++step) {
        electricY<<<grid, block>>>(deviceEy, deviceHz, width, height, float(step));
        electricX<<<grid, block>>>(deviceEx, deviceHz, width, height);
        magnetic<<<grid, block>>>(deviceHz, deviceEx, deviceEy, width, height);
    }
    const auto got = toHost(deviceHz, count);
    for (int step = 0; step < steps; ++step)
        stepOnHost(ex, ey, hz, width, height, float(step));
    for (float *array : {deviceEx, deviceEy, deviceHz})
        cudaFree(array);
    return report("fdtd2d", largestError(got, hz), 1e-3);
}
