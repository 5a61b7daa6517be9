// What is run, plan by plan; part of probes.cu.

const std::vector<int> kThreads = {32, 128, 256, 512, 1024};
constexpr int kDram = 1 << 20, kInL2 = 16 << 10;

Part part(Kind kind, int kib, int threads = 256, int blocks = 1)
{
    Part made{kind};
    made.kib = kib;
    made.threads = threads;
    made.blocksPerSm = blocks;
    return made;
}

Part on(Part made, int firstSm, int sms)
{
    made.firstSm = firstSm;
    made.sms = sms;
    return made;
}

/** One probe for each thing that kernels ask for. */
std::vector<Part> oneOfEach(int threads, int blocks)
{
    const std::vector<std::pair<Kind, int>> kinds = {
        {Copy, kDram}, {Copy, kInL2}, {Read, kDram}, {Read, kInL2}, {Write, kDram}, {CopyOwn, 16}, {Chase, kInL2},
        {Chase, 200 << 10}, {Atomics, kInL2}, {Fp32, 0}, {Fp64, 0}, {Int32, 0}, {Special, 0}, {SharedRead, 0},
        {Tensor, 0}, {AsyncRead, kDram}, {BulkRead, kDram}};
    std::vector<Part> parts;
    for (const auto &[kind, kib] : kinds) parts.push_back(part(kind, kib, threads, blocks));
    return parts;
}

void planAlone()
{
    const std::vector<std::pair<Kind, int>> more = {{ReadPast, kDram}, {ReadPast, kInL2}, {Write, kInL2},
                                                    {ReadOwn, 16},     {Chase, 64},       {SharedTwice, 0},
                                                    {Barrier, 0},      {Shuffle, 0},      {AsyncRead, kInL2},
                                                    {BulkRead, kInL2}, {MmaF16, 0},    {MmaTf32, 0},
                                                    {MmaS8, 0},        {MmaF64, 0},    {MmaF8, 0},
                                                    {Wgmma, 0},        {Same, 4},      {Same, 1}};
    for (const int sms : {card.sms, card.sms / 2, 16, 1})
        for (const int threads : kThreads)
            for (const int blocks : {1, 2}) {
                auto all = oneOfEach(threads, blocks);
                for (const auto &[kind, kib] : more) all.push_back(part(kind, kib, threads, blocks));
                for (const Part &one : all)
                    if (one.kind != Wgmma || threads >= 128) together("alone", {on(one, 0, sms)});
            }
}

void planPairs()
{
    for (const int threads : {128, 512}) {
        const auto all = oneOfEach(threads, 1);
        for (size_t a = 0; a < all.size(); ++a)
            for (size_t b = a; b < all.size(); ++b) together("pair", {all[a], all[b]});
    }
}

void planThrees()
{
    const auto all = oneOfEach(256, 1);
    for (size_t a = 0; a < all.size(); a += 2)
        for (size_t b = a + 1; b < all.size(); b += 2)
            for (size_t c = b + 1; c < all.size(); ++c) together("three", {all[a], all[b], all[c]});
}

/** Both have SMs of their own. */
void planSpatial()
{
    const auto all = oneOfEach(512, 2);
    for (const int left : {16, 44, 66, 88, 116}) {
        for (const Part &one : all) together("alone", {on(one, 0, left)});
        for (size_t a = 0; a < all.size(); ++a)
            for (size_t b = 0; b < all.size(); ++b) {
                if (left == 66 && b < a) continue;
                together("spatial", {on(all[a], 0, left), on(all[b], left, card.sms - left)});
            }
    }
}

