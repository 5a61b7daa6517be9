// Sobol's quasi-random numbers by Gray code: a row of blocks for each dimension, its direction numbers in shared
// memory. A thread starts with its own number and then changes a few bits for each further one. Bit arithmetic and
// stores that a warp makes together.
#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

#define BITS 32

// A number has, on average, one bit in two set.
// corun: share_gray=0.5
__global__ void sobolNumbers(const unsigned int *__restrict__ directions, float *out, int vectors)
{
    __shared__ unsigned int v[BITS];
    if (threadIdx.x < BITS)
        v[threadIdx.x] = directions[blockIdx.y * BITS + threadIdx.x];
    __syncthreads();
    float *row = out + blockIdx.y * vectors;
    const int stride = gridDim.x * blockDim.x;
    const int first = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int bits = 0;
    const unsigned int gray = first ^ (first >> 1);
#pragma unroll
    for (int bit = 0; bit < BITS; ++bit)
        if (gray & (1u << bit))
            bits ^= v[bit];
    // From i to i + stride (a power of two) the code changes in the bit of the stride below and in one above it.
    const int low = __ffs(stride) - 2;
    for (int i = first; i < vectors; i += stride) {
        row[i] = float(bits >> 8) * (1.0f / 16777216.0f);
        bits ^= v[low] ^ v[__ffs(~(unsigned(i) | unsigned(stride - 1))) - 1];
    }
}

static std::vector<unsigned int> directionNumbers(int dimensions)
{
    Random random(7);
    std::vector<unsigned int> table(size_t(dimensions) * BITS);
    for (int dimension = 0; dimension < dimensions; ++dimension)
        for (int bit = 0; bit < BITS; ++bit)
            // Any odd number below 2^(bit + 1) starts a sequence; the first dimension is van der Corput's.
            table[size_t(dimension) * BITS + bit] =
                (dimension == 0 ? 1u : (random.next() << 8 | 1u) & ((2u << bit) - 1u)) << (31 - bit);
    return table;
}

int main(int argc, char **argv)
{
    const int vectors = argc > 1 ? atoi(argv[1]) : 1 << 16, dimensions = argc > 2 ? atoi(argv[2]) : 64;
    const auto table = directionNumbers(dimensions);
    const size_t count = size_t(vectors) * dimensions;
    unsigned int *directions = toDevice(table);
    float *out = onDevice<float>(count);
    sobolNumbers<<<dim3(16, dimensions), 64>>>(directions, out, vectors);
    const auto got = toHost(out, count);
    std::vector<float> wanted(count);
    for (int dimension = 0; dimension < dimensions; ++dimension)
        for (int i = 0; i < vectors; ++i) {
            unsigned int bits = 0;
            for (unsigned int gray = i ^ (i >> 1), bit = 0; gray > 0; gray >>= 1, ++bit)
                if (gray & 1u)
                    bits ^= table[size_t(dimension) * BITS + bit];
            wanted[size_t(dimension) * vectors + i] = float(bits >> 8) / 16777216.0f;
        }
    cudaFree(directions);
    cudaFree(out);
    return report("sobol-qrng", largestError(got, wanted), 1e-6);
}
