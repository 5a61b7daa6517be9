// Kernels of typical.cuh, each at two launches, one behind the other and at once, and relaunched beside each other: what
// verdicts (docs/verdicts.md) and slowdowns (docs/hardware.md) of kernels that nothing was fitted to are compared with.
// Prints a line for each kernel, each pair of launches (us from the moment when the first one may start, medians) and each
// pair of kernels that are launched again and again (slowdowns, of the rate alone). Which of two launches that wait for one
// event begins first changes from time to time: a mark before each tells, and rounds are kept apart by it, with how many
// there were and by how much the later one came after the other:
//
//   kernel NAME KERNEL grid=X,Y,Z block=X,Y,Z us=ALONE ARGUMENTS
//   behind A+B END_OF_A,END_OF_B
//   started A+B rounds=N END_OF_A,END_OF_B later=US          A began first
//   relaunched A+B slowdown=A,B
//
//   nvcc -O3 -std=c++17 -arch=native typical.cu -o typical && ./typical [seconds] [started]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "card.cuh"
#include "orders.cuh"
#include "typical.cuh"

namespace {

using namespace orders;
using Clock = std::chrono::steady_clock;

/** Seconds of a pair of relaunched kernels: before rates are counted, and while they are. */
constexpr double kWarmUp = 0.03, kCounted = 0.08;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Kernel {
    std::string name, kernel;
    dim3 grid, block;
    std::string arguments;
    std::function<Launch(const Kernel &)> prepare;
};

std::string number(const char *name, int value) { return std::string(name) + "=" + std::to_string(value); }

Kernel sum(const char *name, int grid, int count)
{
    return {name, "sumNumbers", dim3(grid), dim3(256), number("count", count), [=](const Kernel &) -> Launch {
                float *in = numbers<float>(count), *out = numbers<float>(grid);
                return [=](cudaStream_t s) { sumNumbers<<<grid, 256, 0, s>>>(in, out, count); };
            }};
}

Kernel stencil(const char *name, int width, int height, int slabs, int depth)
{
    const dim3 grid(width / 32, height / 8, slabs), block(32, 8);
    return {name, "diffuse", grid, block, number("width", width) + " " + number("height", height) + " " + number("depth", depth),
            [=](const Kernel &) -> Launch {
                const size_t count = size_t(width + 2) * (height + 2) * (slabs * depth + 2);
                float *in = numbers<float>(count), *out = numbers<float>(count);
                return [=](cudaStream_t s) { diffuse<<<grid, block, 0, s>>>(in, out, width, height, depth); };
            }};
}

Kernel histogram(const char *name, int grid, int count)
{
    return {name, "sumByBin", dim3(grid), dim3(256), number("count", count), [=](const Kernel &) -> Launch {
                unsigned *in = numbers<unsigned>(count), *out = numbers<unsigned>(kTypicalBins);
                return [=](cudaStream_t s) { sumByBin<<<grid, 256, 0, s>>>(in, out, count); };
            }};
}

Kernel sparse(const char *name, int rows, int width, int columns)
{
    return {name, "multiplySparse", dim3(rows / 256), dim3(256),
            number("rows", rows) + " " + number("width", width) + " " + number("columns", columns), [=](const Kernel &) -> Launch {
                float *values = numbers<float>(size_t(rows) * width), *x = numbers<float>(columns), *y = numbers<float>(rows);
                return [=](cudaStream_t s) { multiplySparse<<<rows / 256, 256, 0, s>>>(values, x, y, rows, width, columns); };
            }};
}

Kernel softmax(const char *name, int rows)
{
    return {name, "softmaxOfRow", dim3(rows), dim3(256), "", [=](const Kernel &) -> Launch {
                float *in = numbers<float>(size_t(rows) * 1024), *out = numbers<float>(size_t(rows) * 1024);
                return [=](cudaStream_t s) { softmaxOfRow<<<rows, 256, 0, s>>>(in, out); };
            }};
}

Kernel transposed(const char *name, int n)
{
    const dim3 grid(n / 32, n / 32), block(32, 8);
    return {name, "copyTransposed", grid, block, number("n", n), [=](const Kernel &) -> Launch {
                float *in = numbers<float>(size_t(n) * n), *out = numbers<float>(size_t(n) * n);
                return [=](cudaStream_t s) { copyTransposed<<<grid, block, 0, s>>>(in, out, n); };
            }};
}

Kernel doubles(const char *name, int grid, int steps)
{
    return {name, "evaluateDoubles", dim3(grid), dim3(256), number("steps", steps), [=](const Kernel &) -> Launch {
                double *in = numbers<double>(size_t(grid) * 256), *out = numbers<double>(size_t(grid) * 256);
                return [=](cudaStream_t s) { evaluateDoubles<<<grid, 256, 0, s>>>(in, out, steps); };
            }};
}

Kernel waves(const char *name, int count, int waves)
{
    return {name, "sumWaves", dim3(count / 256), dim3(256), number("count", count) + " " + number("waves", waves),
            [=](const Kernel &) -> Launch {
                float *in = numbers<float>(count), *out = numbers<float>(count);
                return [=](cudaStream_t s) { sumWaves<<<count / 256, 256, 0, s>>>(in, out, count, waves); };
            }};
}

const std::vector<Kernel> kKernels = {
    sum("sumNumbers", 528, 8388608),
    stencil("diffuse", 256, 256, 6, 16),
    histogram("sumByBin", 264, 4194304),
    sparse("multiplySparse", 262144, 16, 1048576),
    softmax("softmaxOfRow", 4096),
    transposed("copyTransposed", 2048),
    doubles("evaluateDoubles", 264, 1000),
    waves("sumWaves", 1048576, 24),
    sum("sumNumbers-few", 66, 2097152),
    stencil("diffuse-small", 128, 128, 4, 8),
    histogram("sumByBin-few", 64, 524288),
    sparse("multiplySparse-small", 32768, 64, 65536),
    softmax("softmaxOfRow-small", 512),
    transposed("copyTransposed-small", 768),
    doubles("evaluateDoubles-few", 100, 2000),
    waves("sumWaves-small", 131072, 96),
};

/** Launches a second of each of some kernels, each launched again and again in a stream of its own by a thread of its own. */
std::vector<double> rates(const std::vector<std::pair<Launch, double>> &launches, const cudaStream_t *streams)
{
    const int count = int(launches.size());
    std::atomic<int> ready{0}, finished{0};
    std::vector<double> found(count);
    std::vector<std::thread> threads;
    for (int place = 0; place < count; ++place)
        threads.emplace_back([&, place] {
            CHECK(cudaSetDevice(0));
            const auto &[launch, us] = launches[place];
            const cudaStream_t stream = streams[place];
            // Batches of about a millisecond: the next one is queued before this one ends.
            const int batch = std::max(1, int(1000 / us));
            cudaEvent_t done[2];
            for (auto &event : done) CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
            ++ready;
            while (ready < count) std::this_thread::yield();
            const auto start = Clock::now();
            double first = -1, last = -1;
            long long done_ = 0;
            bool told = false;
            for (int turn = 0; finished < count; ++turn) {
                for (int i = 0; i < batch; ++i) launch(stream);
                CHECK(cudaEventRecord(done[turn % 2], stream));
                if (turn == 0) continue;
                CHECK(cudaEventSynchronize(done[(turn - 1) % 2]));
                const double now = secondsSince(start);
                if (now < kWarmUp) continue;
                if (first < 0) first = now;
                else if (!told) {
                    done_ += batch;
                    last = now;
                }
                if (!told && now > kWarmUp + kCounted && done_ > 0) {
                    found[place] = double(done_) / (last - first);
                    told = true;
                    ++finished;
                }
            }
            CHECK(cudaStreamSynchronize(stream));
            for (auto &event : done) CHECK(cudaEventDestroy(event));
        });
    for (auto &thread : threads) thread.join();
    return found;
}

}  // namespace

