import type { YieldVariant } from '../../yieldingPort';

/** Name space of what yielding kernels share, for a variant. */
export const RUNTIME_SPACE = { pair: 'corun_yield', array: 'corun_yield_array' } as const satisfies Record<
  YieldVariant,
  string
>;

/** SM ids that a queue has room for; `%smid` need not be dense. */
const MOST_SMS = 1024;

/** See the text; some 9 µs, which other waits for the same SM exceed (H100, docs/yielding-kernels.md). */
const LOOK_CYCLES = 16384;
const MOST_TAKEN = 16;
const FEW_TASKS = 4096;
/** Tasks are counted in 32 bits, and every block may ask for some beyond the last. */
const MOST_TASKS = '1ull << 31';

/**
 * What differs between the variants: the wish, how blocks read it and how the host writes it. It lies in memory of the
 * GPU, and the host copies it there: reads of mapped memory, as in the published listings, come one after the other, a
 * microsecond each (H100, docs/yielding-kernels.md), so that blocks of a whole GPU wait for a millisecond.
 */
interface Wishes {
  readonly note: string;
  readonly field: string;
  /** Body of `asked`, of `sm` and `id`, both counted from 0. */
  readonly asked: string;
  /** What the host remembers for grids to come, how it asks, writes it to a grid, and takes it back. */
  readonly state: string;
  readonly yieldText: string;
  readonly apply: string;
  readonly reset: string;
}

/*
 * Ids count from 0, so of `keep` blocks that may stay the ids are 0 to keep - 1: a block leaves where its id is at least
 * `keep`. The published listings have `>`, which keeps one block too many.
 */
const WISHES: Readonly<Record<YieldVariant, Wishes>> = {
  // One word, so that a block never sees a new n with an old k.
  pair: {
    note: 'n in the upper half and the blocks that may stay on each of the first n SMs in the lower half',
    field: 'unsigned long long pair;',
    asked: `const unsigned long long pair = *reinterpret_cast<volatile unsigned long long *>(&wish->pair);
  return place.sm < (unsigned)(pair >> 32) && place.id >= (unsigned)pair;`,
    state: 'unsigned sms = 0, blocks = 0;',
    yieldText: `  // Asks blocks to leave at the end of their task: k of them on each of the first n SMs.
  void yield(unsigned n, unsigned k) {
    sms = n;
    blocks = k;
    for (Grid *grid : running()) apply(grid);
  }`,
    apply: `const unsigned keep = blocks < grid->perSm ? grid->perSm - blocks : 0;
    grid->wanted->pair = (unsigned long long)sms << 32 | keep;`,
    reset: 'sms = blocks = 0;',
  },
  array: {
    note: 'how many blocks may stay, by number of the SM',
    field: 'unsigned keep[MOST_SMS];',
    asked: `return place.id >= *reinterpret_cast<volatile unsigned *>(&wish->keep[place.sm]);`,
    state: 'std::vector<unsigned> keep = std::vector<unsigned>(MOST_SMS, ~0u);',
    yieldText: `  // Asks blocks of \`count\` SMs from \`first\` on to leave at the end of their task, but for so many on each.
  void yield(unsigned first, unsigned count, unsigned blocksKept) {
    for (unsigned sm = first; sm - first < count; sm++) keep.at(sm) = blocksKept;
    for (Grid *grid : running()) apply(grid);
  }`,
    apply: 'for (unsigned sm = 0; sm < MOST_SMS; sm++) grid->wanted->keep[sm] = keep[sm];',
    reset: 'keep.assign(MOST_SMS, ~0u);',
  },
};

/** The macro that says that the text of `runtimeText` is there. */
export const runtimeGuard = (variant: YieldVariant): string =>
  `${RUNTIME_SPACE[variant].toUpperCase()}_RUNTIME`;

