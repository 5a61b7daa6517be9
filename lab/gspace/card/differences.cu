// Runs kernels and their yielding forms on the same data: what differs, and what it costs.
#include <cuda.h>
#include <cuda_runtime.h>
#include <unistd.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

static std::string current = "-";
#define CHECK(call)                                                                                     \
    do {                                                                                                \
        const int status_ = int(call);                                                                  \
        if (status_ != 0) {                                                                             \
            std::printf("%s failed %s:%d %d\n", current.c_str(), phase, __LINE__, status_);             \
            std::fflush(stdout);                                                                        \
            _exit(10);                                                                                  \
        }                                                                                               \
    } while (0)
static const char *phase = "start";

constexpr size_t kPiece = size_t(192) << 20;
constexpr int kPieces = 14;

__host__ __device__ inline uint32_t hashed(uint32_t x)
{
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return x;
}
/** Floats from 0 to 1, halves from 0.5 to 1, small whole numbers. */
__global__ void fill(uint32_t *to, size_t words, int kind, uint32_t seed)
{
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < words; i += size_t(gridDim.x) * blockDim.x) {
        const uint32_t drawn = hashed(uint32_t(i) * 2654435761u + seed);
        uint32_t value = drawn & 63;
        if (kind == 1) value = __float_as_uint(float(drawn & 4095) / 4096.0f);
        if (kind == 2) {
            const unsigned long long bits = __double_as_longlong(double(hashed(uint32_t(i / 2) + seed) & 4095) / 4096.0);
            value = uint32_t(i & 1 ? bits >> 32 : bits);
        }
        if (kind == 3) value = (0x3800u + 32 * (drawn & 31)) | (0x3800u + 32 * (drawn >> 8 & 31)) << 16;
        if (kind == 4) value = drawn % 100 | (drawn >> 8) % 100 << 8 | (drawn >> 16) % 100 << 16 | (drawn >> 20) % 100 << 24;
        if (kind == 5) value = drawn & 0x01010101u;
        if (kind == 6) value = drawn & 0x001f001fu;
        if (kind == 7) value = i & 1 ? 0 : drawn & 63;
        to[i] = value;
    }
}
__global__ void countDifferent(const uint32_t *a, const uint32_t *b, size_t words, unsigned *different)
{
    unsigned mine = 0;
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < words; i += size_t(gridDim.x) * blockDim.x) mine += a[i] != b[i];
    if (mine > 0) atomicAdd(different, mine);
}

struct Parameter { char kind; std::string element; int bytes; double value; };
struct Job {
    std::string id, tree, file, kernel, arguments;
    unsigned grid[3], block[3], shared;
    std::vector<Parameter> parameters;
};

static int kindOf(const std::string &element)
{
    static const std::map<std::string, int> kinds = {{"float", 1}, {"double", 2}, {"half", 3}, {"char", 4}, {"bool", 5}, {"short", 6}, {"long", 7}, {"size_t", 7}};
    const auto found = kinds.find(element);
    return found == kinds.end() ? 0 : found->second;
}

static std::vector<Job> readJobs(const char *path)
{
    std::vector<Job> jobs;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        Job job;
        int count = 0;
        words >> job.id >> job.tree >> job.file >> job.kernel >> job.arguments;
        for (unsigned &extent : job.grid) words >> extent;
        for (unsigned &extent : job.block) words >> extent;
        words >> job.shared >> count;
        for (int i = 0; i < count; ++i) {
            std::string word;
            words >> word;
            std::replace(word.begin(), word.end(), ':', ' ');
            std::istringstream parts(word);
            Parameter one;
            parts >> one.kind >> one.element;
            if (one.kind == 'p') one.value = 0;
            else parts >> one.value;
            job.parameters.push_back(one);
        }
        jobs.push_back(job);
    }
    return jobs;
}

static char *first, *data, *kept;
static unsigned *different;
static int sms;
static char *queue, *wish;
static CUstream own, control;
// Sizes of the queue and of what is wished, whose beginnings are read below.
constexpr size_t kQueue = 16 + 4096 * 2 + 8192 + 64, kWish = 4096 + 64;

