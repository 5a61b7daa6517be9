// Connected components of a graph: edges hook the tree with the larger root under the smaller one, then every
// node jumps to its root, until no edge hooks. Stresses dependent gathers over a label array larger than the
// L2 cache and atomics that a few roots attract; hardly any arithmetic.
#include <numeric>

#include "../../samples/common/cuda_check.cuh"
#include "../common/host_data.cuh"

#define BLOCK 256

__global__ void initialLabels(int *label, int nodes)
{
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < nodes)
        label[node] = node;
}

// In the first round nearly all edges join two trees.
// corun: share_a=0.95
__global__ void hookEdges(const int *__restrict__ source, const int *__restrict__ target, int *label, int *changed, int edges)
{
    const int edge = blockIdx.x * blockDim.x + threadIdx.x;
    if (edge >= edges)
        return;
    const int a = label[source[edge]];
    const int b = label[target[edge]];
    if (a != b) {
        atomicMin(&label[max(a, b)], min(a, b));
        *changed = 1;
    }
}

// After one round of hooking, a node is a few steps below its root.
// corun: trips_root=3
__global__ void jumpToRoots(int *label, int nodes)
{
    const int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes)
        return;
    int root = label[node];
    while (root != label[root])
        root = label[root];
    label[node] = root;
}

static int rootOf(std::vector<int> &parent, int node)
{
    while (parent[node] != node)
        node = parent[node] = parent[parent[node]];
    return node;
}

int main(int argc, char **argv)
{
    const int nodes = argc > 1 ? atoi(argv[1]) : 1 << 20;
    const int edges = nodes * 2;
    Random random(4);
    std::vector<int> source(edges), target(edges), label(nodes);
    for (int e = 0; e < edges; ++e) {
        source[e] = e / 2;
        target[e] = int(random.below(nodes));
    }

    int *deviceSource, *deviceTarget, *deviceLabel, *deviceChanged;
    CUDA_CHECK(cudaMalloc(&deviceSource, edges * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&deviceTarget, edges * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&deviceLabel, nodes * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&deviceChanged, sizeof(int)));
    CUDA_CHECK(cudaMemcpy(deviceSource, source.data(), edges * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceTarget, target.data(), edges * sizeof(int), cudaMemcpyHostToDevice));
    const int nodeBlocks = (nodes + BLOCK - 1) / BLOCK, edgeBlocks = (edges + BLOCK - 1) / BLOCK;
    initialLabels<<<nodeBlocks, BLOCK>>>(deviceLabel, nodes);
    int changed = 1;
    while (changed) {
        CUDA_CHECK(cudaMemset(deviceChanged, 0, sizeof(int)));
        hookEdges<<<edgeBlocks, BLOCK>>>(deviceSource, deviceTarget, deviceLabel, deviceChanged, edges);
        jumpToRoots<<<nodeBlocks, BLOCK>>>(deviceLabel, nodes);
        CUDA_CHECK(cudaMemcpy(&changed, deviceChanged, sizeof(int), cudaMemcpyDeviceToHost));
    }
    CUDA_CHECK(cudaMemcpy(label.data(), deviceLabel, nodes * sizeof(int), cudaMemcpyDeviceToHost));

    std::vector<int> parent(nodes);
    std::iota(parent.begin(), parent.end(), 0);
    for (int e = 0; e < edges; ++e) {
        const int a = rootOf(parent, source[e]), b = rootOf(parent, target[e]);
        parent[std::max(a, b)] = std::min(a, b);
    }
    int wrong = 0;
    for (int node = 0; node < nodes; ++node)
        wrong += rootOf(parent, node) != label[node];
    for (int *array : {deviceSource, deviceTarget, deviceLabel, deviceChanged})
        cudaFree(array);
    return report("connected components", wrong, 0);
}