/** What yielding kernels of a file share: queue, wish and the host's side. To stand once, at file scope. */
export function runtimeText(variant: YieldVariant): string {
  const wishes = WISHES[variant];
  const space = RUNTIME_SPACE[variant];
  const guard = runtimeGuard(variant);
  return [
    `#ifndef ${guard}\n#define ${guard}\n#include <cuda_runtime.h>\n#include <cstddef>\n#include <functional>\n#include <vector>\n`,
    '// Kernels that yield SMs while they run: blocks that stay work off a queue of tasks, the blocks of the grid.\n',
    `namespace ${space} {\n\n`,
    deviceText(wishes),
    hostText(variant),
    `} // namespace ${space}\n#endif\n`,
  ].join('');
}

function deviceText({ note, field, asked }: Wishes): string {
  return `constexpr unsigned MOST_SMS = ${MOST_SMS};

// What the host asks for: ${note}.
struct Wish {
  ${field}
  unsigned left; // blocks that have left because they were asked to
};

// Tasks and blocks of one grid, all zero at its start.
struct Queue {
  unsigned next, done;        // tasks handed out, and tasks of blocks that have left
  unsigned seen;              // SMs seen so far
  unsigned claimed[MOST_SMS]; // by %smid: whether somebody numbers it
  unsigned number[MOST_SMS];  // by %smid: its number, from 1, as SMs appear
  unsigned long long ids[MOST_SMS]; // by number: ids in use, one bit each
};

// Where a block is, and what it has done. Lies in shared memory, for registers would be wanted all the time.
struct Place {
  unsigned sm, id;
  unsigned done;        // tasks of this block
  unsigned last, taken; // the first of those that it took last, and how many
  unsigned since;       // clock when it took them
};

// Cycles for which a block may be without a look at what the host asks for, where its tasks are short; tasks at most.
constexpr unsigned LOOK_CYCLES = ${LOOK_CYCLES}, MOST_TAKEN = ${MOST_TAKEN};
// Tasks that have to be left for each that is taken at a time: several rounds of all places of a GPU.
constexpr unsigned FEW_TASKS = ${FEW_TASKS};

inline __device__ Place enter(Queue *queue) {
  unsigned smid;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
  if (atomicExch(&queue->claimed[smid], 1u) == 0)
    atomicExch(&queue->number[smid], 1 + atomicAdd(&queue->seen, 1u));
  unsigned number;
  while ((number = atomicAdd(&queue->number[smid], 0u)) == 0) { }
  Place place = {number - 1, 0, 0, 0, 0, 0};
  for (;;) {
    place.id = __ffsll(~atomicAdd(&queue->ids[place.sm], 0ull)) - 1;
    const unsigned long long bit = 1ull << place.id;
    if ((atomicOr(&queue->ids[place.sm], bit) & bit) == 0) return place;
  }
}

// An id is given back, so that a block which comes later has it: ids on an SM stay below what it holds.
inline __device__ void leave(Queue *queue, const Place &place) {
  atomicAnd(&queue->ids[place.sm], ~(1ull << place.id));
}

inline __device__ bool asked(Wish *wish, const Place &place) {
  ${asked}
}

// Counts first and looks again: either the host sees the block gone, or the block sees that it is wanted.
inline __device__ bool quits(Wish *wish, const Place &place) {
  if (!asked(wish, place)) return false;
  atomicAdd(&wish->left, 1u);
  __threadfence_system();
  if (asked(wish, place)) return true;
  atomicSub(&wish->left, 1u);
  return false;
}

// The next tasks: x, y and z of the first and how many they are; none where the queue is empty or the block is to leave.
// Short tasks are taken several at a time, more as long as they are over soon, fewer where few are left. Its own
// function, lest the kernel needs more registers than the one that it stands for.
static __noinline__ __device__ uint4 pull(Queue *queue, Wish *wish, dim3 grid, Place &place) {
  const unsigned tasks = grid.x * grid.y * grid.z, took = (unsigned)clock() - place.since;
  place.done += place.taken;
  unsigned wanted = took < LOOK_CYCLES / 2 ? 2 * place.taken : took > LOOK_CYCLES ? place.taken / 2 : place.taken;
  wanted = max(1u, min(min(wanted, MOST_TAKEN), (tasks - place.last) / FEW_TASKS));
  const unsigned task = quits(wish, place) ? tasks : atomicAdd(&queue->next, wanted);
  if (task >= tasks) {
    __threadfence();
    atomicAdd(&queue->done, place.done);
    leave(queue, place);
    return make_uint4(0, 0, 0, 0);
  }
  place.last = task;
  place.taken = min(wanted, tasks - task);
  place.since = (unsigned)clock();
  const unsigned row = task / grid.x;
  return make_uint4(task - row * grid.x, row % grid.y, row / grid.y, place.taken);
}

// The block of the grid behind another.
inline __device__ void advance(uint3 &block, dim3 grid) {
  if (++block.x < grid.x) return;
  block.x = 0;
  if (++block.y < grid.y) return;
  block.y = 0;
  ++block.z;
}

// Work behind the grid in its stream waits here for tasks that blocks in another stream still run.
static __global__ void join(Queue *queue, unsigned tasks) {
  while (atomicAdd(&queue->done, 0u) < tasks) {
#if __CUDA_ARCH__ >= 700
    __nanosleep(1000);
#endif
  }
  __threadfence();
}

`;
}