void planL1()
{
    const std::vector<Part> beside = {part(Copy, kDram, 512),  part(Read, kDram, 512), part(ReadPast, kDram, 512),
                                      part(Write, kDram, 512), part(Copy, kInL2, 512), part(Read, kInL2, 512),
                                      part(Read, kDram, 64),   part(Fp32, 0, 128)};
    for (const Part &other : beside) together("alone", {other});
    for (const Kind kind : {CopyOwn, ReadOwn})
        for (const int threads : {64, 256})
            for (const int kib : {4, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 104, 112, 120, 128, 160, 192, 208, 224, 240,
                                  256, 320}) {
                const Part one = part(kind, kib, threads);
                together("alone", {one});
                together("pair", {one, one});
                for (const Part &other : beside) together("pair", {one, other});
            }
}

void planL2()
{
    for (const Kind kind : {Copy, Read})
        for (const int mib : {2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 64, 96, 160}) {
            const Part one = part(kind, mib << 10, 1024);
            const int half = card.sms / 2;
            together("alone", {one});
            together("alone", {on(one, 0, half)});
            together("pair", {one, one});
            together("spatial", {on(one, 0, half), on(one, half, card.sms - half)});
            together("spatial", {on(one, 0, half), on(part(Read, kDram, 1024), half, card.sms - half)});
            together("spatial", {on(one, 0, half), on(part(Write, kDram, 1024), half, card.sms - half)});
        }
}

/** Issue slots and pipes of one SM, shared by warps of two kernels in all ratios. */
void planIssue()
{
    const std::vector<int> warps = {32, 64, 128, 256, 512, 1024};
    for (const Part &other : {part(Fp32, 0), part(Int32, 0), part(Fp64, 0), part(SharedRead, 0), part(Tensor, 0),
                              part(Special, 0), part(Shuffle, 0), part(CopyOwn, 16), part(Copy, kInL2), part(Copy, kDram)})
        for (const int a : warps)
            for (const int b : warps) {
                Part second = other;
                second.threads = b;
                if (a == warps[0]) together("alone", {second});
                if (second.kind == Fp32 && b < a) continue;
                together("pair", {part(Fp32, 0, a), second});
            }
    for (const int a : warps) together("alone", {part(Fp32, 0, a)});
}

/** Whether a kernel that asks for shared memory joins one that runs. */
void planJoins()
{
    for (const int shared : {0, 16 << 10, 64 << 10, 100 << 10})
        for (const int carveOut : {-1, 0, 100})
            for (const int asked : {0, 4 << 10, 8 << 10, 32 << 10, 64 << 10, 100 << 10, 120 << 10, 160 << 10, 200 << 10}) {
                Part first = part(Spin, 0, 128), second = part(Fp32, 0, 128);
                first.sharedBytes = shared;
                first.carveOut = carveOut;
                second.sharedBytes = asked;
                together("joins", {first, second}, 200);
            }
    // And what it does to what the first one has in its L1 cache.
    for (const int kib : {16, 64, 128, 192})
        for (const int asked : {0, 32 << 10, 64 << 10, 100 << 10, 160 << 10}) {
            Part second = part(Spin, 0, 128);
            second.sharedBytes = asked;
            together("joins", {part(ReadOwn, kib, 256), second}, 200);
        }
}

// One thread's loads, each with its time, in a kernel without shared memory of its own.

constexpr int kPasses = 6, kMostLines = 4096;

/** Follows a chain and keeps the cycles of each load by its line; `between` is called behind each. */
template <typename Between>
__device__ __forceinline__ void followTimed(const unsigned *next, int lines, int passes, unsigned short *times,
                                            Between between)
{
    unsigned at = 0;
    for (int pass = 0; pass < passes; ++pass)
        for (int i = 0; i < lines; ++i) {
            const unsigned line = at / 32;
            const long long start = clock64();
            asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(at) : "l"(next + at) : "memory");
            // What comes is needed before the clock is read again.
            if (at == 0xffffffffu) return;
            const long long end = clock64();
            times[pass * lines + line] = static_cast<unsigned short>(min(end - start, 65535ll));
            between(end);
        }
}

