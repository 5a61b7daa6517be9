// Breadth-first search that looks at every node in every level, with the graph in pinned host memory (Prophet's
// bfs-ex). The kernel stresses dependent gathers and divergence; the pinned copies of the graph take the whole
// host link for longer than the kernels run.
#include <queue>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define BLOCK 256
#define DEGREE 6

// In the widest level of a random graph of degree 6 about a third of the nodes is on the frontier (the others return),
// and about half of their neighbours are new.
// corun: share_node=0.67, trips_edge=6, share_level=0.5
__global__ void visitLevel(const int *__restrict__ firstEdge, const int *__restrict__ target, int *level, int *more, int nodes,
                           int depth)
{
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes || level[node] != depth)
        return;
    for (int edge = firstEdge[node]; edge < firstEdge[node + 1]; ++edge) {
        const int neighbour = target[edge];
        if (level[neighbour] < 0) {
            level[neighbour] = depth + 1; // all threads of a level write the same value
            *more = 1;
        }
    }
}

static std::vector<int> levelsOnHost(const int *firstEdge, const int *target, int nodes)
{
    std::vector<int> level(nodes, -1);
    std::queue<int> open;
    level[0] = 0;
    open.push(0);
    for (; !open.empty(); open.pop())
        for (int edge = firstEdge[open.front()]; edge < firstEdge[open.front() + 1]; ++edge)
            if (level[target[edge]] < 0) {
                level[target[edge]] = level[open.front()] + 1;
                open.push(target[edge]);
            }
    return level;
}

int main(int argc, char **argv)
{
    const int nodes = argc > 1 ? atoi(argv[1]) : 1 << 20;
    int *firstEdge, *target, *level;
    CUDA_CHECK(cudaMallocHost(&firstEdge, sizeof(int) * (nodes + 1)));
    CUDA_CHECK(cudaMallocHost(&target, sizeof(int) * nodes * DEGREE));
    CUDA_CHECK(cudaMallocHost(&level, sizeof(int) * nodes));
    Random random(10);
    for (int node = 0; node <= nodes; ++node)
        firstEdge[node] = node * DEGREE;
    for (int edge = 0; edge < nodes * DEGREE; ++edge)
        target[edge] = int(random.below(nodes));
    for (int node = 0; node < nodes; ++node)
        level[node] = node == 0 ? 0 : -1;

    int *deviceFirst, *deviceTarget, *deviceLevel, *deviceMore;
    CUDA_CHECK(cudaMalloc(&deviceFirst, sizeof(int) * (nodes + 1)));
    CUDA_CHECK(cudaMalloc(&deviceTarget, sizeof(int) * nodes * DEGREE));
    CUDA_CHECK(cudaMalloc(&deviceLevel, sizeof(int) * nodes));
    CUDA_CHECK(cudaMalloc(&deviceMore, sizeof(int)));
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMemcpyAsync(deviceFirst, firstEdge, sizeof(int) * (nodes + 1), cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaMemcpyAsync(deviceTarget, target, sizeof(int) * nodes * DEGREE, cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaMemcpyAsync(deviceLevel, level, sizeof(int) * nodes, cudaMemcpyHostToDevice, stream));
    int more = 1;
    for (int depth = 0; more; ++depth) {
        CUDA_CHECK(cudaMemsetAsync(deviceMore, 0, sizeof(int), stream));
        visitLevel<<<(nodes + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(deviceFirst, deviceTarget, deviceLevel, deviceMore, nodes,
                                                                      depth);
        CUDA_CHECK(cudaMemcpyAsync(&more, deviceMore, sizeof(int), cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaStreamSynchronize(stream));
    }
    CUDA_CHECK(cudaMemcpyAsync(level, deviceLevel, sizeof(int) * nodes, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));

    const std::vector<int> wanted = levelsOnHost(firstEdge, target, nodes);
    int wrong = 0;
    for (int node = 0; node < nodes; ++node)
        wrong += level[node] != wanted[node];
    for (int *array : {deviceFirst, deviceTarget, deviceLevel, deviceMore})
        cudaFree(array);
    for (int *array : {firstEdge, target, level})
        cudaFreeHost(array);
    cudaStreamDestroy(stream);
    return report("bfs with pinned memory", wrong, 0);
}