/** The part of `runtimeText` that the host runs. */
export function hostText(variant: YieldVariant): string {
  const { state, yieldText, apply, reset } = WISHES[variant];
  return `template <class T> struct Same { using type = T; };

// Launches of one kernel. Whoever yields has to reclaim: until then what follows the grid in its stream waits.
class Launcher {
public:
  template <class... P>
  cudaError_t launch(void (*plain)(P...), void (*yielding)(Queue *, Wish *, dim3, P...), dim3 grid, dim3 block,
                     size_t shared, cudaStream_t stream, typename Same<P>::type... values) {
    int device = 0, sms = 0, perSm = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    const int threads = block.x * block.y * block.z;
    if (shared > 0) allow(plain, yielding, shared);
    if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, yielding, threads, shared) != cudaSuccess) {
      cudaGetLastError();
      perSm = 0;
    }
    const unsigned long long tasks = (unsigned long long)grid.x * grid.y * grid.z;
    Grid *made = perSm == 0 || sms > (int)MOST_SMS || tasks >= ${MOST_TASKS} ? nullptr : fresh();
    if (made == nullptr) { // does not fit beside what the queue takes, or has too many tasks: as it was
      plain<<<grid, block, shared, stream>>>(values...);
      return cudaPeekAtLastError();
    }
    const unsigned long long room = (unsigned long long)sms * perSm;
    made->perSm = perSm;
    made->wanted->left = 0;
    const cudaError_t told = apply(made, sizeof(Wish));
    if (told != cudaSuccess) return told;
    made->more = [=](unsigned blocks, cudaStream_t where) {
      yielding<<<blocks, block, shared, where>>>(made->queue, made->wish, grid, values...);
    };
    cudaMemsetAsync(made->queue, 0, sizeof(Queue), stream);
    made->more(tasks < room ? (unsigned)tasks : (unsigned)room, stream);
    join<<<1, 1, 0, stream>>>(made->queue, (unsigned)tasks);
    cudaEventRecord(made->done, stream);
    return cudaPeekAtLastError();
  }

${yieldText}

  // Takes everything back: blocks that have left are launched anew, on the same tasks.
  void reclaim() {
    ${reset}
    for (Grid *grid : running()) {
      apply(grid);
      // Behind the wish on the same stream: whoever left has counted, or sees that it may stay.
      cudaMemcpyAsync(&grid->wanted->left, &grid->wish->left, sizeof(unsigned), cudaMemcpyDeviceToHost, grid->control);
      cudaStreamSynchronize(grid->control);
      const unsigned left = grid->wanted->left;
      if (left == grid->relaunched) continue;
      grid->more(left - grid->relaunched, grid->extra);
      cudaEventRecord(grid->extraDone, grid->extra);
      grid->relaunched = left;
    }
  }

private:
  struct Grid {
    Queue *queue = nullptr;
    Wish *wish = nullptr, *wanted = nullptr; // on the GPU, and what is copied there
    cudaStream_t extra = nullptr, control = nullptr;
    cudaEvent_t done = nullptr, extraDone = nullptr;
    unsigned perSm = 0, relaunched = 0;
    std::function<void(unsigned, cudaStream_t)> more;
    bool isOver() const {
      const bool over = cudaEventQuery(done) == cudaSuccess && cudaEventQuery(extraDone) == cudaSuccess;
      if (cudaPeekAtLastError() == cudaErrorNotReady) cudaGetLastError();
      return over;
    }
  };
  std::vector<Grid *> grids;
  ${state}

  // Copies what is wanted to the GPU while the grid runs, but for the count of blocks that have left.
  cudaError_t apply(Grid *grid, size_t bytes = offsetof(Wish, left)) const {
    cudaError_t status = cudaStreamSynchronize(grid->control);
    ${apply}
    if (status == cudaSuccess)
      status = cudaMemcpyAsync(grid->wish, grid->wanted, bytes, cudaMemcpyHostToDevice, grid->control);
    return status == cudaSuccess && bytes == sizeof(Wish) ? cudaStreamSynchronize(grid->control) : status;
  }

  std::vector<Grid *> running() const {
    std::vector<Grid *> found;
    for (Grid *grid : grids)
      if (!grid->isOver()) found.push_back(grid);
    return found;
  }

  // More than 48 KB of shared memory are allowed kernel by kernel: to this one what the plain one may have.
  template <class Plain, class Yielding>
  static void allow(Plain *plain, Yielding *yielding, size_t shared) {
    cudaFuncAttributes own, other;
    bool done = cudaFuncGetAttributes(&own, plain) == cudaSuccess && cudaFuncGetAttributes(&other, yielding) == cudaSuccess;
    if (done && shared + other.sharedSizeBytes > 49152 && shared <= (size_t)own.maxDynamicSharedSizeBytes)
      done = cudaFuncSetAttribute(yielding, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared) == cudaSuccess;
    if (!done) cudaGetLastError(); // it will not fit, and the plain one is launched
  }

  // Room for one more grid; null where there is none.
  Grid *fresh() {
    Grid *grid = nullptr;
    for (Grid *old : grids)
      if (old->isOver()) grid = old;
    if (grid == nullptr) {
      grid = new Grid;
      const bool made = cudaMalloc(&grid->queue, sizeof(Queue)) == cudaSuccess &&
                        cudaMalloc(&grid->wish, sizeof(Wish)) == cudaSuccess &&
                        cudaMallocHost(&grid->wanted, sizeof(Wish)) == cudaSuccess &&
                        cudaStreamCreateWithFlags(&grid->control, cudaStreamNonBlocking) == cudaSuccess &&
                        cudaStreamCreateWithFlags(&grid->extra, cudaStreamNonBlocking) == cudaSuccess &&
                        cudaEventCreateWithFlags(&grid->done, cudaEventDisableTiming) == cudaSuccess &&
                        cudaEventCreateWithFlags(&grid->extraDone, cudaEventDisableTiming) == cudaSuccess;
      if (!made) {
        cudaFree(grid->queue);
        cudaFree(grid->wish);
        cudaFreeHost(grid->wanted);
        cudaGetLastError(); // the plain kernel is launched, without an error of what is not there for it
        delete grid;
        return nullptr;
      }
      grids.push_back(grid);
    }
    grid->relaunched = 0;
    return grid;
  }
};

`;
}
