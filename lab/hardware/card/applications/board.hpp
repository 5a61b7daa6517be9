// Memory that the conductor and the applications share: who runs, who rests, and what was counted.
#pragma once

#include <atomic>
#include <ctime>

enum State : int { Starting, Resting, Running, Done, Gone };
enum Order : int { Rest, Run, Serve, Job, Leave };

constexpr int kMostQueries = 2048;
constexpr int kMostSlots = 128;
constexpr int kWordsOfSms = 3;

/** One application's part of the board. Times are seconds of the monotonic clock. */
struct Slot {
    std::atomic<int> state, order;
    /** Rounds since the order to run, and those of them that began and ended while it was counted. */
    std::atomic<long> begun, counted;
    std::atomic<double> first, last;
    /** Rounds of a job; `first` and `last` are its start and end then. */
    long rounds;
    /** Mean of the random pause between two queries. */
    double pause;
    std::atomic<int> queries;
    float latency[kMostQueries];
    /** Launches, copies and bytes of the program, how often a round does it, and whether its own check passed. */
    int launches, copies, times, exitCode;
    double bytes;
    /** SMs that the runtime says it has, and a bit for each that ran a block of a launch that fills them. */
    int sms;
    unsigned long long ranOn[kWordsOfSms];
};

struct Board {
    std::atomic<int> counting;
    std::atomic<double> since;
    Slot slots[kMostSlots];
};

inline double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}
