// Breadth-first search with masks: in every level a thread looks at its node and expands it when it is on the
// frontier; a second kernel makes the nodes that were reached the next frontier.
// Stresses the L2 cache and DRAM with gathers and scattered stores of one word; the share of nodes on the
// frontier, hence the divergence of a warp, changes from level to level.
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#define THREADS 256

struct Node {
    int firstEdge, degree;
};

// A random graph of mean degree 6. A level in the middle of the search: a third of the nodes are on the frontier,
// and half of the edges lead to nodes that were not visited yet.
// corun: share_frontier=0.33, trips_edge=6, share_visited=0.5
__global__ void expand(const Node *__restrict__ graph, const int *__restrict__ targets, unsigned char *frontier,
                       unsigned char *reached, const unsigned char *visited, int *cost, int nodes)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (node < nodes && frontier[node]) {
        frontier[node] = 0;
        const int first = graph[node].firstEdge, degree = graph[node].degree;
        for (int edge = first; edge < first + degree; ++edge) {
            const int target = targets[edge];
            if (!visited[target]) {
                cost[target] = cost[node] + 1;
                reached[target] = 1;
            }
        }
    }
}

// corun: share_reached=0.4
__global__ void advance(unsigned char *frontier, unsigned char *reached, unsigned char *visited, int *again, int nodes)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (node < nodes && reached[node]) {
        frontier[node] = 1;
        visited[node] = 1;
        reached[node] = 0;
        *again = 1;
    }
}

int main(int argc, char **argv)
{
    const int nodes = argc > 1 ? atoi(argv[1]) : 1 << 20;
    std::vector<Node> host(nodes);
    std::vector<int> targets;
    unsigned int state = 1;
    for (Node &node : host) {
        state = state * 1664525u + 1013904223u;
        node.firstEdge = int(targets.size());
        node.degree = 2 + int(state >> 24) % 9;
        for (int i = 0; i < node.degree; ++i) {
            state = state * 1664525u + 1013904223u;
            targets.push_back(int((state >> 4) % unsigned(nodes)));
        }
    }
    std::vector<unsigned char> start(nodes, 0);
    std::vector<int> cost(nodes, -1);
    start[0] = 1;
    cost[0] = 0;

    Node *deviceNodes;
    int *deviceTargets, *deviceCost, *again;
    unsigned char *frontier, *reached, *visited;
    CUDA_CHECK(cudaMalloc(&deviceNodes, sizeof(Node) * nodes));
    CUDA_CHECK(cudaMalloc(&deviceTargets, sizeof(int) * targets.size()));
    CUDA_CHECK(cudaMalloc(&deviceCost, sizeof(int) * nodes));
    CUDA_CHECK(cudaMalloc(&again, sizeof(int)));
    for (unsigned char **mask : {&frontier, &reached, &visited})
        CUDA_CHECK(cudaMalloc(mask, nodes));
    CUDA_CHECK(cudaMemcpy(deviceNodes, host.data(), sizeof(Node) * nodes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceTargets, targets.data(), sizeof(int) * targets.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(deviceCost, cost.data(), sizeof(int) * nodes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(frontier, start.data(), nodes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(visited, start.data(), nodes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(reached, 0, nodes));

    const unsigned int blocks = ceilDiv(nodes, THREADS);
    int more = 1, levels = 0;
    while (more) {
        CUDA_CHECK(cudaMemset(again, 0, sizeof(int)));
        expand<<<blocks, THREADS>>>(deviceNodes, deviceTargets, frontier, reached, visited, deviceCost, nodes);
        advance<<<blocks, THREADS>>>(frontier, reached, visited, again, nodes);
        CUDA_CHECK(cudaMemcpy(&more, again, sizeof(int), cudaMemcpyDeviceToHost));
        levels += more;
    }
    CUDA_CHECK(cudaMemcpy(cost.data(), deviceCost, sizeof(int) * nodes, cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int n = 0; n < nodes; ++n)
        for (int e = 0; cost[n] >= 0 && e < host[n].degree; ++e)
            wrong += cost[targets[host[n].firstEdge + e]] < 0 || cost[targets[host[n].firstEdge + e]] > cost[n] + 1;
    std::printf("%d levels, %d edges that the costs contradict\n", levels, wrong);
    cudaFree(deviceNodes);
    cudaFree(deviceTargets);
    cudaFree(deviceCost);
    cudaFree(again);
    for (unsigned char *mask : {frontier, reached, visited})
        cudaFree(mask);
    return wrong == 0 ? 0 : 1;
}