static CUmodule loaded(const std::string &folder, const Job &job, int form)
{
    static std::map<std::string, CUmodule> modules;
    std::string name = job.tree + "-" + job.file;
    std::replace(name.begin(), name.end(), '/', '_');
    const std::string path = folder + "/" + name + "." + std::to_string(form) + ".cubin";
    const auto found = modules.find(path);
    if (found != modules.end()) return found->second;
    if (access(path.c_str(), R_OK) != 0) return nullptr;
    CUmodule module;
    CHECK(cuModuleLoad(&module, path.c_str()));
    return modules[path] = module;
}

/** What a template is made with, of a mangled name behind the kernel's own; empty for others. */
static std::string templatePart(const std::string &entry, const std::string &name)
{
    const size_t at = entry.find(name) + name.size();
    if (at >= entry.size() || entry[at] != 'I') return "";
    const size_t end = entry.find("Ev", at);
    return end == std::string::npos ? "" : entry.substr(at, end - at);
}

/** Whether the whole numbers of `<float,16>` all stand in the mangled arguments. */
static bool matches(const std::string &arguments, const std::string &part)
{
    for (size_t i = 0; i < arguments.size();) {
        if (!std::isdigit((unsigned char)arguments[i]) || (i > 0 && std::isalnum((unsigned char)arguments[i - 1]))) { ++i; continue; }
        size_t end = i;
        while (end < arguments.size() && std::isdigit((unsigned char)arguments[end])) ++end;
        if (part.find(arguments.substr(i, end - i) + "E") == std::string::npos) return false;
        i = end;
    }
    return true;
}

/** The kernel of a module with a name and, where `part` is given, template arguments. */
static CUfunction functionOf(CUmodule module, const std::string &kernel, const std::string &arguments, const std::string *part, std::string *found)
{
    unsigned count = 0;
    CHECK(cuModuleGetFunctionCount(&count, module));
    std::vector<CUfunction> functions(count);
    CHECK(cuModuleEnumerateFunctions(functions.data(), count, module));
    const std::string name = std::to_string(kernel.size()) + kernel;
    for (const CUfunction function : functions) {
        const char *raw = nullptr;
        CHECK(cuFuncGetName(&raw, function));
        const std::string entry = raw;
        const size_t at = entry.find(name);
        const bool mangled = at != std::string::npos && (at == 0 || !std::isdigit((unsigned char)entry[at - 1]));
        if (!mangled && entry != kernel) continue;
        const std::string own = mangled ? templatePart(entry, name) : "";
        if (part != nullptr ? own != *part : !matches(arguments, own)) continue;
        if (found != nullptr) *found = own;
        return function;
    }
    return nullptr;
}

struct Prepared {
    const Job &job;
    std::vector<std::vector<char>> values;
    int pieces = 0;
};

static void prepare(const Prepared &run)
{
    for (int i = 0; i < run.pieces; ++i) CHECK(cudaMemcpyAsync(data + i * kPiece, first + i * kPiece, kPiece, cudaMemcpyDeviceToDevice, own));
    CHECK(cudaStreamSynchronize(own));
}
static unsigned wrongWords(const Prepared &run)
{
    CHECK(cudaMemset(different, 0, 4));
    countDifferent<<<1056, 512>>>((const uint32_t *)data, (const uint32_t *)kept, run.pieces * kPiece / 4, different);
    unsigned found;
    CHECK(cudaMemcpy(&found, different, 4, cudaMemcpyDeviceToHost));
    return found;
}
static void launchPlain(const Prepared &run, CUfunction function)
{
    std::vector<void *> given;
    for (const auto &value : run.values) given.push_back((void *)value.data());
    const Job &job = run.job;
    CHECK(cuLaunchKernel(function, job.grid[0], job.grid[1], job.grid[2], job.block[0], job.block[1], job.block[2], job.shared, own, given.data(), nullptr));
}
static void launchYielding(const Prepared &run, CUfunction function, unsigned blocks)
{
    std::vector<void *> given = {&queue, &wish, (void *)run.job.grid};
    for (const auto &value : run.values) given.push_back((void *)value.data());
    const Job &job = run.job;
    CHECK(cuLaunchKernel(function, blocks, 1, 1, job.block[0], job.block[1], job.block[2], job.shared, own, given.data(), nullptr));
}
/** Writes what is wanted: that all stay, or that all leave; not the count of those that left. */
static void want(int form, bool stay, CUstream stream)
{
    static uint32_t *words = nullptr;
    if (words == nullptr) {
        CHECK(cudaMallocHost(&words, 4 * 4096));
        std::memset(words + 1024, 0xff, 4096); // array, stay
        std::memset(words + 2048, 0, 4096);    // array, leave
        words[0] = words[1] = 0;               // pair, stay
        words[2] = 0;
        words[3] = 1024; // pair, leave
    }
    if (form == 1) CHECK(cudaMemcpyAsync(wish, words + (stay ? 0 : 2), 8, cudaMemcpyHostToDevice, stream));
    else CHECK(cudaMemcpyAsync(wish, words + (stay ? 1024 : 2048), 4096, cudaMemcpyHostToDevice, stream));
}
static void fresh(int form, CUstream stream)
{
    CHECK(cudaMemsetAsync(queue, 0, kQueue, stream));
    CHECK(cudaMemsetAsync(wish, 0, kWish, stream));
    want(form, true, stream);
}
static unsigned long long finished()
{
    unsigned done;
    CHECK(cudaMemcpy(&done, queue + 4, 4, cudaMemcpyDeviceToHost));
    return done;
}

