// Reproducible inputs and the comparison with a CPU result, shared by programs of the suite.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

/** Linear congruential generator: the same inputs on every machine. */
class Random {
    uint32_t state;

public:
    explicit Random(uint32_t seed) : state(seed * 2654435761u + 1u) {}
    uint32_t next()
    {
        state = state * 1664525u + 1013904223u;
        return state >> 8;
    }
    uint32_t below(uint32_t bound) { return next() % bound; }
    float uniform(float low, float high) { return low + (high - low) * float(next()) / 16777216.0f; }
};

inline std::vector<float> uniformFloats(size_t count, float low, float high, uint32_t seed)
{
    Random random(seed);
    std::vector<float> values(count);
    for (float &value : values)
        value = random.uniform(low, high);
    return values;
}

/** Largest difference of two vectors, relative where the wanted value is above 1. */
inline double largestError(const std::vector<float> &got, const std::vector<float> &wanted)
{
    double worst = 0.0;
    for (size_t i = 0; i < wanted.size(); ++i)
        worst = std::max(worst, std::fabs(double(got[i]) - wanted[i]) / std::max(1.0, std::fabs(double(wanted[i]))));
    return worst;
}

/** Prints how far the GPU's result is from the CPU's; the program's exit status. */
inline int report(const char *what, double error, double tolerance)
{
    std::printf("%s: error %.3g, %s\n", what, error, error <= tolerance ? "passed" : "FAILED");
    return error <= tolerance ? 0 : 1;
}
