// Breadth-first search, level by level: each thread expands one node of the frontier and claims its
// unvisited neighbours with an atomic. Grid, trip counts and addresses all depend on the graph.
#include <utility>
#include <vector>

#include "../common/cuda_check.cuh"

#define THREADS_PER_BLOCK 512

struct Graph {
    const int *firstEdge; // nodes + 1 offsets into `target`
    const int *target;
};

__global__ void expandFrontier(Graph graph, const int *frontier, int frontierSize, int *level, int depth, int *next,
                               int *nextSize)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frontierSize)
        return;
    const int node = frontier[i];
    for (int edge = graph.firstEdge[node]; edge < graph.firstEdge[node + 1]; ++edge) {
        const int neighbour = graph.target[edge];
        if (level[neighbour] < 0 && atomicCAS(&level[neighbour], -1, depth) == -1)
            next[atomicAdd(nextSize, 1)] = neighbour;
    }
}

int main(int argc, char **argv)
{
    const int nodes = argc > 1 ? atoi(argv[1]) : 1 << 20;
    const int degree = 8;
    std::vector<int> firstEdge(nodes + 1), target(size_t(nodes) * degree);
    unsigned int state = 12345;
    for (int n = 0; n <= nodes; ++n)
        firstEdge[n] = n * degree;
    for (int &t : target) {
        state = state * 1664525u + 1013904223u;
        t = int(state % unsigned(nodes));
    }

    int *deviceFirst, *deviceTarget, *level, *frontier, *next, *nextSize;
    CUDA_CHECK(cudaMalloc(&deviceFirst, sizeof(int) * (nodes + 1)));
    CUDA_CHECK(cudaMalloc(&deviceTarget, sizeof(int) * nodes * degree));
    CUDA_CHECK(cudaMalloc(&level, sizeof(int) * nodes));
    CUDA_CHECK(cudaMalloc(&frontier, sizeof(int) * nodes));
    CUDA_CHECK(cudaMalloc(&next, sizeof(int) * nodes));
    CUDA_CHECK(cudaMalloc(&nextSize, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(deviceFirst, firstEdge.data(), sizeof(int) * (nodes + 1), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceTarget, target.data(), sizeof(int) * nodes * degree, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(level, 0xff, sizeof(int) * nodes));
    CUDA_CHECK(cudaMemset(level, 0, sizeof(int)));
    CUDA_CHECK(cudaMemset(frontier, 0, sizeof(int)));

    const Graph graph{deviceFirst, deviceTarget};
    int size = 1, depth = 0;
    while (size > 0) {
        ++depth;
        CUDA_CHECK(cudaMemset(nextSize, 0, sizeof(int)));
        const int blocks = (size + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;
        expandFrontier<<<blocks, THREADS_PER_BLOCK>>>(graph, frontier, size, level, depth, next, nextSize);
        CUDA_CHECK(cudaMemcpy(&size, nextSize, sizeof(int), cudaMemcpyDeviceToHost));
        std::swap(frontier, next);
    }
    std::printf("depth %d\n", depth - 1);
    for (int *array : {deviceFirst, deviceTarget, level, frontier, next, nextSize})
        cudaFree(array);
    return 0;
}
