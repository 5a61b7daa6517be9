// Shortest paths from one node by repeated relaxation: nodes whose distance changed in the last round offer a shorter
// way to the targets of their edges, with an atomic minimum. Gathers and scattered atomics; few nodes are active in most
// rounds.
#include <climits>

#include "../common/device_data.cuh"
#include "../common/host_data.cuh"

#define THREADS 256

// A random graph of degree 6 in a middle round: a third of the nodes are active, and a third of their edges offer a
// shorter way.
// corun: share_active=0.33, trips_edge=6, share_offered=0.33
__global__ void relax(const int *__restrict__ firstEdge, const int *__restrict__ target, const int *__restrict__ weight, int *distance,
                      const unsigned char *__restrict__ active, unsigned char *changed, int nodes)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (node < nodes && active[node]) {
        const int own = distance[node], end = firstEdge[node + 1];
        for (int edge = firstEdge[node]; edge < end; ++edge) {
            const int offered = own + weight[edge], other = target[edge];
            if (offered < distance[other]) {
                atomicMin(&distance[other], offered);
                changed[other] = 1;
            }
        }
    }
}

// Half of the nodes were reached in that round.
// corun: share_changed=0.5
__global__ void nextRound(unsigned char *active, unsigned char *changed, int *again, int nodes)
{
    const int node = blockIdx.x * THREADS + threadIdx.x;
    if (node >= nodes)
        return;
    active[node] = changed[node];
    if (changed[node]) {
        changed[node] = 0;
        *again = 1;
    }
}

int main(int argc, char **argv)
{
    const int nodes = argc > 1 ? atoi(argv[1]) : 1 << 18, degree = 6;
    Random random(9);
    std::vector<int> firstEdge(nodes + 1), target(size_t(nodes) * degree), weight(size_t(nodes) * degree);
    for (int node = 0; node <= nodes; ++node)
        firstEdge[node] = node * degree;
    for (size_t edge = 0; edge < target.size(); ++edge) {
        target[edge] = int(random.below(nodes));
        weight[edge] = 1 + int(random.below(100));
    }
    std::vector<int> distance(nodes, INT_MAX / 2);
    std::vector<unsigned char> active(nodes, 0);
    distance[0] = 0;
    active[0] = 1;
    int *deviceFirst = toDevice(firstEdge), *deviceTarget = toDevice(target), *deviceWeight = toDevice(weight),
        *deviceDistance = toDevice(distance), *again = onDevice<int>(1);
    unsigned char *deviceActive = toDevice(active), *changed = toDevice(std::vector<unsigned char>(nodes, 0));
    for (int more = 1; more;) {
        const int none = 0;
        CUDA_CHECK(cudaMemcpy(again, &none, sizeof(int), cudaMemcpyHostToDevice));
        relax<<<ceilDiv(nodes, THREADS), THREADS>>>(deviceFirst, deviceTarget, deviceWeight, deviceDistance, deviceActive, changed, nodes);
        nextRound<<<ceilDiv(nodes, THREADS), THREADS>>>(deviceActive, changed, again, nodes);
        CUDA_CHECK(cudaMemcpy(&more, again, sizeof(int), cudaMemcpyDeviceToHost));
    }
    const auto got = toHost(deviceDistance, nodes);
    for (bool more = true; more;) {
        more = false;
        for (int node = 0; node < nodes; ++node)
            for (int edge = firstEdge[node]; edge < firstEdge[node + 1]; ++edge)
                if (distance[node] + weight[edge] < distance[target[edge]]) {
                    distance[target[edge]] = distance[node] + weight[edge];
                    more = true;
                }
    }
    int wrong = 0;
    for (int node = 0; node < nodes; ++node)
        wrong += got[node] != distance[node];
    for (void *array : {(void *)deviceFirst, (void *)deviceTarget, (void *)deviceWeight, (void *)deviceDistance, (void *)again,
                        (void *)deviceActive, (void *)changed})
        cudaFree(array);
    return report("sssp", wrong, 0.0);
}
