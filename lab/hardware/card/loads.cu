// Who gets the loads of an SM: blocks that do one thing each, in the order in which they came, paces over 40,000 cycles.
// Bodies are those of loads.cuh. A line for each run, of medians over SMs of three launches:
//
//   loads BODY:WARPS... = STEPS/LEAST/MOST ...       of each block, oldest first: steps of its warps in a thousand cycles, and
//                                                    of its slowest and fastest warp
//
// In machine code loads of L1 and L2 stand in front of the loop of eight steps in `goOn`, though they are `volatile`: they are
// made once where eight steps count (nvcc 13.0; order.cu has an addition against it). Loads of shared memory are as written.
//
//   nvcc -O3 -std=c++17 -arch=native loads.cu -o loads && ./loads [seconds]
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "card.cuh"
#include "loads.cuh"
#include "sm.cuh"

namespace {

constexpr int kMostBlocks = 8, kMostWarps = 16;
/** Cycles from the first block's begin until all work, then until steps count, and while they do. */
constexpr unsigned kStart = 12000, kWarm = 6000, kCounted = 40000;

enum Body { Row1, Row2, Row4, Row8, Row16, Eight1, Eight2, Eight4, Eight16, Wide1, Wide2, Wide4, Wide16, Past1, Past4, Past16,
            Shared1, Shared2, Shared4, Shared8, Shared16, Twice4, Twice16, Store4, Chain, kBodies };
const char *const kNames[] = {"row1", "row2", "row4", "row8", "row16", "eight1", "eight2", "eight4", "eight16", "wide1", "wide2",
                              "wide4", "wide16", "past1", "past4", "past16", "shared1", "shared2", "shared4", "shared8",
                              "shared16", "twice4", "twice16", "store4", "chain"};

struct Plan {
    int blocks;
    int body[kMostBlocks], warps[kMostBlocks];
};

/** Of an SM: blocks that came, and when the first did. */
struct Place {
    unsigned claimed, origin;
};

template <typename Step>
__device__ __forceinline__ unsigned goOn(unsigned begin, unsigned *steps, Step step)
{
    unsigned sum = 0, count = 0;
    bool counts = false;
    for (;;) {
#pragma unroll 1
        for (int i = 0; i < 8; ++i) sum |= step();
        const int since = int(now() - begin);
        if (since >= int(kWarm + kCounted)) break;
        if (counts) count += 8;
        counts = since >= int(kWarm);
    }
    *steps = count;
    return sum;
}

__global__ void __launch_bounds__(kMostWarps * 32, 2) serve(unsigned *data, Plan plan, Place *places, unsigned *told)
{
    __shared__ unsigned shared[kSharedWords];
    __shared__ unsigned claim, origin;
    const unsigned sm = smOfBlock(), warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (unsigned i = threadIdx.x; i < kSharedWords; i += blockDim.x) shared[i] = data[i];
    if (threadIdx.x == 0) {
        claim = atomicAdd(&places[sm].claimed, 1u);
        if (claim == 0) atomicExch(&places[sm].origin, now() | 1u);
        while ((origin = atomicAdd(&places[sm].origin, 0u)) == 0) {
        }
    }
    __syncthreads();
    if (claim >= unsigned(plan.blocks) || warp >= unsigned(plan.warps[claim])) return;
    const int body = plan.body[claim];
    const unsigned begin = origin + kStart;
    for (int i = 0; i < 32; ++i) {
        loadOfL1(data + warp % 8 * 512 + i % 16 * 32 + lane);
        loadOfL1(data + warp % 4 * 1024 + i * 32 + lane);
    }
    if (int(now() - begin) > 0) return;
    while (int(now() - begin) < 0) {
    }
    unsigned steps = 0, sum = 0;
    unsigned *written = data + (1 << 20) + (sm * kMostBlocks + claim) * (kMostWarps * 512);
    float value = float(lane);
#define OF(name, ...) \
    case name: sum = goOn(begin, &steps, [&] { return __VA_ARGS__; }); break;
    switch (body) {
        OF(Row1, rows<1>(data, warp, lane))
        OF(Row2, rows<2>(data, warp, lane))
        OF(Row4, rows<4>(data, warp, lane))
        OF(Row8, rows<8>(data, warp, lane))
        OF(Row16, rows<16>(data, warp, lane))
        OF(Eight1, eights<1>(data, warp, lane))
        OF(Eight2, eights<2>(data, warp, lane))
        OF(Eight4, eights<4>(data, warp, lane))
        OF(Eight16, eights<16>(data, warp, lane))
        OF(Wide1, wides<1>(data, warp, lane))
        OF(Wide2, wides<2>(data, warp, lane))
        OF(Wide4, wides<4>(data, warp, lane))
        OF(Wide16, wides<16>(data, warp, lane))
        OF(Past1, pasts<1>(data, warp, lane))
        OF(Past4, pasts<4>(data, warp, lane))
        OF(Past16, pasts<16>(data, warp, lane))
        OF(Shared1, shareds<1, 1>(shared, warp, lane))
        OF(Shared2, shareds<2, 1>(shared, warp, lane))
        OF(Shared4, shareds<4, 1>(shared, warp, lane))
        OF(Shared8, shareds<8, 1>(shared, warp, lane))
        OF(Shared16, shareds<16, 1>(shared, warp, lane))
        OF(Twice4, shareds<4, 2>(shared, warp, lane))
        OF(Twice16, shareds<16, 2>(shared, warp, lane))
        OF(Store4, stores<4>(written, warp, lane))
        OF(Chain, chain(value, 0.999f, 0.001f))
        default: return;
    }
#undef OF
    if (sum == 0xffffffffu || value == 1.5f) data[0] = sum;
    if (lane == 0) told[(sm * kMostBlocks + claim) * kMostWarps + warp] = steps;
}

struct Bench {
    int sms = tellCard();
    unsigned *data, *told;
    Place *places;
    std::vector<unsigned> host;
    std::mt19937 random{18};

