// Gravity between all pairs of bodies: a block stages one tile of bodies after the other in shared
// memory. Launched through the runtime call instead of the chevrons.
#include <utility>
#include <vector>

#include "../common/cuda_check.cuh"

enum { kBodiesPerTile = 256, kDefaultBodies = 16 * 1024, kSteps = 10 };

__device__ float3 pull(float3 sum, float4 on, float4 by)
{
    const float softening = 1e-3f;
    const float dx = by.x - on.x, dy = by.y - on.y, dz = by.z - on.z;
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
    const float scale = by.w * inverse * inverse * inverse;
    return make_float3(sum.x + dx * scale, sum.y + dy * scale, sum.z + dz * scale);
}

__global__ __launch_bounds__(kBodiesPerTile) void moveBodies(const float4 *__restrict__ now, float4 *__restrict__ next,
                                                             float3 *velocity, int bodies, float step)
{
    __shared__ float4 tile[kBodiesPerTile];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 self = now[min(i, bodies - 1)];
    float3 force = make_float3(0.0f, 0.0f, 0.0f);
    for (int first = 0; first < bodies; first += kBodiesPerTile) {
        tile[threadIdx.x] = now[first + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kBodiesPerTile; ++k)
            force = pull(force, self, tile[k]);
        __syncthreads();
    }
    if (i < bodies) {
        float3 v = velocity[i];
        v = make_float3(v.x + force.x * step, v.y + force.y * step, v.z + force.z * step);
        velocity[i] = v;
        next[i] = make_float4(self.x + v.x * step, self.y + v.y * step, self.z + v.z * step, self.w);
    }
}

int main(int argc, char **argv)
{
    int bodies = argc > 1 ? atoi(argv[1]) : int(kDefaultBodies);
    bodies = (bodies + kBodiesPerTile - 1) / kBodiesPerTile * kBodiesPerTile;
    std::vector<float4> host(bodies);
    for (int i = 0; i < bodies; ++i)
        host[i] = make_float4(float(i % 101), float(i % 211), float(i % 307), 1.0f + float(i % 3));

    float4 *now, *next;
    float3 *velocity;
    CUDA_CHECK(cudaMalloc(&now, bodies * sizeof(float4)));
    CUDA_CHECK(cudaMalloc(&next, bodies * sizeof(float4)));
    CUDA_CHECK(cudaMalloc(&velocity, bodies * sizeof(float3)));
    CUDA_CHECK(cudaMemset(velocity, 0, bodies * sizeof(float3)));
    CUDA_CHECK(cudaMemcpy(now, host.data(), bodies * sizeof(float4), cudaMemcpyHostToDevice));

    float step = 0.01f;
    const dim3 grid(bodies / kBodiesPerTile), block(kBodiesPerTile);
    for (int s = 0; s < kSteps; ++s) {
        void *arguments[] = {&now, &next, &velocity, &bodies, &step};
        CUDA_CHECK(cudaLaunchKernel((const void *)moveBodies, grid, block, arguments, 0, nullptr));
        std::swap(now, next);
    }
    CUDA_CHECK(cudaMemcpy(host.data(), now, bodies * sizeof(float4), cudaMemcpyDeviceToHost));
    std::printf("body 0 at %g %g %g\n", host[0].x, host[0].y, host[0].z);
    cudaFree(now);
    cudaFree(next);
    cudaFree(velocity);
    return 0;
}