__global__ void chaseTimed(const unsigned *next, int lines, int passes, unsigned short *times)
{
    if (threadIdx.x > 0 || blockIdx.x > 0) return;
    followTimed(next, lines, passes, times, [](long long) {});
}

__global__ void __launch_bounds__(1024) chaseTimedShared(const unsigned *next, int lines, int passes,
                                                         unsigned short *times)
{
    extern __shared__ unsigned short kept[];
    if (threadIdx.x > 0 || blockIdx.x > 0) return;
    followTimed(next, lines, passes, times, [&](long long end) {
        if (end < 0) kept[0] = 1;
    });
}

/** As the one before it, with more registers a thread than 2048 threads could have. */
__global__ void __launch_bounds__(256) chaseTimedWide(const unsigned *next, int lines, int passes,
                                                      unsigned short *times)
{
    extern __shared__ unsigned short kept[];
    float wide[80];
    for (int i = 0; i < 80; ++i) wide[i] = float(clock64() + i);
    if (threadIdx.x > 0 || blockIdx.x > 0) return;
    followTimed(next, lines, passes, times, [&](long long end) {
        for (float &one : wide) one = one * 1.5f + float(end);
    });
    float sum = 0;
    for (const float one : wide) sum += one;
    if (sum == 1.2345f) kept[0] = 1;
}

struct Chased {
    std::vector<unsigned short> times;
    int missed[kPasses];
};

Chased chase(int kib, int shared, int carveOut, int threads, int grid, bool inOrder, bool isWide = false)
{
    const int lines = kib * 8;
    unsigned *chain = reinterpret_cast<unsigned *>(card.memory[1][0]);
    if (inOrder) {
        std::vector<unsigned> next(size_t(lines) * 32, 0);
        for (int i = 0; i < lines; ++i) next[size_t(i) * 32] = unsigned((i + 1) % lines) * 32;
        CHECK(cudaMemcpy(chain, next.data(), next.size() * 4, cudaMemcpyHostToDevice));
    } else {
        makeChain(chain, size_t(kib) * 1024, 11);
    }
    const auto kernel = isWide ? chaseTimedWide : shared < 0 ? chaseTimed : chaseTimedShared;
    const int bytes = std::max(shared, 0);
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, carveOut));
    unsigned short *times = reinterpret_cast<unsigned short *>(card.memory[0][0]);
    kernel<<<grid, threads, bytes>>>(chain, lines, kPasses, times);
    CHECK(cudaGetLastError());
    Chased found;
    found.times.resize(size_t(kPasses) * lines);
    CHECK(cudaMemcpy(found.times.data(), times, found.times.size() * 2, cudaMemcpyDeviceToHost));
    for (int pass = 0; pass < kPasses; ++pass) {
        found.missed[pass] = 0;
        for (int i = 0; i < lines; ++i) found.missed[pass] += found.times[size_t(pass) * lines + i] > 130;
    }
    return found;
}

void planCarveOut()
{
    struct Config {
        int shared, carveOut, threads, grid;
    };
    std::vector<Config> configs;
    for (const int shared : {-1, 1 << 10, 8 << 10, 48 << 10, 100 << 10, 160 << 10})
        for (const int carveOut : {-1, 0, 30, 100}) configs.push_back({shared, carveOut, 32, 1});
    for (const int threads : {64, 256, 1024})
        for (const int grid : {1, 132, 4224})
            for (const int shared : {-1, 1 << 10, 8 << 10}) configs.push_back({shared, -1, threads, grid});
    for (const Config &c : configs) {
        std::printf("capacity shared=%d carve=%d threads=%d grid=%d missed", c.shared, c.carveOut, c.threads, c.grid);
        for (int kib = 16; kib <= 288; kib += 16) {
            const Chased found = chase(kib, c.shared, c.carveOut, c.threads, c.grid, false);
            std::printf(" %d:%.3f", kib, double(found.missed[kPasses - 1]) / (kib * 8));
        }
        std::printf("\n");
    }
}

