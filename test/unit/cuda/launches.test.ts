import assert from 'node:assert/strict';
import type { Launch } from '../../../src/kernel/kernel';
import type { SymbolicDim3 } from '../../../src/kernel/symbolic';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { words } from '../../../src/words';

function launches(text: string, others: Record<string, string> = {}): readonly Launch[] {
  const workspace = new CudaWorkspace();
  for (const [name, content] of Object.entries(others)) workspace.setFile(name, content);
  workspace.setFile('a.cu', text);
  const file = workspace.file('a.cu')!;
  assert.deepEqual(file.diagnostics, []);
  return file.launches;
}

function launch(body: string, before = ''): Launch {
  const list = launches(`${before}\nvoid host() {\n${body}\n}`);
  assert.equal(list.length, 1);
  return list[0]!;
}

const values = (extents: SymbolicDim3) => extents.map((extent) => extent.value);

function geometry(body: string, before = ''): unknown[] {
  const { grid, block } = launch(body, before);
  return [values(grid), values(block)];
}

describe('launches', () => {
  it('are found with spaces in their chevrons, which nvcc takes and formatters write', () => {
    const code = `__global__ void k(float *a);
      #define RUN(B) k << <2, B >> > (a)
      void host(float *a, int n) {
        k << <1, 32 >> > (a);
        k<T<A<int>>> << < n << 2 , 64, 0 >> >(a);
        RUN(96);
        if (n << (1 < 2)) n = n >> 2 > (1);
      }`;
    assert.deepEqual(
      launches(code).map(({ line, callee, block }) => [line, callee, block[0].value]),
      [
        [4, 'k', 32],
        [5, 'k<T<A<int>>>', 64],
        [6, 'k', 96],
      ],
    );
  });

  it('say what their macros would be on the other side of a condition, in headers as well', () => {
    const header =
      '#ifdef BIG\n#define BLOCK 512\n#else\n#define BLOCK 128\n#endif\n#ifdef TUNED\n#define OWN 64\n#endif';
    const code = `#include "sizes.h"
      #define HALF (BLOCK / 2)
      __global__ void k() {}
      void host() { dim3 block(HALF, 2); k<<<4, block>>>(); k<<<4, OWN>>>(); k<<<4, 32>>>(); }`;
    const found = launches(code, { 'sizes.h': header });
    const told = found.map(({ block }) => block[0].notes?.map(words) ?? []);
    assert.deepEqual(
      found.map(({ block }) => block[0].value),
      [64, null, 32],
    );
    assert.deepEqual(told, [
      ['BLOCK would be 512, but #ifdef BIG does not hold'],
      ['OWN would be 64, but #ifdef TUNED does not hold'],
      [],
    ]);
  });

  it('take members from braces, defaults, other variables and callers', () => {
    const types =
      'struct Shape { int block = 48; dim3 grid = dim3(3, 2); dim3 free; };\nusing Other = Shape;';
    const use = 'k<<<s.grid, s.block>>>();';
    assert.deepEqual(geometry(`Shape s; ${use}`, types), [
      [3, 2, 1],
      [48, 1, 1],
    ]);
    assert.deepEqual(geometry(`Shape s{96, dim3(7)}; ${use}`, types), [
      [7, 1, 1],
      [96, 1, 1],
    ]);
    assert.deepEqual(geometry(`Other s = {.grid = 5}; ${use}`, types), [
      [5, 1, 1],
      [48, 1, 1],
    ]);
    assert.deepEqual(geometry(`Shape t{96}; t.grid = 9; Shape s = t; ${use}`, types), [
      [9, 1, 1],
      [96, 1, 1],
    ]);
    const [again] = launches(`${types}\nvoid run(const Shape &s) { ${use} }
      void main() { Shape t; t.block = 32; run(t); }`);
    assert.deepEqual(
      [values(again!.grid), values(again!.block)],
      [
        [3, 2, 1],
        [32, 1, 1],
      ],
    );
    assert.equal(launch(`Shape s{96}; if (x) s.block = 32; ${use}`, types).block[0].value, null);
  });

  it('take parameters from calls of the own class, whatever namesakes in others are called with', () => {
    const gridsWith = (calls: string): (number | null)[] =>
      launches(`__global__ void k(float *a);
        struct Host { void run(int n) { total += n; } int total; };
        struct Device { void run(int n) { k<<<n / 32, 32>>>(a); } float *a; };
        void run(int n) { k<<<n, 64>>>(0); }
        int main() { Host h; Device d, *p = &d; ${calls} }`).map(({ grid }) => grid[0].value);
    assert.deepEqual(gridsWith('h.run(64); d.run(96); run(5);'), [3, 5]);
    assert.deepEqual(gridsWith('h.run(64); p->run(128); run(5);'), [4, 5]);
    assert.deepEqual(gridsWith('h.run(64);'), [null, null]);
    // Whose function a call is of is not known: all of them could have other numbers.
    assert.deepEqual(gridsWith('d.run(96); find()->run(64); run(5);'), [null, null]);
  });

  it('take parameters from calls of their own program where another one has a function of the name', () => {
    const run = 'void run(int n) { k<<<n / 32, 32>>>(0); }';
    const program = (n: number): string => `__global__ void k(float *a);\n${run} int main() { run(${n}); }`;
    const gridWith = (others: Record<string, string>) => launches(program(96), others)[0]!.grid[0];
    assert.equal(gridWith({}).value, 3);
    assert.deepEqual(gridWith({ 'b.cu': program(64) }), gridWith({}));
    // A file without a main may be part of either program: the number is that of the first of two calls.
    assert.equal(gridWith({ 'b.cu': 'void other() { run(64); }' }).value, 2);
    assert.equal(gridWith({ 'b.cu': program(64).replace('main', 'other') }).value, null);
  });

  it('take members from what constructors give them, unless it comes from their arguments', () => {
    const [own, outer, elsewhere, argument] = launches(`
      struct A { A(int n) : n(n), threads(192), b{12} {} void run() { k<<<b, threads>>>(); } int n, threads, b; };
      template <typename T> struct B { B(); void run(); int t; };
      template <typename T> B<T>::B() : t(320) {}
      template <typename T> void B<T>::run() { k<<<2, t>>>(); }
      C::C(int n) : Base<int>(n), t(224), u(n) {}
      void C::run() { k<<<2, t>>>(); k<<<2, u>>>(); }`);
    assert.deepEqual(
      [values(own!.grid), values(own!.block)],
      [
        [12, 1, 1],
        [192, 1, 1],
      ],
    );
    assert.deepEqual(
      [outer, elsewhere, argument].map((one) => one!.block[0].value),
      [320, 224, null],
    );
  });

  it('take members of class templates that callers, aliases and bases give', () => {
    const traits = `
      template <int Warps> struct Base { static constexpr int kWarps = Warps; static constexpr int kThreads = kWarps * 32; };
      template <int W, typename T = float> struct Traits : public Base<W> {
        static constexpr int kSize = sizeof(T) * W;
        using Inner = Base<W + 1>;
      };
      template <typename K> __global__ void k(float* p);
      template <typename K> void run(float* p) { k<K><<<K::kSize, K::kThreads>>>(p); }
      template <typename K> void inner(float* p) { k<K><<<1, K::Inner::kThreads>>>(p); }`;
    const blocks = (host: string): unknown[] =>
      launches(`${traits} void host(float* p) { ${host} }`).map(({ grid, block }) => [
        grid[0].value,
        block[0].value,
      ]);
    assert.deepEqual(blocks('run<Traits<4>>(p); inner<Traits<2, double>>(p);'), [
      [16, 128],
      [1, 96],
    ]);
    assert.deepEqual(blocks('using A = Traits<8, double>; run<A>(p);')[0], [64, 256]);
    // Of several callers the first one counts; without any nothing is known.
    assert.deepEqual(blocks('run<Traits<4>>(p); run<Traits<8>>(p);')[0], [16, 128]);
    assert.deepEqual(blocks('')[0], [null, null]);
    assert.deepEqual(blocks('k<int><<<1, Base<3>::kThreads>>>(p);').at(-1), [1, 96]);
  });

  it('take folds over packs of template arguments', () => {
    const sizes = (block: string, calls = 'f<2, 4, 8>(p);'): unknown =>
      launches(`__global__ void k(float* p);
        template <int... N> void f(float* p) { k<<<1, ${block}>>>(p); }
        void host(float* p) { ${calls} }`)[0]!.block[0].value;
    assert.equal(sizes('(N * ...)'), 64);
    assert.equal(sizes('(... + N)'), 14);
    assert.equal(sizes('(32 + ... + N)'), 46);
    assert.equal(sizes('((N * 2) + ...)'), 28);
    assert.equal(sizes('32 * sizeof...(N)'), 96);
    assert.equal(sizes('(N * ...)', ''), null);
  });

  it('in a loop over elements are those of the first one', () => {
    const [extents] = [launch('int sizes[] = {64, 128}; for (int size : sizes) k<<<1, size>>>();')];
    assert.equal(extents.block[0].value, 64);
    assert.equal(extents.block[0].notes?.length, 1);
    assert.equal(launch('for (int size : {32, 64}) k<<<1, size>>>();').block[0].value, 32);
  });

  it('are told by a list that is written down, until its size may have changed', () => {
    const block = (index: string, between = ''): number | null =>
      launch(`std::vector<int> sizes = {64, 128, 256}; ${between} k<<<1, ${index}>>>();`).block[0].value;
    assert.equal(block('sizes[sizes.size() - 1]'), 256);
    assert.equal(block('sizes.back()'), 256);
    assert.equal(block('32 * sizes.size()'), 96);
    assert.equal(block('sizes.back()', 'sizes.push_back(512);'), null);
    assert.equal(block('sizes[1]', 'sizes.push_back(512);'), 128);
    assert.equal(block('sizes[1]', 'sizes.insert(sizes.begin(), 32);'), null);
    const table = launch('int sizes[] = {64, 128}; k<<<1, 32 * (sizeof(sizes) / sizeof(sizes[0]))>>>();');
    assert.equal(table.block[0].value, 64);
  });

  it('have callee, line of <<<, ranges and all four configuration arguments', () => {
    const found = launch(
      'ns::k<float, 8>\n  <<<dim3(4, 2), 128,\n 2 * sizeof(float), s>>>(a, f(b, c), {1, 2});',
    );
    assert.equal(found.callee, 'ns::k<float, 8>');
    assert.equal(found.line, 4);
    assert.deepEqual(
      [values(found.grid), values(found.block)],
      [
        [4, 2, 1],
        [128, 1, 1],
      ],
    );
    assert.deepEqual([found.sharedBytes.value, found.sharedBytes.text], [8, '2 * sizeof(float)']);
    assert.deepEqual([found.stream.value, found.stream.unknowns], [null, ['s']]);
    assert.deepEqual(found.templateArguments, ['float', '8']);
    assert.deepEqual(
      found.arguments.map((argument) => argument.text),
      ['a', 'f(b, c)', '{1, 2}'],
    );
    assert.deepEqual(found.range, { startLine: 3, startColumn: 0, endLine: 5, endColumn: 44 });
    assert.deepEqual(found.configRange, { startLine: 4, startColumn: 5, endLine: 5, endColumn: 21 });
  });

  it('default to no dynamic shared memory and the default stream', () => {
    const found = launch('k<<<1, 2>>>();');
    assert.deepEqual([found.sharedBytes.value, found.stream.value, found.arguments.length], [0, 0, 0]);
  });

  for (const [what, body, grid, block] of [
    ['braces', 'k<<<8, {32, 4, 1}, 0, s>>>(a);', [8, 1, 1], [32, 4, 1]],
    ['shifts', 'k<<<1024 >> 3, 1 << 7>>>(a);', [128, 1, 1], [128, 1, 1]],
    ['templates inside', 'k<<<1, sizeof(T<int>) / sizeof(T<int>) * 32>>>(a);', [1, 1, 1], [null, 1, 1]],
    ['a function pointer', '(*table[i])<<<2, 64>>>(a);', [2, 1, 1], [64, 1, 1]],
    ['a member', 'this->op.k<<<2, 64>>>(a);', [2, 1, 1], [64, 1, 1]],
    ['dim3 variables', 'dim3 g(16, 16), b(8, 8, 2);\n k<<<g, b>>>(a);', [16, 16, 1], [8, 8, 2]],
    ['dim3 assigned', 'dim3 g, b = dim3(64);\n g = dim3(3, 2);\n k<<<g, b>>>(a);', [3, 2, 1], [64, 1, 1]],
    [
      'dim3 members',
      'dim3 g;\n g.x = 10; g.y = g.x * 2;\n dim3 b(32, 1, 1); b.y = 8;\n k<<<g, b>>>(a);',
      [10, 20, 1],
      [32, 8, 1],
    ],
    ['braced dim3', 'dim3 b{16, 16}; const dim3 g = {2, 3, 4};\n k<<<g, b>>>(a);', [2, 3, 4], [16, 16, 1]],
    [
      'constants',
      'const int n = 1 << 20; constexpr int t = 256; int blocks = (n + t - 1) / t;\n k<<<blocks, t>>>(a);',
      [4096, 1, 1],
      [256, 1, 1],
    ],
    ['ceil', 'int n = 1000; float b = 256.0f;\n k<<<(int)ceil(n / b), 256>>>(a);', [4, 1, 1], [256, 1, 1]],
    ['an inner block', 'int t = 64;\n if (x) { int t = 32; k<<<1, t>>>(a); }', [1, 1, 1], [32, 1, 1]],
    [
      'a default of argv',
      'int n = 512; if (argc > 1) n = atoi(argv[1]);\n k<<<n / 64, 64>>>(a);',
      [8, 1, 1],
      [64, 1, 1],
    ],
    ['several values', 'int t = 64; if (x) t = 128;\n k<<<1, t>>>(a);', [1, 1, 1], [null, 1, 1]],
    ['the first turn of loops', 'for (int t = 32; t <= 1024; t *= 2) k<<<1, t>>>(a);', [1, 1, 1], [32, 1, 1]],
    [
      'out parameters',
      'int t = 0, g = 0;\n cudaOccupancyMaxPotentialBlockSize(&g, &t, k);\n k<<<g, t>>>(a);',
      [null, 1, 1],
      [null, 1, 1],
    ],
    ['a lambda', 'auto run = [&](int t) { k<<<4, 32>>>(a); };', [4, 1, 1], [32, 1, 1]],
  ] as const) {
    it(`are resolved with ${what}`, () => assert.deepEqual(geometry(body), [grid, block]));
  }

  it('use macros, enumerators, functions, class members and template defaults', () => {
    const before = `
      #define BLOCK 128
      #define GRID(n) (((n) + BLOCK - 1) / BLOCK)
      enum Sizes { SMALL = 8, MIDDLE, LARGE = SMALL * 4 };
      namespace cfg { constexpr unsigned kWarps = 4; }
      inline int divUp(int a, int b) { return a / b + (a % b != 0); }
      struct Runner { static const int T = 32; int m = 3; template <int W = 2> void run(); };`;
    const flags = 'DEFINE_uint32(size, 4096, "elements");\nDEFINE_string(name, "k", "which");';
    assert.deepEqual(geometry('k<<<FLAGS_size / 256, 256>>>(a);', flags), [
      [16, 1, 1],
      [256, 1, 1],
    ]);
    assert.deepEqual(geometry('k<<<GRID(1000), BLOCK>>>(a);', before), [
      [8, 1, 1],
      [128, 1, 1],
    ]);
    assert.deepEqual(geometry('k<<<MIDDLE, Sizes::LARGE>>>(a);', before), [
      [9, 1, 1],
      [32, 1, 1],
    ]);
    assert.deepEqual(geometry('k<<<divUp(1000, 3), cfg::kWarps * 32>>>(a);', before), [
      [334, 1, 1],
      [128, 1, 1],
    ]);
    const [member] = launches(`${before}\ntemplate <int W> void Runner::run() { k<<<m, T * W>>>(); }\n`);
    assert.deepEqual(
      [values(member!.grid), values(member!.block)],
      [
        [3, 1, 1],
        [null, 1, 1],
      ],
    );
    assert.deepEqual(member!.block[0].unknowns, ['W']);
  });

  it('know the last of many enumerators', () => {
    const names = Array.from({ length: 300 }, (_, place) => (place === 100 ? 'n100 = 7' : `n${place}`));
    assert.deepEqual(geometry('k<<<n99, n299>>>(a);', `enum { ${names.join()} };`), [
      [99, 1, 1],
      [206, 1, 1],
    ]);
  });

  it('follow constants through includes and into including files', () => {
    const others = {
      'cfg/sizes.h': '#pragma once\n#include "../base.h"\nconst int threads = WARP * 4;\n',
      'base.h': '#define WARP 32\n',
      'main.cu': 'static const int shared_grid = 77;\n#include "part.cuh"\n',
      'part.cuh': 'void f() { k<<<shared_grid, 1>>>(); }',
    };
    assert.deepEqual(
      values(launches('#include "cfg/sizes.h"\nvoid f() { k<<<1, threads>>>(); }', others)[0]!.block),
      [128, 1, 1],
    );
    const workspace = new CudaWorkspace();
    for (const [path, text] of Object.entries(others)) workspace.setFile(path, text);
    assert.equal(workspace.file('part.cuh')!.launches[0]!.grid[0].value, 77);
  });

  it('stand where the macro is used, or in its argument', () => {
    const list = launches(
      '#define RUN(T) k<T><<<4, 64>>>(p, sizeof(T));\n#define CHECK(x) do { x; } while (0)\nvoid f() {\n  RUN(float)\n  RUN(double)\n  CHECK((k<int>\n    <<<1, 2>>>(p, 0)));\n}',
    );
    assert.deepEqual(
      list.map(({ callee, line }) => [callee, line]),
      [
        ['k<float>', 4],
        ['k<double>', 5],
        ['k<int>', 7],
      ],
    );
    assert.deepEqual(
      list[1]!.arguments.map((argument) => argument.value),
      [null, 8],
    );
    assert.equal(list[0]!.range.startLine, 4);
  });

  it('read cudaLaunchKernel and cooperative launches', () => {
    const body =
      'void *args[] = {&a, (void *)&n};\nint n = 7; dim3 g(4);\ncudaLaunchKernel((const void *)k<float>, g, dim3(32, 2), args, 64, stream);';
    const found = launch(body);
    assert.deepEqual([found.kind, found.callee], ['cudaLaunchKernel', 'k<float>']);
    assert.deepEqual(
      [values(found.grid), values(found.block), found.sharedBytes.value],
      [[4, 1, 1], [32, 2, 1], 64],
    );
    assert.deepEqual(
      found.arguments.map(({ text, value }) => [text, value]),
      [
        ['a', null],
        ['n', 7],
      ],
    );
    const cooperative = launch('cudaLaunchCooperativeKernel(reinterpret_cast<void *>(&k), 2, 64, args);');
    assert.deepEqual([cooperative.kind, cooperative.callee, cooperative.line], ['cooperative', 'k', 3]);
    assert.deepEqual([cooperative.sharedBytes.value, cooperative.stream.value], [0, 0]);
  });

  it('read cudaLaunchKernelEx through its config, however it is set', () => {
    const members = launch(
      'cudaLaunchConfig_t config = {0};\nconfig.gridDim = dim3(8, 2);\nconfig.blockDim = 128;\nconfig.stream = s;\ncheck(cudaLaunchKernelEx(&config, k<int>, a, b));',
    );
    assert.deepEqual(
      [members.kind, members.callee, values(members.grid), values(members.block)],
      ['cudaLaunchKernelEx', 'k<int>', [8, 2, 1], [128, 1, 1]],
    );
    assert.deepEqual(
      [members.sharedBytes.value, members.stream.unknowns, members.arguments.length],
      [0, ['s'], 2],
    );
    const braced = launch(
      'cudaLaunchConfig_t config{dim3(3), dim3(64, 2), 1024, s};\ncudaLaunchKernelEx(&config, k, a);',
    );
    assert.deepEqual(
      [values(braced.grid), values(braced.block), braced.sharedBytes.value],
      [[3, 1, 1], [64, 2, 1], 1024],
    );
    const named = launch(
      'cudaLaunchConfig_t c = {.gridDim = 5, .blockDim = {16, 4}};\ncudaLaunchKernelEx(&c, k, a);',
    );
    assert.deepEqual(
      [values(named.grid), values(named.block)],
      [
        [5, 1, 1],
        [16, 4, 1],
      ],
    );
  });

  it('read nodes of graphs by their parameters, each with the kernel set last', () => {
    const found = launches(`
      __global__ void a(float *p); __global__ void b(float *p);
      void host(cudaGraph_t g, float *p) {
        cudaGraphNode_t n;
        cudaKernelNodeParams q = {(void *)a, dim3(3), dim3(64), 128, 0, 0};
        cudaGraphAddKernelNode(&n, g, 0, 0, &q);
        q.func = (void *)b; q.blockDim = dim3(96);
        cudaGraphAddKernelNode(&n, g, 0, 0, &q);
      }`);
    assert.deepEqual(
      found.map(({ kind, callee, grid, block }) => [kind, callee, grid[0].value, block[0].value]),
      [
        ['graph-node', 'a', 3, 64],
        ['graph-node', 'b', 3, 96],
      ],
    );
    assert.equal(found[0]!.sharedBytes.value, 128);
  });

  it('tell clusters and early starts that attributes ask for', () => {
    const { attributes } = launch(
      `cudaLaunchConfig_t c = {0}; c.gridDim = 8; c.blockDim = 256;
       cudaLaunchAttribute t[2];
       t[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
       t[0].val.programmaticStreamSerializationAllowed = 1;
       t[1].id = cudaLaunchAttributeClusterDimension;
       t[1].val.clusterDim.x = 2; t[1].val.clusterDim.y = 1; t[1].val.clusterDim.z = 1;
       c.attrs = t; c.numAttrs = 2;
       cudaLaunchKernelEx(&c, k, p);`,
      '__global__ void k(float *p);',
    );
    assert.deepEqual(attributes, { startsEarly: true, cluster: [2, 1, 1] });
    assert.equal(launch('cudaLaunchConfig_t c = {8, 256}; cudaLaunchKernelEx(&c, k);').attributes, undefined);
  });

  it('are joined to the kernels they can start', () => {
    const text = `
      __global__ void k(int a) {} __global__ void k(int a, int b) {} __global__ void k(float a) {}
      namespace x { __global__ void q() {} } namespace y { __global__ void q() {} }
      template <typename T> __global__ void t(T *p) {} template <> __global__ void t<double>(double *p) {}
      struct S { static __global__ void m() {} };
      void f() { k<<<1, 1>>>(1, 2); k<<<1, 1>>>(1); x::q<<<1, 1>>>(); q<<<1, 1>>>(); t<float><<<1, 1>>>(p); ::S::m<<<1, 1>>>(); none<<<1, 1>>>(); }`;
    assert.deepEqual(
      launches(text).map((found) => found.kernelIds.map((id) => id.replace('a.cu#', ''))),
      [['k~2'], ['k', 'k~3'], ['x::q'], ['x::q', 'y::q'], ['t', 't<double>'], ['S::m'], []],
    );
  });

  it('prefer kernels of their own file, of included files, then of the nearest folder', () => {
    const others = {
      'lib/k.cu': '__global__ void k() {}',
      'far/k.cu': '__global__ void k() {}\n__global__ void far() {}',
      'far/k.h': '__global__ void k() {}',
    };
    assert.deepEqual(
      launches('#include "far/k.h"\nvoid f() { k<<<1, 1>>>(); far<<<1, 1>>>(); }', others).map(
        (found) => found.kernelIds,
      ),
      [['far/k.h#k'], ['far/k.cu#far']],
    );
  });

  it('that do not end are reported with their place', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile('a.cu', 'void f() { k<<<1, 2;\n  k<<<3, 4>>>(a); }');
    const file = workspace.file('a.cu')!;
    assert.deepEqual(
      file.diagnostics.map(({ code, range }) => [code, range.startLine]),
      [['unread-launch', 1]],
    );
    assert.deepEqual(values(file.launches[0]!.block), [4, 1, 1]);
  });
});
