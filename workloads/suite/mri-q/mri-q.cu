// Image reconstruction for MRI, the Q matrix: for every voxel a sum over all k-space samples of phase factors.
// Stresses the special function units and fp32: the samples come from constant memory, where a whole warp
// reads one address, so that hardly anything reaches the L2 cache.
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define VOXELS_PER_BLOCK 256
#define MAGNITUDES_PER_BLOCK 512
#define CHUNK 1024 // samples of one launch: 16 KiB of constant memory
#define TWO_PI 6.2831853071795864769f

struct Sample {
    float x, y, z, magnitude;
};

__constant__ Sample chunk[CHUNK];

__global__ void phaseMagnitude(const float *real, const float *imaginary, float *magnitude, int samples)
{
    const int s = blockIdx.x * MAGNITUDES_PER_BLOCK + threadIdx.x;
    if (s < samples) {
        const float re = real[s], im = imaginary[s];
        magnitude[s] = re * re + im * im;
    }
}

__global__ void accumulateQ(int samples, int voxels, const float *__restrict__ x, const float *__restrict__ y,
                            const float *__restrict__ z, float *qReal, float *qImaginary)
{
    const int voxel = blockIdx.x * VOXELS_PER_BLOCK + threadIdx.x;
    if (voxel >= voxels)
        return;
    const float vx = x[voxel], vy = y[voxel], vz = z[voxel];
    float re = qReal[voxel], im = qImaginary[voxel];
    for (int s = 0; s < samples; ++s) {
        const float angle = TWO_PI * (chunk[s].x * vx + chunk[s].y * vy + chunk[s].z * vz);
        re += chunk[s].magnitude * __cosf(angle);
        im += chunk[s].magnitude * __sinf(angle);
    }
    qReal[voxel] = re;
    qImaginary[voxel] = im;
}

int main(int argc, char **argv)
{
    const int voxels = argc > 1 ? atoi(argv[1]) : 64 * 64 * 64;
    const int samples = argc > 2 ? atoi(argv[2]) : 2048;
    std::vector<float> coordinate[3], phase[2], magnitude(samples);
    for (auto &axis : coordinate)
        for (int v = 0; v < voxels; ++v)
            axis.push_back(float((v * 7919 + axis.size() * 31) % 1000) / 1000.0f);
    for (auto &part : phase)
        for (int s = 0; s < samples; ++s)
            part.push_back(std::sin(float(s)));

    float *x, *y, *z, *qReal, *qImaginary, *real, *imaginary, *deviceMagnitude;
    const size_t voxelBytes = sizeof(float) * voxels, sampleBytes = sizeof(float) * samples;
    for (float **array : {&x, &y, &z, &qReal, &qImaginary})
        CUDA_CHECK(cudaMalloc(array, voxelBytes));
    for (float **array : {&real, &imaginary, &deviceMagnitude})
        CUDA_CHECK(cudaMalloc(array, sampleBytes));
    CUDA_CHECK(cudaMemcpy(x, coordinate[0].data(), voxelBytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(y, coordinate[1].data(), voxelBytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(z, coordinate[2].data(), voxelBytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(real, phase[0].data(), sampleBytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(imaginary, phase[1].data(), sampleBytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(qReal, 0, voxelBytes));
    CUDA_CHECK(cudaMemset(qImaginary, 0, voxelBytes));

    phaseMagnitude<<<ceilDiv(samples, MAGNITUDES_PER_BLOCK), MAGNITUDES_PER_BLOCK>>>(real, imaginary, deviceMagnitude,
                                                                                    samples);
    CUDA_CHECK(cudaMemcpy(magnitude.data(), deviceMagnitude, sampleBytes, cudaMemcpyDeviceToHost));
    std::vector<Sample> host(samples);
    for (int s = 0; s < samples; ++s)
        host[s] = Sample{0.001f * (s % 10), 0.001f * (s % 100), 0.001f * (s % 1000), magnitude[s]};

    for (int first = 0; first < samples; first += CHUNK) {
        const int count = samples - first < CHUNK ? samples - first : CHUNK;
        CUDA_CHECK(cudaMemcpyToSymbol(chunk, &host[first], sizeof(Sample) * count));
        accumulateQ<<<ceilDiv(voxels, VOXELS_PER_BLOCK), VOXELS_PER_BLOCK>>>(count, voxels, x, y, z, qReal, qImaginary);
    }
    CUDA_CHECK(cudaGetLastError());

    float result = 0.0f;
    CUDA_CHECK(cudaMemcpy(&result, qReal, sizeof(float), cudaMemcpyDeviceToHost));
    double expected = 0.0;
    for (const Sample &s : host)
        expected += s.magnitude * std::cos(TWO_PI * (s.x * coordinate[0][0] + s.y * coordinate[1][0] + s.z * coordinate[2][0]));
    std::printf("Q of voxel 0: %g, on the CPU %g\n", result, expected);
    for (float *array : {x, y, z, qReal, qImaginary, real, imaginary, deviceMagnitude})
        cudaFree(array);
    return std::fabs(result - expected) < 1e-2 * std::fabs(expected) + 1e-2 ? 0 : 1;
}