/** How much L1 cache kernels have by threads and shared memory of a block: shares of misses over footprints. */
void planClasses()
{
    for (const bool isWide : {false, true})
        for (const int threads : {32, 64, 96, 128, 160, 192, 256, 320, 384, 512, 640, 768, 1024})
            for (const int shared :
                 {-1, 0, 512, 1024, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152, 65536, 98304}) {
                if (isWide && (threads > 256 || shared < 0)) continue;
                std::printf("class wide=%d threads=%d shared=%d missed", isWide, threads, shared);
                for (const int kib : {32, 64, 96, 128, 160, 192, 240}) {
                    const Chased found = chase(kib, shared, -1, threads, card.sms, false, isWide);
                    std::printf(" %d:%.3f", kib, double(found.missed[kPasses - 1]) / (kib * 8));
                }
                std::printf("\n");
            }
    for (const auto kernel : {chaseTimed, chaseTimedShared, chaseTimedWide}) {
        cudaFuncAttributes attributes;
        CHECK(cudaFuncGetAttributes(&attributes, kernel));
        std::printf("class registers=%d\n", attributes.numRegs);
    }
}

void planMisses()
{
    for (const bool inOrder : {false, true})
        for (int kib = 160; kib <= 288; kib += 8) {
            const Chased found = chase(kib, -1, -1, 32, 1, inOrder);
            const int lines = kib * 8;
            std::printf("misses order=%s kib=%d missed", inOrder ? "rising" : "drawn", kib);
            for (const int missed : found.missed) std::printf(" %d", missed);
            for (int pass = kPasses - 2; pass < kPasses; ++pass) {
                std::printf(" lines");
                for (int i = 0; i < lines; i += 4) {
                    int digit = 0;
                    for (int bit = 0; bit < 4; ++bit)
                        digit |= int(i + bit < lines && found.times[size_t(pass) * lines + i + bit] > 130) << bit;
                    std::printf("%s%x", i == 0 ? "=" : "", digit);
                }
            }
            std::printf("\n");
        }
    // Levels of latency: core cycles of one load, the reading of the clock included.
    const Chased found = chase(64, -1, -1, 32, 1, false);
    std::printf("cycles first");
    for (int i = 0; i < 512; i += 4) std::printf(" %d", found.times[i]);
    std::printf(" second");
    for (int i = 0; i < 16; ++i) std::printf(" %d", found.times[512 + i]);
    std::printf("\n");
}

/** Latency of the L2 cache by SM and by line. */
__global__ void latencyOf(const unsigned *next, int wanted, int steps, unsigned *cycles, unsigned short *times)
{
    if (smOfBlock() != wanted || threadIdx.x > 0 || atomicAdd(cycles, 1u) != 0) return;
    unsigned at = 0;
    for (int i = 0; i < steps; ++i) {
        const unsigned line = at / 32;
        const long long start = clock64();
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(at) : "l"(next + at) : "memory");
        if (at == 0xffffffffu) return;
        const long long end = clock64();
        times[line] = static_cast<unsigned short>(min(end - start, 65535ll));
    }
}

void planLatency()
{
    constexpr int kLines = 2048;
    unsigned *chain = reinterpret_cast<unsigned *>(card.memory[1][0]);
    makeChain(chain, size_t(kLines) * 128, 5);
    unsigned *taken = reinterpret_cast<unsigned *>(card.memory[0][1]);
    unsigned short *times = reinterpret_cast<unsigned short *>(card.memory[0][0]);
    std::vector<unsigned short> host(kLines);
    for (int sm = 0; sm < card.sms; ++sm) {
        CHECK(cudaMemset(taken, 0, 4));
        CHECK(cudaMemset(times, 0, kLines * 2));
        latencyOf<<<card.sms * 2, 32>>>(chain, sm, kLines * 3, taken, times);
        CHECK(cudaMemcpy(host.data(), times, kLines * 2, cudaMemcpyDeviceToHost));
        double sum = 0;
        for (const auto one : host) sum += one;
        std::sort(host.begin(), host.end());
        std::printf("l2 sm=%d mean=%.1f least=%d tenth=%d median=%d ninety=%d most=%d\n", sm, sum / kLines, host[0],
                    host[kLines / 10], host[kLines / 2], host[kLines * 9 / 10], host[kLines - 1]);
        if (sm > 1) continue;
        CHECK(cudaMemcpy(host.data(), times, kLines * 2, cudaMemcpyDeviceToHost));
        std::printf("l2lines sm=%d", sm);
        for (int i = 0; i < 512; ++i) std::printf(" %d", host[i]);
        std::printf("\n");
    }
}

