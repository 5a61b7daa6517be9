// Two launches that wait for one event, in two streams and in one. Which of two begins first changes from time to time: a
// mark before each tells, and rounds are kept apart by it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "card.cuh"
#include "gate.cuh"

namespace orders {

using Launch = std::function<void(cudaStream_t)>;

constexpr int kRounds = 21;

/** Bytes of numbers between 0 and 1 (or words of any bits), drawn once and copied for each buffer. */
template <typename T>
T *numbers(size_t count)
{
    std::vector<T> host(count);
    std::minstd_rand random(unsigned(count) + sizeof(T));
    for (auto &one : host) one = T(double(random() % 1000003) / (T(0.5) == T(0) ? 1 : 1000003));
    T *data;
    CHECK(cudaMalloc(&data, count * sizeof(T)));
    CHECK(cudaMemcpy(data, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    return data;
}

/** Tells when its stream got going. */
__global__ void mark(unsigned long long *when)
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    *when = now;
}

inline double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
    return values[values.size() / 2];
}

struct Bench {
    cudaStream_t first, second, before;
    cudaEvent_t start, ends[2];
    int4 *data;
    int *sink;
    unsigned long long *marks;

    Bench()
    {
        for (auto stream : {&first, &second, &before}) CHECK(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking));
        for (auto event : {&start, &ends[0], &ends[1]}) CHECK(cudaEventCreate(event));
        data = reinterpret_cast<int4 *>(numbers<float>(kFlushed / sizeof(float)));
        sink = numbers<int>(1);
        CHECK(cudaMalloc(&marks, 2 * sizeof(*marks)));
    }

    /** us from the start to the ends of both, and by how many the mark of the second came later; b is null for one alone. */
    struct Round {
        double ends[2], later;
    };

    std::vector<Round> run(const Launch &a, const Launch *b, bool together, int rounds = kRounds)
    {
        std::vector<Round> all;
        for (int round = 0; round < rounds; ++round) {
            flush<<<1024, 256, 0, before>>>(data, sink, kFlushed / sizeof(int4));
            gate<<<1, 1, 0, before>>>();
            CHECK(cudaEventRecord(start, before));
            CHECK(cudaStreamWaitEvent(first, start));
            CHECK(cudaStreamWaitEvent(second, start));
            const cudaStream_t other = together ? second : first;
            mark<<<1, 1, 0, first>>>(marks);
            a(first);
            CHECK(cudaEventRecord(ends[0], first));
            if (together) mark<<<1, 1, 0, second>>>(marks + 1);
            if (b) (*b)(other);
            CHECK(cudaEventRecord(ends[1], other));
            CHECK(cudaGetLastError());
            CHECK(cudaDeviceSynchronize());
            unsigned long long when[2];
            CHECK(cudaMemcpy(when, marks, sizeof(when), cudaMemcpyDeviceToHost));
            Round one{{0, 0}, (double(when[1]) - double(when[0])) / 1000};
            for (int at = 0; at < 2; ++at) {
                float ms;
                CHECK(cudaEventElapsedTime(&ms, start, ends[at]));
                one.ends[at] = 1000 * ms;
            }
            all.push_back(one);
        }
        return all;
    }
};

inline double endOf(const std::vector<Bench::Round> &rounds, int at)
{
    std::vector<double> values;
    for (const auto &round : rounds) values.push_back(round.ends[at]);
    return median(values);
}

inline double laterOf(const std::vector<Bench::Round> &rounds)
{
    std::vector<double> values;
    for (const auto &round : rounds) values.push_back(std::fabs(round.later));
    return median(values);
}

/** Prints a line for each order of a pair that was seen: both are enqueued in both orders, as often. */
inline void tellOrders(Bench &bench, const std::pair<std::string, std::string> &names, const Launch &a, const Launch &b)
{
    std::vector<Bench::Round> orders[2];
    for (const bool swapped : {false, true}) {
        const auto rounds = swapped ? bench.run(b, &a, true) : bench.run(a, &b, true);
        for (const auto &round : rounds) {
            const bool isFirst = (round.later > 0) != swapped;
            orders[isFirst ? 0 : 1].push_back(swapped ? Bench::Round{{round.ends[1], round.ends[0]}, round.later} : round);
        }
    }
    for (int order = 0; order < 2; ++order) {
        if (orders[order].empty()) continue;
        const std::string told = order == 0 ? names.first + "+" + names.second : names.second + "+" + names.first;
        std::printf("started %s rounds=%d %.3f,%.3f later=%.3f\n", told.c_str(), int(orders[order].size()),
                    endOf(orders[order], order), endOf(orders[order], 1 - order), laterOf(orders[order]));
    }
}

/** The same for one behind the other, in the order in which they are given. */
inline void tellBehind(Bench &bench, const std::string &names, const Launch &a, const Launch &b)
{
    const auto behind = bench.run(a, &b, false);
    std::printf("behind %s %.3f,%.3f\n", names.c_str(), endOf(behind, 0), endOf(behind, 1));
}

}  // namespace orders