static double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

static void compare(const std::string &folder, const Job &job)
{
    current = job.id;
    Prepared run{job};
    phase = "load";
    CUfunction functions[3];
    std::string part;
    int registers[3], perSm[3] = {0, 0, 0};
    const int threads = job.block[0] * job.block[1] * job.block[2];
    for (int form = 0; form < 3; ++form) {
        const CUmodule module = loaded(folder, job, form);
        if (module == nullptr) {
            std::printf("%s not compiled in form %d\n", job.id.c_str(), form);
            return;
        }
        functions[form] = functionOf(module, form == 0 ? job.kernel : job.kernel + "_yielding", job.arguments,
                                     form == 0 ? nullptr : &part, form == 0 ? &part : nullptr);
        if (functions[form] == nullptr) {
            std::printf("%s not there in form %d\n", job.id.c_str(), form);
            return;
        }
        if (job.shared > 40000) CHECK(cuFuncSetAttribute(functions[form], CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, job.shared));
        CHECK(cuFuncGetAttribute(&registers[form], CU_FUNC_ATTRIBUTE_NUM_REGS, functions[form]));
        CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&perSm[form], functions[form], threads, job.shared));
    }
    for (size_t place = 0; place < job.parameters.size(); ++place) {
        Parameter one = job.parameters[place];
        size_t offset = 0, bytes = 0;
        CHECK(cuFuncGetParamInfo(functions[0], place, &offset, &bytes));
        one.bytes = int(bytes);
        if (one.kind == 'p' && bytes != 8) one.kind = 'i';
        std::vector<char> value(std::max(one.bytes, 8), 0);
        if (one.kind == 'p') {
            if (run.pieces == kPieces) { std::printf("%s skipped pointers\n", job.id.c_str()); return; }
            char *at = data + run.pieces * kPiece;
            std::memcpy(value.data(), &at, 8);
            fill<<<1056, 512>>>((uint32_t *)(first + run.pieces * kPiece), kPiece / 4, kindOf(one.element), 7 + run.pieces);
            ++run.pieces;
        } else if (one.kind == 'f' && one.bytes == 4) {
            const float as = float(one.value);
            std::memcpy(value.data(), &as, 4);
        } else if (one.kind == 'f') std::memcpy(value.data(), &one.value, 8);
        else if (one.bytes <= 8) {
            const long long as = (long long)one.value;
            std::memcpy(value.data(), &as, 8);
        }
        run.values.push_back(value);
    }
    CHECK(cudaDeviceSynchronize());
    const unsigned long long tasks = (unsigned long long)job.grid[0] * job.grid[1] * job.grid[2];
    phase = "plain";
    prepare(run);
    launchPlain(run, functions[0]);
    CHECK(cudaStreamSynchronize(own));
    CHECK(cudaMemcpy(kept, data, run.pieces * kPiece, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(data, first, run.pieces * kPiece, cudaMemcpyDeviceToDevice));
    const unsigned written = wrongWords(run);
    prepare(run);
    launchPlain(run, functions[0]);
    CHECK(cudaStreamSynchronize(own));
    const unsigned unstable = wrongWords(run);
    unsigned wrong[3] = {0, 0, 0}, wrongLeft[3] = {0, 0, 0};
    unsigned long long left[3] = {0, 0, 0}, missing = 0;
    for (int form = 1; form < 3; ++form) {
        phase = form == 1 ? "pair" : "array";
        if (perSm[form] == 0) continue;
        const unsigned blocks = unsigned(std::min<unsigned long long>(tasks, (unsigned long long)sms * perSm[form]));
        prepare(run);
        fresh(form, own);
        launchYielding(run, functions[form], blocks);
        CHECK(cudaStreamSynchronize(own));
        missing += tasks - finished();
        wrong[form] = wrongWords(run);
        phase = form == 1 ? "pair-leaves" : "array-leaves";
        for (int time = 0; time < 3; ++time) {
            prepare(run);
            fresh(form, own);
            CHECK(cudaStreamSynchronize(own));
            if (time == 0) want(form, false, control);
            launchYielding(run, functions[form], blocks);
            if (time > 0) {
                if (time == 2) usleep(20);
                want(form, false, control);
            }
            CHECK(cudaStreamSynchronize(control));
            CHECK(cudaStreamSynchronize(own));
            unsigned gone;
            CHECK(cudaMemcpy(&gone, wish + (form == 1 ? 8 : 4096), 4, cudaMemcpyDeviceToHost));
            left[form] = std::max<unsigned long long>(left[form], gone);
            want(form, true, own);
            if (gone > 0) launchYielding(run, functions[form], gone);
            CHECK(cudaStreamSynchronize(own));
            missing += tasks - finished();
            wrongLeft[form] = std::max(wrongLeft[form], wrongWords(run));
        }
    }
    phase = "time";
    std::vector<double> times[3];
    cudaEvent_t from, to;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    for (int round = 0; round < 6; ++round)
        for (int at = 0; at < 3; ++at) {
            const int form = round % 2 == 0 ? at : 2 - at;
            if (form > 0 && perSm[form] == 0) continue;
            const unsigned blocks = unsigned(std::min<unsigned long long>(tasks, (unsigned long long)sms * std::max(1, perSm[form])));
            prepare(run);
            if (form > 0) fresh(form, own);
            CHECK(cudaStreamSynchronize(own));
            CHECK(cudaEventRecord(from, own));
            if (form == 0) launchPlain(run, functions[0]);
            else launchYielding(run, functions[form], blocks);
            CHECK(cudaEventRecord(to, own));
            CHECK(cudaStreamSynchronize(own));
            float ms = 0;
            CHECK(cudaEventElapsedTime(&ms, from, to));
            if (round > 0) times[form].push_back(ms * 1e3);
        }
    CHECK(cudaEventDestroy(from));
    CHECK(cudaEventDestroy(to));
    for (auto &list : times)
        if (list.empty()) list.push_back(-1);
    std::printf("%s ran %llu %d %u %u | %u %u %llu | %u %u %llu | %llu | %d %d %d | %d %d %d | %.2f %.2f %.2f\n", job.id.c_str(), tasks, threads, written,
                unstable, wrong[1], wrongLeft[1], left[1], wrong[2], wrongLeft[2], left[2], missing, registers[0], registers[1], registers[2], perSm[0],
                perSm[1], perSm[2], median(times[0]), median(times[1]), median(times[2]));
    std::fflush(stdout);
}

int main(int argc, char **argv)
{
    if (argc < 5) return 2;
    const std::string folder = argv[1];
    const std::vector<Job> jobs = readJobs(argv[2]);
    const size_t start = std::atoi(argv[3]);
    const time_t until = std::atol(argv[4]);
    CHECK(cudaSetDevice(0));
    CHECK(cudaFree(nullptr));
    CHECK(cudaMalloc(&first, kPieces * kPiece));
    CHECK(cudaMalloc(&data, kPieces * kPiece));
    CHECK(cudaMalloc(&kept, kPieces * kPiece));
    CHECK(cudaMalloc(&different, 4));
    CHECK(cudaMalloc(&queue, kQueue));
    CHECK(cudaMalloc(&wish, kWish));
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    CHECK(cuStreamCreate(&own, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&control, CU_STREAM_NON_BLOCKING));
    for (size_t i = start; i < jobs.size(); ++i) {
        if (time(nullptr) >= until) {
            std::printf("- out of time at %zu of %zu\n", i, jobs.size());
            return 0;
        }
        std::fprintf(stderr, "%zu\n", i);
        alarm(6);
        compare(folder, jobs[i]);
        alarm(0);
    }
    std::printf("- all done\n");
    return 0;
}