// Blocks that hold their place: in which order, and how soon, blocks start.

__global__ void hold(long long cycles, unsigned long long *starts, unsigned short *sms)
{
    if (threadIdx.x == 0) {
        starts[blockIdx.x] = nanoseconds();
        sms[blockIdx.x] = static_cast<unsigned short>(smOfBlock());
    }
    const long long start = clock64();
    while (clock64() - start < cycles) {
    }
}

struct Held {
    std::vector<unsigned long long> starts;
    std::vector<unsigned short> sms;
};

std::vector<Held> holdTogether(const std::vector<dim3> &launches, long long cycles, bool urgent, int gap)
{
    int least = 0, most = 0;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &most));
    std::vector<Held> found;
    std::vector<cudaStream_t> streams;
    for (size_t i = 0; i < launches.size(); ++i) {
        cudaStream_t stream;
        CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, urgent && i > 0 ? most : least));
        streams.push_back(stream);
        if (i > 0) {
            const auto from = std::chrono::steady_clock::now();
            while (std::chrono::steady_clock::now() - from < std::chrono::microseconds(gap)) {
            }
        }
        hold<<<launches[i].x, launches[i].y, 0, stream>>>(
            cycles, reinterpret_cast<unsigned long long *>(card.memory[i][0]),
            reinterpret_cast<unsigned short *>(card.memory[i][1]));
        CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    for (size_t i = 0; i < launches.size(); ++i) {
        Held one;
        one.starts.resize(launches[i].x);
        one.sms.resize(launches[i].x);
        CHECK(cudaMemcpy(one.starts.data(), card.memory[i][0], one.starts.size() * 8, cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(one.sms.data(), card.memory[i][1], one.sms.size() * 2, cudaMemcpyDeviceToHost));
        found.push_back(one);
        CHECK(cudaStreamDestroy(streams[i]));
    }
    return found;
}