int main(int argc, char **argv)
{
    const auto begun = Clock::now();
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1e9;
    // Part of the time for launches that are started once; with `started` there are no others.
    const double share = argc > 2 && std::string(argv[2]) == "started" ? 1 : 0.55;
    tellCard();
    Bench bench;
    const cudaStream_t streams[] = {bench.first, bench.second};
    const int count = int(kKernels.size()), large = count / 2;
    // Two of each, with data of their own.
    std::vector<Launch> launches[2];
    std::vector<double> us;
    for (const Kernel &kernel : kKernels) {
        for (auto &own : launches) own.push_back(kernel.prepare(kernel));
        launches[0].back()(bench.first);
        us.push_back(endOf(bench.run(launches[0].back(), nullptr, false), 0));
        std::printf("kernel %s %s grid=%u,%u,%u block=%u,%u,%u us=%.3f %s\n", kernel.name.c_str(), kernel.kernel.c_str(),
                    kernel.grid.x, kernel.grid.y, kernel.grid.z, kernel.block.x, kernel.block.y, kernel.block.z, us.back(),
                    kernel.arguments.c_str());
    }
    std::fflush(stdout);
    std::vector<std::pair<int, int>> pairs;
    for (int a = 0; a < count; ++a)
        for (int b = 0; b < count; ++b) pairs.push_back({a, b});
    std::shuffle(pairs.begin(), pairs.end(), std::mt19937(18));
    for (const auto &[a, b] : pairs) {
        if (secondsSince(begun) > share * seconds) break;
        const std::string names = kKernels[a].name + "+" + kKernels[b].name;
        tellBehind(bench, names, launches[0][a], launches[1][b]);
        if (a > b) continue;
        tellOrders(bench, {kKernels[a].name, kKernels[b].name}, launches[0][a], launches[1][b]);
    }
    std::fflush(stdout);
    if (share == 1) return EXIT_SUCCESS;
    std::vector<double> alone(count, 0.0);
    const auto rateAlone = [&](int k) {
        if (alone[k] == 0) {
            alone[k] = rates({{launches[0][k], us[k]}}, streams)[0];
            std::printf("relaunched %s us=%.4f\n", kKernels[k].name.c_str(), 1e6 / alone[k]);
        }
        return alone[k];
    };
    // Pairs of the large launches come first.
    std::stable_sort(pairs.begin(), pairs.end(), [&](const auto &p, const auto &q) {
        return std::max(p.first, p.second) / large < std::max(q.first, q.second) / large;
    });
    for (const auto &[a, b] : pairs) {
        if (a > b) continue;
        if (secondsSince(begun) > seconds) break;
        const double one = rateAlone(a), other = rateAlone(b);
        const auto both = rates({{launches[0][a], us[a]}, {launches[1][b], us[b]}}, streams);
        std::printf("relaunched %s+%s slowdown=%.4f,%.4f\n", kKernels[a].name.c_str(), kKernels[b].name.c_str(), one / both[0],
                    other / both[1]);
        std::fflush(stdout);
    }
    std::printf("end\n");
    return EXIT_SUCCESS;
}
