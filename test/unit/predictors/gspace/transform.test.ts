import assert from 'node:assert/strict';
import { withEdits } from '../../../../src/cuda/edits/tryOut';
import { CudaWorkspace } from '../../../../src/cuda/workspace';
import { YIELDING_TRANSFORMER } from '../../../../src/predictors';
import type { YieldVariant } from '../../../../src/predictors/yieldingPort';
import { english } from '../../../../src/words';

/** The text with a yielding kernel beside the first kernel, or the reason for a refusal. */
function yielding(text: string, variant: YieldVariant = 'pair', line: number | null = null): string {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', text);
  const kernel = workspace.index().kernels[0]!;
  const launch = line === null ? null : workspace.launchesOf(kernel.id).find((one) => one.line === line)!;
  const outcome = YIELDING_TRANSFORMER.edit(workspace, kernel, { variant, launch });
  assert.equal(workspace.text('a.cu'), text, 'the workspace is left as it was');
  if (outcome.kind === 'refused') return `refused: ${english(outcome.reason)}`;
  return withEdits(workspace, outcome.edits, () => workspace.text('a.cu')!);
}

const inKernel = (body: string, parameters = 'float *a, int n'): string =>
  `__global__ void k(${parameters}) { ${body} }\n`;

describe('a kernel that yields', () => {
  it('runs the body with the block of the task', () => {
    const made = yielding(inKernel('a[blockIdx.x * gridDim.y + blockIdx.y] = n;'));
    assert.match(made, /a\[corunTask\.x \* corunGrid\.y \+ corunTask\.y\] = n;/);
    assert.match(made, /void k\(float \*a, int n\)\s*\{\s*k_task\(blockIdx, gridDim, a, n\);\s*\}/);
    assert.match(made, /k_task\(corunNow, corunGrid, a, n\);/);
  });

  it('has a block leave where its id, counted from 0, is at least the number of those that stay', () => {
    assert.match(yielding(inKernel('a[0] = n;')), /place\.id >= \(unsigned\)pair/);
    assert.match(yielding(inKernel('a[0] = n;'), 'array'), /place\.id >= \*.*keep\[place\.sm\]/);
  });

  it('follows objects of a type that a template is given to the operators at hand', () => {
    const reduced = (operator: string): string =>
      `struct Sum { __device__ int operator()(int a, int b) const { ${operator} } };\n` +
      'template <class Op> __device__ int all(int v) { const Op op; return op(v, __shfl_xor_sync(~0u, v, 1)); }\n' +
      inKernel('a[blockIdx.x] = all<Sum>(n);');
    assert.match(yielding(reduced('return a + b;')), /a\[corunTask\.x\] = all<Sum>\(n\);/);
    assert.match(
      yielding(reduced('return missing(a, b);')),
      /^refused: operator calls missing, which is not at hand/,
    );
    const meets = (before: string): string =>
      'struct Sum { __device__ int operator()(int a, int b) const { return a + __shfl_xor_sync(~0u, b, 1); } };\n' +
      `template <class Op> __global__ void k(int *a, int n) { ${before} Op op; a[0] = op(a[1], n); }\n`;
    assert.match(yielding(meets('')), /k_task<Op>\(corunNow, corunGrid, a, n\);/);
    assert.match(yielding(meets('if (threadIdx.x > n) return;')), /^refused: threads return while others/);
    const unknown = 'template <class Op> __device__ int all(int v) { const Op op; return op(v); }\n';
    assert.match(
      yielding(unknown + inKernel('a[blockIdx.x] = all<Sum>(n);')),
      /^refused: all calls op, which is not at hand/,
    );
  });

  it('lets whole warps return before lanes exchange values, where blocks are of whole warps', () => {
    const rows = (condition: string, block: string, meets = '__shfl_xor_sync(~0u, a[n], 1)'): string =>
      yielding(
        '#define WARP 32\n#define TEN 10\n' +
          inKernel(
            `const int i = blockIdx.x * blockDim.x + threadIdx.x; const int row = i / 32; if (${condition}) return; a[0] = ${meets};`,
          ) +
          (block === '' ? '' : `void f(float *a) { k<<<9, ${block}>>>(a, 5); }`),
      );
    const made = /void k_yielding/;
    const refused = /^refused: threads return while others/;
    assert.match(rows('row >= n', '128'), made);
    assert.match(rows('(threadIdx.x + blockIdx.x * blockDim.x) / 32 >= n', 'dim3(64, 2)'), made);
    assert.match(rows('blockIdx.x * 4 + threadIdx.x / 32 >= n', '128'), made);
    assert.match(rows('row >= n', '48'), refused);
    assert.match(rows('row >= n', ''), refused);
    assert.match(rows('i >= n', '128'), refused);
    assert.match(rows('n * threadIdx.x / 32 >= n', '128'), refused);
    assert.match(rows('(threadIdx.x + n) / 32 >= n', '128'), refused);
    assert.match(rows('threadIdx.x / 320 >= n', '128'), refused);
    assert.match(rows('threadIdx.x / TEN >= n', '128'), refused);
    assert.match(rows('row >= n', '128', '__syncthreads_count(n)'), refused);
  });

  it('keeps launch bounds on both kernels and off the task', () => {
    const made = yielding('__global__ void __launch_bounds__(128, 2) k(int *a) { a[blockIdx.x] = 1; }');
    assert.equal(made.match(/__launch_bounds__\(128, 2\)/g)?.length, 2);
    assert.match(made, /__device__ __forceinline__ void k_task/);
    const inlined = yielding('static inline __global__ void k(int *a) { a[blockIdx.x] = 1; }');
    assert.match(inlined, /static __device__ __forceinline__ void k_task/);
  });

  it('hands block numbers to functions that read them, through others and templates', () => {
    const made = yielding(
      'template <int N> __device__ int first() { return blockIdx.x * N; }\n' +
        '__device__ int second(int i = 3) { return first<4>() + i; }\n__device__ int other() { return 1; }\n' +
        inKernel('a[second(n)] = second() + other();'),
    );
    assert.match(made, /__device__ int first_of_k\(const uint3 corunTask, const dim3 corunGrid\)/);
    assert.match(made, /first_of_k<4>\(corunTask, corunGrid\) \+ i/);
    assert.match(
      made,
      /a\[second_of_k\(corunTask, corunGrid, n\)\] = second_of_k\(corunTask, corunGrid\) \+ other\(\)/,
    );
    assert.ok(made.indexOf('int first_of_k') < made.indexOf('int second_of_k'));
  });

  it('leaves members of the same name, text and comments alone', () => {
    const made = yielding(
      'struct S { int blockIdx; };\n' +
        inKernel('/* blockIdx */ a[s.blockIdx] = blockIdx.x;', 'float *a, S s'),
    );
    assert.match(made, /\/\* blockIdx \*\/ a\[s\.blockIdx\] = corunTask\.x;/);
  });

  it('hands template parameters on, and stands outside of name spaces', () => {
    const made = yielding(
      'namespace deep {\ntemplate <typename T, int N> __global__ void k(T *a) { a[blockIdx.x] = N; }\n}\n',
    );
    assert.match(made, /k_task<T, N>\(corunNow, corunGrid, a\);/);
    assert.ok(made.indexOf('namespace corun_yield {') < made.indexOf('namespace deep'));
  });

  it('gives comments of a head their lines', () => {
    const made = yielding(
      '__global__ void // the kernel\nk(int *a, int n // count\n) { a[blockIdx.x] = n; }\n',
    );
    assert.match(made, /forceinline__ void k_task\(.*int n \/\/ count\n\)/);
    assert.match(made, /__global__ void k\(int \*a, int n \/\/ count\n\)\n\{/);
  });

  it('has a launch start it, with what was left out', () => {
    const text = `${inKernel('a[blockIdx.x] = n;')}void run(float *a) {\n  k<<<10, 64>>>(a, 5);\n}\n`;
    assert.match(yielding(text, 'pair', 3), / {2}k_yield\.launch\(k, k_yielding, 10, 64, 0, 0, a, 5\);/);
    const streamed = text.replace('<<<10, 64>>>', '<<<dim3(2, 3), 64, 16, s>>>');
    assert.match(
      yielding(streamed, 'array', 3),
      /k_yield\.launch\(k, k_yielding, dim3\(2, 3\), 64, 16, s, a, 5\);/,
    );
  });

  it('follows names that are written with their name space', () => {
    const made = yielding(
      'namespace deep {\n__device__ int f() { return ::blockIdx.x; }\n' +
        `${inKernel('a[deep::f()] = ::deep::f() + gridDim.x;')}}\n`,
    );
    assert.match(made, / return corunTask\.x;/);
    assert.match(
      made,
      /a\[f_of_k\(corunTask, corunGrid\)\] = f_of_k\(corunTask, corunGrid\) \+ corunGrid\.x/,
    );
  });

  it('lets lambdas that name what they capture have the block', () => {
    const body = 'auto at = [n](int i) { return blockIdx.x * n + i; }; auto all = [&] { return gridDim.x; };';
    const made = yielding(
      inKernel(`${body} auto none = [] { return blockIdx.x + gridDim.x; }; a[at(1)] = n;`),
    );
    assert.match(made, /\[n, corunTask\]\(int i\)/);
    assert.match(made, /\[&\] \{ return corunGrid/);
    assert.match(made, /\[corunTask, corunGrid\] \{/);
  });

  it('leaves a launch without a value where one would be used, and finds what a declaration brings in', () => {
    const text = `${inKernel('a[blockIdx.x] = n;')}void run(float *a, bool is) {\n`;
    const returned = yielding(`${text}  return k<<<1, 64>>>(a, 5);\n}\n`, 'pair', 3);
    assert.match(returned, /return \(void\)k_yield\.launch\(/);
    const chosen = yielding(`${text}  is ? k<<<1, 64>>>(a, 5) : (void)0;\n}\n`, 'pair', 3);
    assert.match(chosen, /is \? \(void\)k_yield\.launch\(.*\) : \(void\)0;/);
    const brought = `namespace deep {\n${inKernel('a[blockIdx.x] = n;')}}\nvoid run(float *a) {\n  using deep::k;\n  k<<<1, 64>>>(a, 5);\n}\n`;
    assert.match(yielding(brought, 'pair', 6), /deep::k_yield\.launch\(deep::k, deep::k_yielding, 1,/);
  });

  it('allows the kernel the shared memory of the plain one before it asks how many blocks fit', () => {
    const made = yielding(inKernel('a[0] = n;'));
    const places = ['allow(plain, yielding, shared);', 'cudaOccupancyMaxActiveBlocksPerMultiprocessor'].map(
      (part) => made.indexOf(part),
    );
    assert.ok(0 < places[0]! && places[0]! < places[1]!);
    assert.match(
      made,
      /cudaFuncSetAttribute\(yielding, cudaFuncAttributeMaxDynamicSharedMemorySize, \(int\)shared\)/,
    );
  });

  it('declares for a launch in front of the definition what that needs', () => {
    const text = `__global__ void k(float *a, int n);\nvoid run(float *a) {\n  k<<<1, 64>>>(a, 5);\n}\n${inKernel('a[blockIdx.x] = n;')}`;
    const made = yielding(text, 'pair', 3);
    const places = [
      '#define CORUN_YIELD_RUNTIME',
      '__global__ void k_yielding(corun_yield::Queue *corunQueue, corun_yield::Wish *corunWish, dim3 corunGrid, float *a, int n);',
      'static corun_yield::Launcher k_yield;',
      'k_yield.launch(k, k_yielding,',
      'void k_task(',
    ].map((part) => made.indexOf(part));
    assert.ok(places[0]! >= 0);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.equal(made.match(/#define CORUN_YIELD_RUNTIME/g)?.length, 1);
  });

  it('leaves functions of the host out that have the name of a type', () => {
    const type = 'struct P { int x; P(); };\nP::P() { fopen("a", "b"); }\n';
    assert.match(yielding(`${type}${inKernel('a[p.x] = n;', 'float *a, P p, int n')}`), /k_yielding/);
  });

  it('puts what kernels of a file share there once', () => {
    const once = yielding(inKernel('a[blockIdx.x] = n;'));
    const workspace = new CudaWorkspace();
    workspace.setFile('a.cu', `${once}\n__global__ void other(int *a) { a[blockIdx.x] = 1; }\n`);
    const kernel = workspace.index().kernels.find(({ name }) => name === 'other')!;
    const outcome = YIELDING_TRANSFORMER.edit(workspace, kernel, { variant: 'pair', launch: null });
    assert.ok(outcome.kind === 'edit');
    assert.ok(outcome.edits.every(({ newText }) => !newText.includes('struct Queue')));
  });
});

describe('a kernel that cannot yield is refused where', () => {
  const cases: Readonly<Record<string, readonly [string, RegExp]>> = {
    'threads return before others meet': [
      inKernel('if (threadIdx.x >= n) return; __syncthreads(); a[0] = 1;'),
      /still meet/,
    ],
    'threads return in a loop in which others meet': [
      inKernel('for (int i = 0; i < 4; i++) { __syncthreads(); if (a[i] > n) return; }'),
      /still meet/,
    ],
    'threads return before a function in which others meet': [
      `__device__ void wait() { __syncthreads(); }\n${inKernel('if (threadIdx.x > 3) return; wait();')}`,
      /still meet/,
    ],
    'threads return before lanes exchange values': [
      inKernel('if (threadIdx.x >= n) return; a[0] = __shfl_down_sync(~0u, a[1], 1);'),
      /still meet/,
    ],
    'it uses cooperative groups': [
      inKernel('auto g = cooperative_groups::this_grid(); g.sync();'),
      /cooperative groups/,
    ],
    'it works in clusters': [inKernel('__cluster_barrier_arrive(); a[0] = 1;'), /cluster/],
    'what reads block numbers calls itself through others': [
      `__device__ int g(int n);\n__device__ int f(int n) { return n < 1 ? blockIdx.x : g(n - 1); }\n__device__ int g(int n) { return f(n); }\n${inKernel('a[0] = f(n);')}`,
      /calls itself by way of others/,
    ],
    'a table of functions holds one that reads block numbers': [
      `__device__ int f() { return blockIdx.x; }\n__device__ int (*table[])() = {f};\n${inKernel('a[0] = table[n]();')}`,
      /f reads block numbers and may be called by way of a pointer/,
    ],
    'a parameter of its template may be a function that reads block numbers': [
      `__device__ int f() { return blockIdx.x; }\ntemplate <int (*F)()> ${inKernel('a[0] = F();')}void run(float *a) { k<f><<<1, 64>>>(a, 5); }\n`,
      /f reads block numbers and may be called by way of a pointer/,
    ],
    'overloads read block numbers': [
      `__device__ int f(int i) { return blockIdx.x + i; }\n__device__ int f(float v) { return f(int(v)); }\n${inKernel('a[f(n)] = n;')}`,
      /f reads block numbers and cannot be copied: it is overloaded/,
    ],
    'a function that reads block numbers stands behind it': [
      `__device__ int f();\n${inKernel('a[f()] = n;')}__device__ int d;\n__device__ int f() { return blockIdx.x + d; }\n`,
      /f reads block numbers and cannot be copied: .*behind the kernel/,
    ],
    'threads return before a lambda in which others meet': [
      inKernel('auto meet = [] { __syncthreads(); }; if (threadIdx.x >= n) return; meet();'),
      /still meet/,
    ],
    'it launches kernels': [inKernel('k<<<1, 1>>>(a, n);'), /launches/],
    'it waits for other blocks': [inKernel('while (atomicAdd(&a[0], 0.f) < n);'), /waits in a loop/],
    'a macro stands for block numbers': [`#define ID (blockIdx.x)\n${inKernel('a[ID] = n;')}`, /macro ID/],
    'assembly reads block numbers': [inKernel('asm("mov.u32 %0, %%ctaid.x;" : "=r"(n));'), /%ctaid/],
    'a function is not at hand': [inKernel('a[0] = elsewhere(n);'), /elsewhere, which is not at hand/],
    'a parameter has no name': [inKernel('a[0] = 1;', 'float *a, int'), /no name/],
    'shared memory is full': [inKernel('__shared__ float all[12288]; all[0] = 1;'), /leave no room/],
    'threads return before lanes exchange values in assembly': [
      inKernel(
        'if (threadIdx.x >= n) return; asm("shfl.sync.down.b32 %0, %1, 1, 31, -1;" : "=f"(a[0]) : "f"(a[1]));',
      ),
      /still meet/,
    ],
    'assembly reads block numbers behind a semicolon': [
      inKernel('asm("{ .reg .u32 t; mov.u32 t, %tid.x; mov.u32 %0, %ctaid.x; }" : "=r"(n));'),
      /%ctaid/,
    ],
    'a loop without a body waits for others': [
      `__device__ volatile int others;\n${inKernel('while (others != n) { __nanosleep(20); } a[0] = 1;')}`,
      /waits in a loop/,
    ],
    'a loop reads the same place again and again': [
      inKernel('float v; do { v = a[n]; } while (v == 0); a[0] = 1;'),
      /waits in a loop/,
    ],
    'an operator reads block numbers': [
      `struct S { float *p; __device__ float &operator[](int i) { return p[i + blockIdx.x]; } };\n${inKernel('s[n] = 1;', 'S s, int n')}`,
      /S::operator\[\] reads block numbers/,
    ],
    'a conversion reads block numbers': [
      `struct S { __device__ operator int() const { return blockIdx.x; } };\n${inKernel('S s; a[s] = n;')}`,
      /operator int reads block numbers/,
    ],
    'a constructor begins a member with a block number': [
      `struct S { int b; __device__ S() : b(blockIdx.x) {} };\n${inKernel('S s; a[s.b] = n;')}`,
      /S reads block numbers and cannot be copied/,
    ],
    'a default argument is a block number': [
      `__device__ int f(int i = blockIdx.x) { return i; }\n${inKernel('a[f()] = n;')}`,
      /f reads block numbers and cannot be copied/,
    ],
    'a macro makes it a kernel': [`#define KERNEL __global__ void\nKERNEL k(int *a) { a[0] = 1; }\n`, /head/],
    'a macro stands for its launch bounds': [
      `#define BOUNDS(x) __launch_bounds__(x)\n__global__ void BOUNDS(64) k(int *a) { a[0] = 1; }\n`,
      /head/,
    ],
    'a parameter is called as one of its own': [
      inKernel('corunWish[0] = 1;', 'float *corunWish'),
      /is taken/,
    ],
    'the name is taken': [`int k_task;\n${inKernel('a[0] = n;')}`, /k_task is taken/],
  };
  for (const [name, [text, reason]] of Object.entries(cases))
    it(name, () => assert.match(yielding(text), new RegExp(`^refused: .*${reason.source}`)));

  it('but not where all threads of a block return, or nobody meets afterwards', () => {
    const fine = [
      'if (blockIdx.x * 64 >= n) return; __syncthreads(); a[blockIdx.x] = 1;',
      'const int first = blockIdx.x * blockDim.x; if (first >= n) { return; } __syncthreads(); a[first] = 1;',
      '__syncthreads(); if (threadIdx.x > 3) return; a[blockIdx.x] = 1;',
      'if (threadIdx.x >= n) return; a[blockIdx.x] = 1;',
    ];
    for (const body of fine) assert.match(yielding(inKernel(body)), /k_yielding/);
    const changed = 'int first = blockIdx.x; first += threadIdx.x; if (first >= n) return; __syncthreads();';
    assert.match(yielding(inKernel(changed)), /^refused/);
    assert.match(yielding(inKernel('n += threadIdx.x; if (n > 4) return; __syncthreads();')), /^refused/);
  });

  it('but not where a lambda returns, or functions call themselves or overloads without block numbers', () => {
    const fine = [
      inKernel('auto least = [=](int i) { return i < n ? i : n; }; __syncthreads(); a[least(3)] = 1;'),
      `__device__ int f(int i) { return i < 1 ? 0 : f(i - 1); }\n${inKernel('a[f(n)] = blockIdx.x;')}`,
      `__device__ int f(int i) { return i; }\n__device__ int f(float v) { return f(int(v)); }\n${inKernel('a[f(n)] = blockIdx.x;')}`,
      `__device__ int f() { return blockIdx.x; }\nint (*table[])() = {f};\n${inKernel('a[f()] = n;')}`,
    ];
    for (const text of fine) assert.match(yielding(text), /k_yielding/);
    const copied = yielding(
      `__device__ int f(int i) { return i < 1 ? blockIdx.x : f(i - 1); }\n${inKernel('a[f(n)] = n;')}`,
    );
    assert.match(copied, /f_of_k\(corunTask, corunGrid, i - 1\)/);
  });

  it('but not where a loop follows memory, takes from a queue, or tries to write', () => {
    const fine = [
      'int at = n; while (a[at] >= 0) { at = a[at]; } a[blockIdx.x] = at;',
      'int r = n, q; do { q = r; r = a[q]; } while (q != r); a[blockIdx.x] = r;',
      'while (true) { const int i = atomicAdd(&a[0], 1); if (i >= n) break; a[i] = 1; }',
      'int old = a[0], was; do { was = old; old = atomicCAS(a, was, was + n); } while (was != old);',
    ];
    for (const body of fine) assert.match(yielding(inKernel(body, 'int *a, int n')), /k_yielding/);
  });

  it('and a launch in front of the definition of a template', () => {
    const text = `template <int N> __global__ void k(float *a, int n);\nvoid run(float *a) {\n  k<3><<<1, 64>>>(a, 5);\n}\ntemplate <int N> ${inKernel('a[blockIdx.x] = n;')}`;
    assert.match(yielding(text, 'pair', 3), /^refused: the launch in line 3 stands before the definition/);
    const inC = `extern "C" {\n__global__ void k(float *a, int n);\nvoid run(float *a) { k<<<1, 64>>>(a, 5); }\n}\n${inKernel('a[blockIdx.x] = n;')}`;
    assert.match(yielding(inC, 'pair', 3), /^refused: the launch in line 3 stands before the definition/);
  });

  it('and a launch in a file that does not see the kernel, but not in one that includes its file', () => {
    const launched = (first: string): string => {
      const workspace = new CudaWorkspace();
      workspace.setFile('k.cuh', inKernel('a[blockIdx.x] = n;'));
      workspace.setFile(
        'main.cu',
        `${first}\n__global__ void k(float *a, int n);\nvoid run(float *a) { k<<<1, 64>>>(a, 5); }\n`,
      );
      const [kernel] = workspace.index().kernels;
      const [launch] = workspace.launchesOf(kernel!.id);
      const outcome = YIELDING_TRANSFORMER.edit(workspace, kernel!, { variant: 'pair', launch: launch! });
      if (outcome.kind === 'refused') return english(outcome.reason);
      return outcome.edits.map(({ path, newText }) => `${path}: ${newText.split('\n').at(-1)}`).join('\n');
    };
    assert.equal(
      launched('#include "k.cuh"'),
      'k.cuh: static corun_yield::Launcher k_yield;\nmain.cu: k_yield.launch(k, k_yielding, 1, 64, 0, 0, a, 5)',
    );
    assert.match(launched(''), /does not include that of the kernel/);
    assert.match(launched('extern "C" {\n#include "k.cuh"\n}'), /includes others inside of extern "C"/);
    assert.match(launched('extern "C" { void f(); }\n#include "k.cuh"'), /k_yield\.launch\(/);
  });

  it('and a launch that leaves template arguments to be found', () => {
    const text = `template <typename T> ${inKernel('a[blockIdx.x] = n;', 'T *a, int n')}void run(float *a) {\n  k<<<1, 64>>>(a, 5);\n}\n`;
    assert.match(yielding(text, 'pair', 3), /^refused: .*not written in full/);
  });
});