void planDispatch()
{
    for (const int blocks : {66, 132, 264})
        for (const int threads : {64, 1024}) {
            const auto held = holdTogether({dim3(blocks, threads)}, 200'000, false, 0)[0];
            std::printf("placed blocks=%d threads=%d sms", blocks, threads);
            for (const auto sm : held.sms) std::printf(" %d", sm);
            std::printf("\n");
        }
    for (const int threads : {32, 128, 256, 1024})
        for (const int perSm : {1, 2, 8, 16, 32}) {
            if (threads * perSm > 2048) continue;
            auto starts = holdTogether({dim3(card.sms * perSm, threads)}, 400'000, false, 0)[0].starts;
            std::sort(starts.begin(), starts.end());
            std::printf("started threads=%d blocks=%zu ns", threads, starts.size());
            for (const double share : {0.1, 0.25, 0.5, 0.75, 0.9, 1.0})
                std::printf(" %llu", starts[size_t(share * double(starts.size() - 1))] - starts[0]);
            std::printf("\n");
        }
    // Three waves of one kernel, then one wave of another.
    for (const bool urgent : {false, true})
        for (const int gap : {5, 40})
            for (const int threads : {128, 256, 1024}) {
                const int wave = card.sms * (2048 / threads);
                const auto held = holdTogether({dim3(wave * 3 + wave / 2, threads), dim3(wave, threads)}, 100'000, urgent, gap);
                const auto zero = *std::min_element(held[0].starts.begin(), held[0].starts.end());
                std::printf("waves threads=%d urgent=%d gap=%d", threads, urgent, gap);
                for (const auto &one : held) {
                    auto starts = one.starts;
                    std::sort(starts.begin(), starts.end());
                    std::printf(" |");
                    for (int i = 0; i <= 14; ++i)
                        std::printf(" %.1f", double(starts[(starts.size() - 1) * size_t(i) / 14] - zero) / 1e3);
                }
                std::printf("\n");
            }
}

/** Copies to and from pinned memory of the host beside kernels. */
void planCopies()
{
    const size_t bytes = size_t{256} << 20;
    char *host[2], *device[2];
    for (int i = 0; i < 2; ++i) {
        CHECK(cudaMallocHost(&host[i], bytes));
        CHECK(cudaMalloc(&device[i], bytes));
    }
    std::vector<Part> all = oneOfEach(512, 2);
    all.push_back(part(Spin, 0, 32));
    cudaStream_t streams[2];
    cudaEvent_t from[2], to[2];
    for (int i = 0; i < 2; ++i) {
        CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
        CHECK(cudaEventCreate(&from[i]));
        CHECK(cudaEventCreate(&to[i]));
    }
    const char *const names[] = {"up", "down", "both", "upTwice"};
    for (int way = 0; way < 4; ++way)
        for (const Part &one : all) {
            Work work = workOf(one, 0);
            // About 20 ms, so that the copies end within.
            work.counted = 12'000'000;
            work.tail = 20'000'000;
            std::memset(&card.host[0], 0, sizeof(Told));
            card.host[0].firstStart = card.host[0].firstEnd = ~0ull;
            CHECK(cudaMemcpy(card.told, card.host, sizeof(Told), cudaMemcpyHostToDevice));
            CHECK(cudaMemset(card.origins, 0xff, sizeof(Origins)));
            launch(one, work, 0);
            const int copies = way < 2 ? 1 : 2;
            for (int i = 0; i < copies; ++i) {
                const bool up = way == 0 || way == 3 || (way == 2 && i == 0);
                CHECK(cudaEventRecord(from[i], streams[i]));
                CHECK(cudaMemcpyAsync(up ? device[i] : host[i], up ? host[i] : device[i], bytes,
                                      up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, streams[i]));
                CHECK(cudaEventRecord(to[i], streams[i]));
            }
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaMemcpy(card.host, card.told, sizeof(Told), cudaMemcpyDeviceToHost));
            const Told &t = card.host[0];
            std::printf("copies %s beside %s kib=%d threads=%d blocks=%d pace=%.5f", names[way], kNames[one.kind], one.kib,
                        one.threads, one.blocksPerSm,
                        t.cycles ? double(t.steps) * double(t.warps) / double(t.cycles) : 0.0);
            for (int i = 0; i < copies; ++i) {
                float ms = 0;
                CHECK(cudaEventElapsedTime(&ms, from[i], to[i]));
                std::printf(" gbs=%.2f", double(bytes) / 1e6 / ms);
            }
            std::printf("\n");
        }
}

/** Two kernels one behind the other, and then the other way round, over numbers of warps. */
void planOrder()
{
    const std::vector<Part> first = {part(Write, kDram), part(Write, kInL2), part(Copy, kDram), part(Read, kDram),
                                     part(Read, kInL2), part(Fp32, 0), part(Tensor, 0), part(AsyncRead, kDram),
                                     part(Atomics, kInL2)};
    const std::vector<Part> second = {part(ReadOwn, 16, 64), part(CopyOwn, 16, 64), part(Chase, 64, 64),
                                      part(Chase, kInL2, 64), part(Chase, 200 << 10, 64), part(SharedRead, 0, 128),
                                      part(Fp32, 0, 128), part(Int32, 0, 128), part(Read, kInL2, 128),
                                      part(Read, kDram, 128), part(Write, kInL2, 64)};
    for (const Part &other : second) together("alone", {other});
    for (Part one : first)
        for (const int threads : {32, 64, 128, 256, 512, 1024}) {
            one.threads = threads;
            together("alone", {one});
            for (const Part &other : second) {
                together("pair", {one, other});
                together("pair", {other, one});
            }
        }
}

/** Latency of a few loads while others load the memory from other SMs. */
void planLoaded()
{
    const int few = 4;
    for (const Part &load : {part(Chase, 64, 32), part(Chase, kInL2, 32), part(Chase, 200 << 10, 32)}) {
        together("alone", {on(load, 0, few)});
        for (const Part &other : {part(Read, kDram), part(Write, kDram), part(Copy, kDram), part(Read, kInL2),
                                  part(Copy, kInL2), part(Write, kInL2), part(Atomics, kInL2)})
            for (const int threads : {32, 64, 128, 256, 512, 1024}) {
                Part one = other;
                one.threads = threads;
                together("spatial", {on(one, few, card.sms - few), on(load, 0, few)});
            }
    }
}

void printWarps(const char *label, const std::vector<Part> &parts)
{
    card.keepsWarps = true;
    for (auto &steps : card.perWarp) CHECK(cudaMemset(steps, 0, kMostSms * 64 * sizeof(unsigned)));
    together(label, parts);
    card.keepsWarps = false;
    for (size_t i = 0; i < parts.size(); ++i) {
        const int warps = parts[i].threads / 32;
        std::vector<unsigned> steps(size_t(card.sms) * parts[i].blocksPerSm * warps);
        CHECK(cudaMemcpy(steps.data(), card.perWarp[i], steps.size() * 4, cudaMemcpyDeviceToHost));
        for (const int sm : {0, 77}) {
            std::printf("warps part=%zu sm=%d steps", i, sm);
            for (int block = 0; block < parts[i].blocksPerSm; ++block)
                for (int warp = 0; warp < warps; ++warp)
                    std::printf("%s%u", warp == 0 ? " / " : " ", steps[size_t(block * card.sms + sm) * warps + warp]);
            std::printf("\n");
        }
    }
}

/** How the warps of an SM share what they ask for, one by one. */
void planWarps()
{
    for (const Kind kind : {Fp32, Fp64, Special, Tensor, Int32, SharedRead, Shuffle, MmaF16}) {
        for (const auto &[threads, blocks] : {std::pair{256, 1}, std::pair{512, 1}, std::pair{1024, 1}, std::pair{512, 2},
                                              std::pair{256, 4}, std::pair{1024, 2}})
            printWarps("shares", {part(kind, 0, threads, blocks)});
        for (const int threads : {128, 256, 512}) printWarps("shares", {part(kind, 0, threads), part(kind, 0, threads)});
    }
    for (const Part &other : {part(Fp64, 0), part(Special, 0), part(Int32, 0), part(Tensor, 0)})
        for (const int threads : {128, 256, 512}) {
            Part second = other;
            second.threads = threads;
            printWarps("shares", {part(Fp32, 0, threads), second});
            printWarps("shares", {second, part(Fp32, 0, threads)});
        }
    for (const auto &[kind, kib] : {std::pair{Read, kInL2}, std::pair{Read, kDram}, std::pair{Write, kDram},
                                    std::pair{Copy, kInL2}, std::pair{ReadOwn, 16}, std::pair{Atomics, kInL2}})
        for (const auto &[threads, blocks] : {std::pair{512, 1}, std::pair{512, 2}, std::pair{1024, 2}})
            printWarps("shares", {part(kind, kib, threads, blocks)});
}

// Kernels without shared memory of their own: which join, by what their blocks ask for.

__global__ void __launch_bounds__(1024) plain(long long cycles, unsigned long long *starts)
{
    if (threadIdx.x == 0) starts[blockIdx.x] = nanoseconds();
    const long long start = clock64();
    while (clock64() - start < cycles) __nanosleep(500);
}

__global__ void __launch_bounds__(1024) asking(long long cycles, unsigned long long *starts)
{
    extern __shared__ int asked[];
    if (threadIdx.x == 0) starts[blockIdx.x] = nanoseconds();
    const long long start = clock64();
    while (clock64() - start < cycles) __nanosleep(500);
    if (cycles < 0) asked[0] = 1;
}

void planPlainJoins()
{
    unsigned long long *starts[2] = {reinterpret_cast<unsigned long long *>(card.memory[0][0]),
                                     reinterpret_cast<unsigned long long *>(card.memory[0][1])};
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, plain));
    CHECK(cudaFuncGetAttributes(&attributes, asking));
    const auto start = [&](int place, int threads, int shared, int blocks) {
        const auto kernel = shared < 0 ? plain : asking;
        const int bytes = std::max(shared, 0);
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, -1));
        kernel<<<blocks, threads, bytes, card.streams[place]>>>(600'000, starts[place]);
        CHECK(cudaGetLastError());
    };
    for (const int blocksPerSm : {1, 2})
        for (const auto &[threadsA, sharedA] :
             {std::pair{32, -1}, std::pair{64, -1}, std::pair{128, -1}, std::pair{256, -1}, std::pair{1024, -1},
              std::pair{64, 512}, std::pair{256, 512}, std::pair{256, 2048}, std::pair{256, 4096}, std::pair{256, 8192},
              std::pair{256, 16384}, std::pair{256, 32768}, std::pair{1024, 8192}, std::pair{1024, 65536}})
            for (const auto &[threadsB, sharedB] :
                 {std::pair{32, -1}, std::pair{64, -1}, std::pair{128, -1}, std::pair{256, -1}, std::pair{1024, -1},
                  std::pair{64, 512}, std::pair{256, 512}, std::pair{256, 2048}, std::pair{256, 4096},
                  std::pair{256, 8192}, std::pair{256, 16384}, std::pair{256, 32768}, std::pair{512, 8192},
                  std::pair{1024, 8192}, std::pair{128, 1024}, std::pair{1024, 65536}, std::pair{256, 100 << 10}}) {
                if (threadsA * blocksPerSm + threadsB > 2048) continue;
                start(0, threadsA, sharedA, card.sms * blocksPerSm);
                const auto from = std::chrono::steady_clock::now();
                while (std::chrono::steady_clock::now() - from < std::chrono::microseconds(60)) {
                }
                start(1, threadsB, sharedB, card.sms);
                CHECK(cudaDeviceSynchronize());
                unsigned long long first = 0, second = 0;
                CHECK(cudaMemcpy(&first, starts[0], 8, cudaMemcpyDeviceToHost));
                CHECK(cudaMemcpy(&second, starts[1], 8, cudaMemcpyDeviceToHost));
                std::printf("plain A=%d,%d,%d B=%d,%d late=%.1f\n", threadsA, sharedA, blocksPerSm, threadsB, sharedB,
                            (double(second) - double(first)) / 1e3);
            }
}

struct Plan {
    const char *name;
    void (*run)();
};
const Plan kPlans[] = {{"classes", planClasses},  {"plain", planPlainJoins}, {"warps", planWarps},      {"order", planOrder},
                       {"loaded", planLoaded},    {"latency", planLatency},  {"misses", planMisses},     {"carveout", planCarveOut},
                       {"joins", planJoins},     {"dispatch", planDispatch}, {"alone", planAlone},
                       {"pairs", planPairs},     {"l1", planL1},             {"l2", planL2},
                       {"issue", planIssue},     {"spatial", planSpatial},   {"threes", planThrees},
                       {"copies", planCopies}};
