// Starts applications (programs with recorder.cu), lets them run alone, in pairs, in larger groups and as a service
// beside instances of another, and prints what was counted. conduct FOLDER-OF-APPLICATIONS PLAN does what the lines of
// a plan say:
//
//   label WORD                       what the lines that follow are printed with
//   kernels                          leaves copies and waits out of what is started from here on
//   share PERCENT                    of the SMs, by MPS, for what is started from here on
//   start NAME…                      one process for each name, there until the next start; a name may come again;
//                                    NAME@PERCENT has a share of its own
//   alone MS                         each by itself
//   pairs MS                         each two of different names, and two of a name that came again
//   groups MS SIZE COUNT SEED        so many groups of a size, drawn
//   serve MS SERVICE BATCH COUNT…    queries of a service beside so many instances of another
//   queue WORD SLOTS JOB…            jobs in this order, at most SLOTS at a time. JOB is NAME*RUNS, NAME*RUNS@N where it starts
//                                    beside N others at most, and NAME*RUNS@N:I,J where it is to wait for the end of the
//                                    I-th and J-th of the line as well, counted from 0
//   until SECONDS                    ends the plan at the next line behind so many seconds
//
// Whether they share by MPS or take turns is decided by whether its server runs.
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "board.hpp"

namespace {
Board *board;
std::string boardPath, folder, label = "-";
std::vector<std::string> names;
std::vector<pid_t> processes;
std::vector<double> aloneSeconds;
double lastLine = INFINITY;

bool waitFor(double seconds, auto ready)
{
    const double end = now() + seconds;
    while (!ready()) {
        if (now() > end) return false;
        usleep(100);
    }
    return true;
}

void stopAll()
{
    for (size_t i = 0; i < processes.size(); ++i) board->slots[i].order = Leave;
    for (const pid_t process : processes) {
        if (!waitFor(2, [&] { return waitpid(process, nullptr, WNOHANG) != 0; })) {
            kill(process, SIGKILL);
            waitpid(process, nullptr, 0);
        }
    }
    processes.clear();
    names.clear();
}

/** Becomes the application of a name, with the share of the SMs that stands behind an @. */
[[noreturn]] void become(const std::string &name, size_t slot)
{
    const size_t at = name.find('@');
    if (at != std::string::npos) setenv("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", name.c_str() + at + 1, 1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("APP_BOARD", boardPath.c_str(), 1);
    setenv("APP_SLOT", std::to_string(slot).c_str(), 1);
    const std::string program = folder + "/" + name.substr(0, at);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    execl(program.c_str(), program.c_str(), static_cast<char *>(nullptr));
    _exit(127);
}

void start(const std::vector<std::string> &wanted)
{
    stopAll();
    std::memset(static_cast<void *>(board), 0, sizeof(Board));
    names = wanted;
    aloneSeconds.assign(names.size(), 0);
    const double begun = now();
    for (size_t i = 0; i < names.size(); ++i) {
        const pid_t process = fork();
        if (process == 0) become(names[i], i);
        processes.push_back(process);
    }
    for (size_t i = 0; i < names.size(); ++i) {
        Slot &slot = board->slots[i];
        const bool there = waitFor(40, [&] { return slot.state == Resting || waitpid(processes[i], nullptr, WNOHANG) != 0; });
        if (!there || slot.state != Resting) {
            slot.state = Gone;
            std::printf("absent %s %s\n", label.c_str(), names[i].c_str());
        } else {
            std::printf("application %s %s exit=%d launches=%d copies=%d bytes=%.0f times=%d sms=%d on=", label.c_str(),
                        names[i].c_str(), slot.exitCode, slot.launches, slot.copies, slot.bytes, slot.times, slot.sms);
            for (int word = kWordsOfSms; word-- > 0;) std::printf("%016llx", slot.ranOn[word]);
            std::printf("\n");
        }
    }
    std::printf("started %s %zu in %.1f s\n", label.c_str(), names.size(), now() - begun);
    std::fflush(stdout);
}

bool isThere(size_t i) { return board->slots[i].state != Gone; }

/** Lets applications run together and counts for `ms`, longer until each has five rounds (at most ten times that). */
void together(const std::vector<size_t> &who, const std::vector<int> &orders, double ms)
{
    for (size_t k = 0; k < who.size(); ++k) {
        Slot &slot = board->slots[who[k]];
        slot.begun = 0;
        slot.counted = 0;
        slot.queries = 0;
        slot.order = orders[k];
    }
    waitFor(3, [&] {
        return std::all_of(who.begin(), who.end(), [](size_t i) { return board->slots[i].begun >= 1; });
    });
    const double from = now();
    board->since = from;
    board->counting = 1;
    waitFor(ms / 100, [&] {
        return now() - from > ms / 1e3 && std::all_of(who.begin(), who.end(), [](size_t i) { return board->slots[i].counted >= 5; });
    });
    board->counting = 0;
    for (const size_t i : who) board->slots[i].order = Rest;
    for (const size_t i : who)
        if (!waitFor(10, [&] { return board->slots[i].state == Resting; })) std::printf("stuck %s\n", names[i].c_str());
}

double secondsARound(size_t i)
{
    const Slot &slot = board->slots[i];
    return slot.counted ? (slot.last - slot.first) / double(slot.counted) / slot.times : 0;
}

void print(const char *what, const std::vector<size_t> &who)
{
    std::printf("%s %s", what, label.c_str());
    for (const size_t i : who)
        std::printf(" | %s %.3f %ld %.4f", names[i].c_str(), secondsARound(i) * 1e6, board->slots[i].counted.load(),
                    aloneSeconds[i] > 0 ? secondsARound(i) / aloneSeconds[i] : 0.0);
    std::printf("\n");
    std::fflush(stdout);
}

void alone(double ms)
{
    for (size_t i = 0; i < names.size(); ++i) {
        if (!isThere(i)) continue;
        together({i}, {Run}, ms);
        if (aloneSeconds[i] == 0) aloneSeconds[i] = secondsARound(i);
        print("alone", {i});
    }
}

void runGroup(std::vector<size_t> who, double ms)
{
    for (const size_t i : who)
        if (!isThere(i)) return;
    together(who, std::vector<int>(who.size(), Run), ms);
    print("group", who);
}

/** Each two that are not of one name, and the first two of each name. */
void pairs(double ms)
{
    for (size_t a = 0; a < names.size(); ++a)
        for (size_t b = a + 1; b < names.size(); ++b) {
            const bool firstA = std::find(names.begin(), names.begin() + long(a), names[a]) == names.begin() + long(a);
            const bool firstB = std::find(names.begin(), names.begin() + long(b), names[b]) == names.begin() + long(b);
            if (firstA && (firstB || names[a] == names[b])) runGroup({a, b}, ms);
        }
}

void groups(double ms, size_t size, int count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<size_t> all;
    for (size_t i = 0; i < names.size(); ++i)
        if (isThere(i)) all.push_back(i);
    for (int k = 0; k < count && size <= all.size(); ++k) {
        std::shuffle(all.begin(), all.end(), random);
        runGroup({all.begin(), all.begin() + long(size)}, ms);
    }
}

void printQueries(size_t service, const std::string &batch, size_t count)
{
    const Slot &slot = board->slots[service];
    std::vector<float> sorted(slot.latency, slot.latency + slot.queries);
    std::sort(sorted.begin(), sorted.end());
    if (sorted.empty()) return;
    double sum = 0;
    for (const float latency : sorted) sum += latency;
    const auto share = [&](double p) { return 1e6 * sorted[std::min(sorted.size() - 1, size_t(p * double(sorted.size())))]; };
    std::printf("serve %s %s %s %zu queries=%zu mean=%.2f p50=%.2f p95=%.2f p99=%.2f most=%.2f pause=%.2f\n", label.c_str(),
                names[service].c_str(), batch.c_str(), count, sorted.size(), 1e6 * sum / double(sorted.size()), share(0.5),
                share(0.95), share(0.99), share(1), 1e6 * slot.pause);
    std::fflush(stdout);
}

void serve(double ms, const std::string &service, const std::string &batch, const std::vector<size_t> &counts)
{
    const size_t s = size_t(std::find(names.begin(), names.end(), service) - names.begin());
    if (s == names.size() || !isThere(s)) return;
    std::vector<size_t> instances;
    for (size_t i = 0; i < names.size(); ++i)
        if (names[i] == batch && i != s && isThere(i)) instances.push_back(i);
    board->slots[s].pause = std::max(2e-4, aloneSeconds[s]);
    for (const size_t count : counts) {
        if (count > instances.size()) break;
        std::vector<size_t> who{s};
        who.insert(who.end(), instances.begin(), instances.begin() + long(count));
        std::vector<int> orders(who.size(), Run);
        orders[0] = Serve;
        together(who, orders, ms);
        printQueries(s, batch, count);
        if (count > 0) print("beside", {who.begin() + 1, who.end()});
    }
}

struct QueuedJob {
    std::string name;
    size_t slot, beside;
    std::vector<size_t> after;
};

QueuedJob queuedJob(const std::string &text)
{
    const size_t star = text.find('*'), at = text.find('@'), colon = text.find(':');
    QueuedJob job{text.substr(0, star), 0, kMostSlots, {}};
    job.slot = size_t(std::find(names.begin(), names.end(), job.name) - names.begin());
    if (star == std::string::npos || job.slot == names.size() || !isThere(job.slot)) {
        std::printf("no job %s\n", text.c_str());
        return {job.name, names.size(), 0, {}};
    }
    Slot &slot = board->slots[job.slot];
    slot.rounds = std::max(1l, std::lround(std::atof(text.c_str() + star + 1) / slot.times));
    if (at != std::string::npos) job.beside = size_t(std::atol(text.c_str() + at + 1));
    if (colon != std::string::npos) {
        std::istringstream places(text.substr(colon + 1));
        for (std::string place; std::getline(places, place, ',');) job.after.push_back(size_t(std::atol(place.c_str())));
    }
    return job;
}

/** Starts jobs as their turn, a place and those that they wait for allow, and prints when each began and ended. */
void queue(const std::string &word, size_t slots, const std::vector<std::string> &texts)
{
    std::vector<QueuedJob> jobs;
    for (const auto &text : texts) jobs.push_back(queuedJob(text));
    std::erase_if(jobs, [](const QueuedJob &job) { return job.slot == names.size(); });
    if (jobs.size() < texts.size()) return;
    const auto isDone = [&](size_t at) { return board->slots[jobs[at].slot].state == Done; };
    const double from = now();
    for (size_t at = 0; at < jobs.size(); ++at) {
        const auto mayStart = [&] {
            size_t ended = 0;
            for (size_t other = 0; other < at; ++other) ended += isDone(other);
            const auto &after = jobs[at].after;
            return at - ended < slots && at - ended <= jobs[at].beside && std::all_of(after.begin(), after.end(), [&](size_t i) { return i >= at || isDone(i); });
        };
        if (!waitFor(30, mayStart)) break;
        board->slots[jobs[at].slot].order = Job;
    }
    for (size_t at = 0; at < jobs.size(); ++at)
        if (!waitFor(30, [&] { return isDone(at); })) std::printf("stuck %s\n", jobs[at].name.c_str());
    std::printf("queue %s %s %zu", label.c_str(), word.c_str(), slots);
    for (const QueuedJob &job : jobs) {
        Slot &slot = board->slots[job.slot];
        std::printf(" | %s %ld %.3f %.3f", job.name.c_str(), slot.rounds * slot.times, (slot.first - from) * 1e3,
                    (slot.last - from) * 1e3);
        slot.order = Rest;
    }
    std::printf("\n");
    std::fflush(stdout);
    for (const QueuedJob &job : jobs) waitFor(5, [&] { return board->slots[job.slot].state == Resting; });
}

bool obey(const std::string &line)
{
    std::istringstream words(line);
    std::string verb, word;
    words >> verb;
    std::vector<std::string> rest;
    while (words >> word) rest.push_back(word);
    const auto number = [&](size_t i) { return std::atof(rest.at(i).c_str()); };
    if (verb.empty() || verb[0] == '#') return true;
    if (verb == "until") lastLine = now() + number(0);
    else if (verb == "label") label = rest.at(0);
    else if (verb == "start") start(rest);
    else if (verb == "kernels") setenv("APP_KERNELS", "1", 1);
    else if (verb == "share") setenv("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", rest.at(0).c_str(), 1);
    else if (verb == "alone") alone(number(0));
    else if (verb == "pairs") pairs(number(0));
    else if (verb == "queue") queue(rest.at(0), size_t(number(1)), {rest.begin() + 2, rest.end()});
    else if (verb == "groups") groups(number(0), size_t(number(1)), int(number(2)), unsigned(number(3)));
    else if (verb == "serve") {
        std::vector<size_t> counts;
        for (size_t i = 3; i < rest.size(); ++i) counts.push_back(size_t(number(i)));
        serve(number(0), rest.at(1), rest.at(2), counts);
    } else return false;
    return true;
}
} // namespace

int main(int count, char **words)
{
    if (count != 3) {
        std::fprintf(stderr, "conduct FOLDER-OF-APPLICATIONS PLAN\n");
        return 2;
    }
    folder = words[1];
    boardPath = std::filesystem::temp_directory_path() / ("board." + std::to_string(getpid()));
    const int file = open(boardPath.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (ftruncate(file, sizeof(Board)) != 0) return 1;
    board = static_cast<Board *>(mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    std::ifstream plan(words[2]);
    std::string line;
    while (now() < lastLine && std::getline(plan, line))
        if (!obey(line)) std::fprintf(stderr, "not understood: %s\n", line.c_str());
    stopAll();
    unlink(boardPath.c_str());
}
