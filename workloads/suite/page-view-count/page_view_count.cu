// Page view count: the map and group steps of a MapReduce job over a web log in one kernel. Every thread
// takes one log line, finds the address in it, hashes it and counts it in an open-addressing table in
// device memory. It stresses byte-wise loads of lines of different lengths, divergent scans and atomics on
// random addresses; almost nothing is reused, so DRAM decides.
#include <map>
#include <string>
#include <vector>

#include "../../samples/common/cuda_check.cuh"

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 256
#endif
#define PITCH 96   // the splitter pads every line to so many bytes
#define ADDRESS 17 // behind the time stamp

struct Slot {
    unsigned int key; // hash of the address; 0 is free
    unsigned int views;
};

// Counted on the host for the log below: an address has 34.5 characters, and linear probing in the half full
// table looks at 1.4 slots.
// corun: trips_k=34.5, trips_loop=1.4, share_owner=0.71, elements_table=262144
__global__ void countPageViews(const char *__restrict__ log, unsigned int lines, Slot *table, unsigned int mask)
{
    const unsigned int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines)
        return;
    const char *address = log + line * PITCH + ADDRESS;
    unsigned int hash = 2166136261u;
    for (int k = 0; address[k] != ' '; ++k)
        hash = (hash ^ (unsigned int)address[k]) * 16777619u;
    hash |= 1u;

    unsigned int slot = (hash >> 1) & mask;
    while (true) {
        const unsigned int owner = atomicCAS(&table[slot].key, 0u, hash);
        if (owner == 0u || owner == hash)
            break;
        slot = (slot + 1) & mask;
    }
    atomicAdd(&table[slot].views, 1u);
}

static std::string makeLine(unsigned int &state, unsigned int pages)
{
    state = state * 1664525u + 1013904223u;
    const unsigned int page = (state >> 8) % pages;
    const std::string path(page % 24, char('a' + page % 26));
    return "2026-11-20T14:00 /" + path + "/" + std::to_string(1000000000u + page * 7919u) + "/index.html 200 10.0.0.1\n";
}

int main(int argc, char **argv)
{
    const unsigned int lines = argc > 1 ? unsigned(std::atoi(argv[1])) : 1u << 19;
    const unsigned int slots = 1u << 18, pages = slots / 2;
    std::string text;
    std::map<std::string, unsigned int> expected;
    unsigned int state = 7;
    for (unsigned int i = 0; i < lines; ++i) {
        std::string line = makeLine(state, pages);
        if (lines <= 1u << 16)
            ++expected[line];
        line.resize(PITCH, '\n');
        text += line;
    }

    char *log;
    Slot *table;
    CUDA_CHECK(cudaMalloc(&log, text.size()));
    CUDA_CHECK(cudaMalloc(&table, slots * sizeof(Slot)));
    CUDA_CHECK(cudaMemcpy(log, text.data(), text.size(), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(table, 0, slots * sizeof(Slot)));

    countPageViews<<<(lines + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(log, lines, table, slots - 1);

    std::vector<Slot> result(slots);
    CUDA_CHECK(cudaMemcpy(result.data(), table, slots * sizeof(Slot), cudaMemcpyDeviceToHost));
    unsigned int used = 0, views = 0;
    for (const Slot &slot : result) {
        used += slot.key != 0;
        views += slot.views;
    }
    std::printf("%u pages, %u views\n", used, views);
    // Two addresses with one 31-bit hash share a slot; the sum of views is exact in any case.
    const bool wrong = views != lines || (!expected.empty() && (used > expected.size() || used + 8 < expected.size()));
    cudaFree(log);
    cudaFree(table);
    return wrong ? 1 : 0;
}
