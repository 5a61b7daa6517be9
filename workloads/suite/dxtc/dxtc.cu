// DXT1 texture compression by exhaustive cluster fit. A block of 64 threads takes 16 texels: it finds the
// axis of largest variance, sorts the texels along it, and tries all ways to cut the sorted list into four
// clusters (969 of them), each a least-squares fit of two end colours; the best is found by a tree in shared
// memory. A lot of arithmetic on few bytes: compute decides, memory hardly matters.
#include <vector>

#include "../../samples/common/cuda_check.cuh"

constexpr int kTexels = 16, kThreads = 64;
constexpr int kCuts = 969; // (i <= j <= k) with 0..16: C(19, 3)

__device__ __forceinline__ float3 add(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ __forceinline__ float3 sub(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ __forceinline__ float3 scaled(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__device__ __forceinline__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/** To the 5:6:5 grid and back. */
__device__ __forceinline__ float3 snapped(float3 c)
{
    c.x = rintf(__saturatef(c.x) * 31.0f) * (1.0f / 31.0f);
    c.y = rintf(__saturatef(c.y) * 63.0f) * (1.0f / 63.0f);
    c.z = rintf(__saturatef(c.z) * 31.0f) * (1.0f / 31.0f);
    return c;
}

/** Direction of the largest variance, by eight steps of the power method. */
__device__ float3 principalAxis(const float3 *texels, float3 mean)
{
    float xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    for (int i = 0; i < kTexels; ++i) {
        const float3 d = sub(texels[i], mean);
        xx += d.x * d.x, xy += d.x * d.y, xz += d.x * d.z;
        yy += d.y * d.y, yz += d.y * d.z, zz += d.z * d.z;
    }
    float3 v = make_float3(1.0f, 1.0f, 1.0f);
    for (int i = 0; i < 8; ++i) {
        v = make_float3(v.x * xx + v.y * xy + v.z * xz, v.x * xy + v.y * yy + v.z * yz, v.x * xz + v.y * yz + v.z * zz);
        const float largest = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fabsf(v.z));
        v = scaled(1.0f / fmaxf(largest, 1e-9f), v);
    }
    return v;
}

/** Squared error of the best end colours for one cut, given prefix sums of the sorted texels. */
__device__ float fitCut(uchar4 cut, const float3 *prefix, float3 *first, float3 *last)
{
    const int n0 = cut.x, n1 = cut.y - cut.x, n2 = cut.z - cut.y, n3 = kTexels - cut.z;
    const float3 s0 = prefix[cut.x], s1 = sub(prefix[cut.y], prefix[cut.x]), s2 = sub(prefix[cut.z], prefix[cut.y]);
    const float3 s3 = sub(prefix[kTexels], prefix[cut.z]);
    // Weights of the first colour are 1, 2/3, 1/3, 0.
    const float aa = n0 + n1 * (4.0f / 9.0f) + n2 * (1.0f / 9.0f);
    const float bb = n3 + n2 * (4.0f / 9.0f) + n1 * (1.0f / 9.0f);
    const float ab = (n1 + n2) * (2.0f / 9.0f);
    const float3 ax = add(s0, add(scaled(2.0f / 3.0f, s1), scaled(1.0f / 3.0f, s2)));
    const float3 bx = add(s3, add(scaled(2.0f / 3.0f, s2), scaled(1.0f / 3.0f, s1)));
    const float factor = 1.0f / fmaxf(aa * bb - ab * ab, 1e-6f);
    const float3 a = snapped(scaled(factor, sub(scaled(bb, ax), scaled(ab, bx))));
    const float3 b = snapped(scaled(factor, sub(scaled(aa, bx), scaled(ab, ax))));
    *first = a;
    *last = b;
    return aa * dot(a, a) + bb * dot(b, b) + 2.0f * (ab * dot(a, b) - dot(a, ax) - dot(b, bx));
}

// A thread tries 15 cuts; the k-th of them is the best so far with probability 1/k: 22 % on average.
// corun: share_error=0.22
__global__ void __launch_bounds__(kThreads)
compressBlocks(const uchar4 *__restrict__ image, const uchar4 *__restrict__ cuts, uint2 *__restrict__ out)
{
    __shared__ float3 texels[kTexels], sorted[kTexels], prefix[kTexels + 1];
    __shared__ float along[kTexels], errors[kThreads];
    __shared__ int winners[kThreads];
    const int t = threadIdx.x;

    if (t < kTexels) {
        const uchar4 c = image[blockIdx.x * kTexels + t];
        texels[t] = make_float3(c.x * (1.0f / 255.0f), c.y * (1.0f / 255.0f), c.z * (1.0f / 255.0f));
    }
    __syncthreads();
    if (t < kTexels) {
        float3 mean = make_float3(0.0f, 0.0f, 0.0f);
        for (int i = 0; i < kTexels; ++i)
            mean = add(mean, scaled(1.0f / kTexels, texels[i]));
        along[t] = dot(sub(texels[t], mean), principalAxis(texels, mean));
    }
    __syncthreads();
    int rank = 0;
    if (t < kTexels) {
        for (int i = 0; i < kTexels; ++i)
            rank += along[i] < along[t] || (along[i] == along[t] && i < t);
        sorted[rank] = texels[t];
    }
    __syncthreads();
    if (t <= kTexels) {
        float3 sum = make_float3(0.0f, 0.0f, 0.0f);
        for (int i = 0; i < t; ++i)
            sum = add(sum, sorted[i]);
        prefix[t] = sum;
    }
    __syncthreads();

    float best = 1e30f;
    int winner = 0;
    float3 first, last;
    for (int c = t; c < kCuts; c += kThreads) {
        const float error = fitCut(cuts[c], prefix, &first, &last);
        if (error < best) {
            best = error;
            winner = c;
        }
    }
    errors[t] = best;
    winners[t] = winner;
    for (int half = kThreads / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half && errors[t + half] < errors[t]) {
            errors[t] = errors[t + half];
            winners[t] = winners[t + half];
        }
    }
    __syncthreads();
    const uchar4 cut = cuts[winners[0]];
    fitCut(cut, prefix, &first, &last);
    unsigned int code = 0;
    if (t < kTexels) {
        const int cluster = (rank >= cut.x) + (rank >= cut.y) + (rank >= cut.z);
        code = (unsigned int)cluster << (2 * t);
    }
    if (t < 32)
        code = __reduce_or_sync(0xffffffffu, code);
    if (t == 0) {
        const unsigned int a = ((unsigned int)(first.x * 31.0f) << 11) | ((unsigned int)(first.y * 63.0f) << 5) |
                               (unsigned int)(first.z * 31.0f);
        const unsigned int b = ((unsigned int)(last.x * 31.0f) << 11) | ((unsigned int)(last.y * 63.0f) << 5) |
                               (unsigned int)(last.z * 31.0f);
        out[blockIdx.x] = make_uint2(a | (b << 16), code);
    }
}

int main(int argc, char **argv)
{
    const int blocks = argc > 1 ? std::atoi(argv[1]) : 16384; // a texture of 512 x 512
    std::vector<uchar4> image(size_t(blocks) * kTexels), table;
    for (size_t i = 0; i < image.size(); ++i) {
        const unsigned int random = unsigned(i) * 2654435761u;
        image[i] = make_uchar4(random >> 24, random >> 16 & 255, random >> 8 & 255, 255);
    }
    for (int i = 0; i <= kTexels; ++i)
        for (int j = i; j <= kTexels; ++j)
            for (int k = j; k <= kTexels; ++k)
                table.push_back(make_uchar4(i, j, k, 0));
    uchar4 *dImage, *dCuts;
    uint2 *dOut;
    CUDA_CHECK(cudaMalloc(&dImage, image.size() * sizeof(uchar4)));
    CUDA_CHECK(cudaMalloc(&dOut, blocks * sizeof(uint2)));
    CUDA_CHECK(cudaMalloc(&dCuts, kCuts * sizeof(uchar4)));
    CUDA_CHECK(cudaMemcpy(dCuts, table.data(), kCuts * sizeof(uchar4), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(dImage, image.data(), image.size() * sizeof(uchar4), cudaMemcpyHostToDevice));
    compressBlocks<<<blocks, kThreads>>>(dImage, dCuts, dOut);
    std::vector<uint2> result(blocks);
    CUDA_CHECK(cudaMemcpy(result.data(), dOut, blocks * sizeof(uint2), cudaMemcpyDeviceToHost));
    std::printf("first block %08x %08x\n", result[0].x, result[0].y);
    cudaFree(dImage);
    cudaFree(dCuts);
    cudaFree(dOut);
    return table.size() == kCuts ? 0 : 1;
}
