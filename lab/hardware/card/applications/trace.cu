// Three rounds of an application as CUPTI sees them, the last of which is written in the form of nvprof's GPU trace.
#include <cuda_runtime.h>
#include <cupti.h>
#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {
struct Row {
    unsigned long long start, end;
    std::string shape, memory, stream, name;
};
std::vector<Row> rows;

std::string text(const char *format, auto... values)
{
    char line[512];
    std::snprintf(line, sizeof line, format, values...);
    return line;
}

std::string demangled(const char *name)
{
    int status = 0;
    char *plain = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string result = status == 0 ? plain : name;
    std::free(plain);
    return result;
}

std::string memoryOf(unsigned kind)
{
    if (kind == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE) return "Pageable";
    if (kind == CUPTI_ACTIVITY_MEMORY_KIND_PINNED) return "Pinned";
    return "Device";
}

/** What nvprof calls GB/s. */
double gibPerSecond(unsigned long long bytes, unsigned long long ns)
{
    return ns == 0 ? 0 : double(bytes) / double(ns) * 1e9 / double(1 << 30);
}

void keep(const CUpti_Activity *any)
{
    if (any->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
        const auto &k = *reinterpret_cast<const CUpti_ActivityKernel10 *>(any);
        rows.push_back({k.start, k.end,
                        text("%d,%d,%d,%d,%d,%d,%u,%d,%d", k.gridX, k.gridY, k.gridZ, k.blockX, k.blockY, k.blockZ,
                             unsigned(k.registersPerThread), k.staticSharedMemory, k.dynamicSharedMemory),
                        ",,,", text("%u", k.streamId), demangled(k.name)});
    } else if (any->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
        const auto &m = *reinterpret_cast<const CUpti_ActivityMemcpy6 *>(any);
        const char *way = m.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_HTOD   ? "HtoD"
                          : m.copyKind == CUPTI_ACTIVITY_MEMCPY_KIND_DTOH ? "DtoH"
                                                                          : "DtoD";
        rows.push_back({m.start, m.end, ",,,,,,,,",
                        text("%llu,%.6f,%s,%s", static_cast<unsigned long long>(m.bytes),
                             gibPerSecond(m.bytes, m.end - m.start),
                             memoryOf(m.srcKind).c_str(), memoryOf(m.dstKind).c_str()),
                        text("%u", m.streamId), text("[CUDA memcpy %s]", way)});
    } else if (any->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
        const auto &m = *reinterpret_cast<const CUpti_ActivityMemset4 *>(any);
        rows.push_back({m.start, m.end, ",,,,,,,,",
                        text("%llu,%.6f,%s,", static_cast<unsigned long long>(m.bytes),
                             gibPerSecond(m.bytes, m.end - m.start), "Device"),
                        text("%u", m.streamId), "[CUDA memset]"});
    }
}

/** Buffers are touched before they are needed: a fresh one held up the first call of a round by 9 ms. */
constexpr size_t kBufferBytes = 1 << 20;
std::vector<uint8_t *> spare;

void fillSpare()
{
    while (spare.size() < 8) {
        spare.push_back(static_cast<uint8_t *>(std::aligned_alloc(8, kBufferBytes)));
        std::memset(spare.back(), 1, kBufferBytes);
    }
}

void CUPTIAPI give(uint8_t **buffer, size_t *size, size_t *most)
{
    if (spare.empty()) fillSpare();
    *buffer = spare.back();
    spare.pop_back();
    *size = kBufferBytes;
    *most = 0;
}

void CUPTIAPI take(CUcontext, uint32_t, uint8_t *buffer, size_t, size_t valid)
{
    CUpti_Activity *any = nullptr;
    while (cuptiActivityGetNextRecord(buffer, valid, &any) == CUPTI_SUCCESS) keep(any);
    spare.push_back(buffer);
}
} // namespace

void traceRounds(const char *path, const std::function<void()> &round)
{
    fillSpare();
    cuptiActivityRegisterCallbacks(give, take);
    for (const auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET})
        if (cuptiActivityEnable(kind) != CUPTI_SUCCESS) std::fprintf(stderr, "activity %d is not recorded\n", int(kind));
    round();
    round();
    cuptiActivityFlushAll(1);
    rows.clear();
    round();
    cuptiActivityFlushAll(1);
    std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.start < b.start; });
    cudaDeviceProp card{};
    cudaGetDeviceProperties(&card, 0);
    std::FILE *file = std::fopen(path, "w");
    std::fprintf(file,
                 "\"Start\",\"Duration\",\"Grid X\",\"Grid Y\",\"Grid Z\",\"Block X\",\"Block Y\",\"Block Z\","
                 "\"Registers Per Thread\",\"Static SMem\",\"Dynamic SMem\",\"Size\",\"Throughput\",\"SrcMemType\","
                 "\"DstMemType\",\"Device\",\"Context\",\"Stream\",\"Name\"\nus,us,,,,,,,,B,B,B,GB/s,,,,,,\n");
    for (const auto &row : rows)
        std::fprintf(file, "%.3f,%.3f,%s,%s,\"%s (0)\",\"1\",\"%s\",\"%s\"\n", double(row.start - rows[0].start) / 1e3,
                     double(row.end - row.start) / 1e3, row.shape.c_str(), row.memory.c_str(), card.name,
                     row.stream.c_str(), row.name.c_str());
    std::fclose(file);
}
