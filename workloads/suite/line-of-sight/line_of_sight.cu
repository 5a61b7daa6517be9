// Which points of a terrain are visible along a ray from the observer: the angle of every point (one gather
// from the height field and an arc tangent), the running maximum of the angles (here by one scan a block
// and a carry), the comparison. Light streams with a dependent gather.
#include <algorithm>
#include <cmath>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 256
#endif

/** A ray over the height field; positions and steps in 1/65536 of a sample. */
struct Ray {
    int originX, originY;
    float height;
};

__global__ void computeAngles(const float *__restrict__ heights, int side, Ray ray, int stepX, int stepY, int length,
                              float *__restrict__ angles)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= length)
        return;
    const int alongX = stepX * (i + 1), alongY = stepY * (i + 1);
    const int column = (ray.originX + alongX) >> 16, row = (ray.originY + alongY) >> 16;
    const float dx = float(alongX) * (1.0f / 65536.0f), dy = float(alongY) * (1.0f / 65536.0f);
    angles[i] = atan2f(heights[row * side + column] - ray.height, sqrtf(dx * dx + dy * dy));
}

/** Running maximum inside each block, and the block's largest angle. */
__global__ void __launch_bounds__(BLOCK_SIZE)
runningMaximum(const float *__restrict__ angles, float *__restrict__ highest, float *__restrict__ blockHighest, int length)
{
    __shared__ float best[BLOCK_SIZE];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK_SIZE + t;
    best[t] = i < length ? angles[i] : -2.0f;
    for (int reach = 1; reach < BLOCK_SIZE; reach <<= 1) {
        __syncthreads();
        const float before = t >= reach ? best[t - reach] : -2.0f;
        __syncthreads();
        best[t] = fmaxf(best[t], before);
    }
    if (i < length)
        highest[i] = best[t];
    if (t == BLOCK_SIZE - 1)
        blockHighest[blockIdx.x] = best[t];
}

__global__ void computeVisibilities(const float *__restrict__ angles, const float *__restrict__ highest,
                                    const float *__restrict__ carried, int length, unsigned char *__restrict__ visible)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= length)
        return;
    const float before = fmaxf(highest[i], blockIdx.x > 0 ? carried[blockIdx.x - 1] : -2.0f);
    visible[i] = angles[i] >= before;
}

int main(int argc, char **argv)
{
    const int length = argc > 1 ? std::atoi(argv[1]) : 1 << 20, side = 2048;
    const int blocks = (length + BLOCK_SIZE - 1) / BLOCK_SIZE;
    std::vector<float> heights(size_t(side) * side), angles(length), carried(blocks);
    std::vector<unsigned char> visible(length);
    for (size_t i = 0; i < heights.size(); ++i)
        heights[i] = float((unsigned(i) * 2654435761u) >> 25);
    const Ray ray = {3 << 16, 5 << 16, 150.0f};
    const int stepX = int(1900.0 * 65536.0 / length), stepY = int(1700.0 * 65536.0 / length);
    float *dHeights, *dAngles, *dHighest, *dCarried;
    unsigned char *dVisible;
    CUDA_CHECK(cudaMalloc(&dHeights, heights.size() * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dAngles, length * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dHighest, length * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dCarried, blocks * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&dVisible, length));
    CUDA_CHECK(cudaMemcpy(dHeights, heights.data(), heights.size() * sizeof(float), cudaMemcpyHostToDevice));
    computeAngles<<<blocks, BLOCK_SIZE>>>(dHeights, side, ray, stepX, stepY, length, dAngles);
    runningMaximum<<<blocks, BLOCK_SIZE>>>(dAngles, dHighest, dCarried, length);
    CUDA_CHECK(cudaMemcpy(carried.data(), dCarried, blocks * sizeof(float), cudaMemcpyDeviceToHost));
    for (int b = 1; b < blocks; ++b)
        carried[b] = std::max(carried[b], carried[b - 1]);
    CUDA_CHECK(cudaMemcpy(dCarried, carried.data(), blocks * sizeof(float), cudaMemcpyHostToDevice));
    computeVisibilities<<<blocks, BLOCK_SIZE>>>(dAngles, dHighest, dCarried, length, dVisible);
    CUDA_CHECK(cudaMemcpy(angles.data(), dAngles, length * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(visible.data(), dVisible, length, cudaMemcpyDeviceToHost));
    int wrong = 0, seen = 0;
    float best = -2.0f;
    for (int i = 0; i < length; ++i) {
        best = std::max(best, angles[i]);
        wrong += (angles[i] >= best) != (visible[i] != 0);
        seen += visible[i];
    }
    std::printf("%d visible, %d wrong\n", seen, wrong);
    cudaFree(dHeights);
    cudaFree(dAngles);
    cudaFree(dHighest);
    cudaFree(dCarried);
    cudaFree(dVisible);
    return wrong != 0;
}