    Bench()
    {
        const size_t words = (1 << 20) + size_t(sms) * kMostBlocks * kMostWarps * 512;
        std::vector<unsigned> drawn(words);
        for (auto &one : drawn) one = random() >> 2;
        CHECK(cudaMalloc(&data, words * 4));
        CHECK(cudaMemcpy(data, drawn.data(), words * 4, cudaMemcpyHostToDevice));
        host.resize(size_t(sms) * kMostBlocks * kMostWarps);
        CHECK(cudaMalloc(&told, host.size() * 4));
        CHECK(cudaMalloc(&places, sms * sizeof(Place)));
        CHECK(cudaFuncSetAttribute(serve, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    }

    static double medianOf(std::vector<double> values)
    {
        if (values.empty()) return -1;
        std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
        return values[values.size() / 2];
    }

    void run(const Plan &plan)
    {
        std::vector<double> steps[kMostBlocks], least[kMostBlocks], most[kMostBlocks];
        const int warps = *std::max_element(plan.warps, plan.warps + plan.blocks);
        for (int round = 0; round < 4; ++round) {
            CHECK(cudaMemset(places, 0, sms * sizeof(Place)));
            CHECK(cudaMemset(told, 0, host.size() * 4));
            serve<<<sms * plan.blocks, warps * 32>>>(data, plan, places, told);
            CHECK(cudaGetLastError());
            CHECK(cudaMemcpy(host.data(), told, host.size() * 4, cudaMemcpyDeviceToHost));
            if (round == 0) continue;
            std::vector<Place> came(sms);
            CHECK(cudaMemcpy(came.data(), places, sms * sizeof(Place), cudaMemcpyDeviceToHost));
            for (int sm = 0; sm < sms; ++sm) {
                if (came[sm].claimed != unsigned(plan.blocks)) continue;
                for (int b = 0; b < plan.blocks; ++b) {
                    const unsigned *of = &host[(size_t(sm) * kMostBlocks + b) * kMostWarps];
                    double sum = 0;
                    for (int w = 0; w < plan.warps[b]; ++w) sum += of[w];
                    steps[b].push_back(sum);
                    least[b].push_back(*std::min_element(of, of + plan.warps[b]));
                    most[b].push_back(*std::max_element(of, of + plan.warps[b]));
                }
            }
        }
        std::printf("loads");
        for (int b = 0; b < plan.blocks; ++b) std::printf(" %s:%d", kNames[plan.body[b]], plan.warps[b]);
        std::printf(" =");
        const double to = 1000.0 / kCounted;
        for (int b = 0; b < plan.blocks; ++b)
            std::printf(" %.2f/%.3f/%.3f", to * medianOf(steps[b]), to * medianOf(least[b]), to * medianOf(most[b]));
        std::printf(" sms=%d\n", int(steps[0].size() / 3));
    }
};

}  // namespace

int main(int argc, char **argv)
{
    const auto begun = std::chrono::steady_clock::now();
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1e9;
    Bench bench;
    std::vector<Plan> plans;
    // Each alone; blocks of eight warps that do the same; pairs of all sizes.
    for (int body = 0; body < kBodies; ++body) {
        for (const int warps : {1, 4, 8, 16}) plans.push_back({1, {body}, {warps}});
        for (const int blocks : {2, 4, 8}) {
            Plan plan{blocks, {}, {}};
            for (int b = 0; b < blocks; ++b) plan.body[b] = body, plan.warps[b] = 8;
            plans.push_back(plan);
        }
    }
    const size_t alone = plans.size();
    for (int one = 0; one < kBodies; ++one)
        for (int other = 0; other < kBodies; ++other)
            for (const auto &[a, b] : {std::pair{8, 8}, {16, 16}, {4, 16}, {16, 4}}) plans.push_back({2, {one, other}, {a, b}});
    std::shuffle(plans.begin() + alone, plans.end(), bench.random);
    for (const Plan &plan : plans) {
        if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() > seconds) break;
        bench.run(plan);
    }
    std::printf("end\n");
    return EXIT_SUCCESS;
}
