// Exclusive prefix sum of any length: each block scans one section (up-sweep and down-sweep in shared
// memory), the section totals are scanned by one block, then added to their sections.
#include <vector>

#include "../common/cuda_check.cuh"

static const int kScanThreads = 256;
static const int kSection = 2 * kScanThreads;
static const int kDefaultCount = kSection * 512;

/** One step aside every 32 words keeps the strided accesses of the tree on different banks. */
__device__ inline int padded(int index) { return index + (index >> 5); }

__global__ void __launch_bounds__(kScanThreads, 4)
scanSections(const unsigned int *in, unsigned int *out, unsigned int *totals, int count)
{
    __shared__ unsigned int tree[kSection + kSection / 32];
    const int base = blockIdx.x * kSection;
    const int t = threadIdx.x;
    tree[padded(t)] = base + t < count ? in[base + t] : 0;
    tree[padded(t + kScanThreads)] = base + t + kScanThreads < count ? in[base + t + kScanThreads] : 0;

    int stride = 1;
    for (int active = kScanThreads; active > 0; active >>= 1) {
        __syncthreads();
        if (t < active) {
            const int left = padded(stride * (2 * t + 1) - 1);
            const int right = padded(stride * (2 * t + 2) - 1);
            tree[right] += tree[left];
        }
        stride *= 2;
    }
    if (t == 0) {
        const int last = padded(kSection - 1);
        if (totals != nullptr)
            totals[blockIdx.x] = tree[last];
        tree[last] = 0;
    }
    for (int active = 1; active <= kScanThreads; active *= 2) {
        stride >>= 1;
        __syncthreads();
        if (t < active) {
            const int left = padded(stride * (2 * t + 1) - 1);
            const int right = padded(stride * (2 * t + 2) - 1);
            const unsigned int carried = tree[left];
            tree[left] = tree[right];
            tree[right] += carried;
        }
    }
    __syncthreads();
    if (base + t < count)
        out[base + t] = tree[padded(t)];
    if (base + t + kScanThreads < count)
        out[base + t + kScanThreads] = tree[padded(t + kScanThreads)];
}

__global__ void addOffsets(unsigned int *values, const unsigned int *offsets, int count)
{
    const int first = blockIdx.x * kSection + threadIdx.x;
    const unsigned int offset = offsets[blockIdx.x];
    if (first < count)
        values[first] += offset;
    if (first + kScanThreads < count)
        values[first + kScanThreads] += offset;
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : kDefaultCount;
    const int sections = (count + kSection - 1) / kSection;
    std::vector<unsigned int> host(count, 1u);
    if (sections > kSection) {
        std::fprintf(stderr, "at most %d elements\n", kSection * kSection);
        return 2;
    }

    unsigned int *in, *out, *totals, *offsets;
    CUDA_CHECK(cudaMalloc(&in, count * sizeof(unsigned int)));
    CUDA_CHECK(cudaMalloc(&out, count * sizeof(unsigned int)));
    CUDA_CHECK(cudaMalloc(&totals, sections * sizeof(unsigned int)));
    CUDA_CHECK(cudaMalloc(&offsets, sections * sizeof(unsigned int)));
    CUDA_CHECK(cudaMemcpy(in, host.data(), count * sizeof(unsigned int), cudaMemcpyHostToDevice));

    scanSections<<<sections, kScanThreads>>>(in, out, totals, count);
    scanSections<<<1, kScanThreads>>>(totals, offsets, nullptr, sections);
    addOffsets<<<sections, kScanThreads>>>(out, offsets, count);
    CUDA_CHECK(cudaMemcpy(host.data(), out, count * sizeof(unsigned int), cudaMemcpyDeviceToHost));

    std::printf("scan[%d] = %u\n", count - 1, host[count - 1]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(totals);
    cudaFree(offsets);
    return 0;
}
