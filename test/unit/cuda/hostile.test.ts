import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace, type CudaIndex, type CudaWorkspaceOptions } from '../../../src/cuda/workspace';
import { testParser } from './support';

let parser: CudaParser;

function indexOf(text: string, options: CudaWorkspaceOptions = { parser }): CudaIndex {
  const workspace = new CudaWorkspace(options);
  workspace.setFile('a.cu', text);
  return workspace.index();
}

const KERNEL = '__global__ void last(int n) {}\nvoid go() { last<<<2, 32>>>(1); }\n';

/** What must be found behind any prefix whose brackets are balanced. */
function findsTheRest(prefix: string, options?: CudaWorkspaceOptions): void {
  const { kernels, launches } = indexOf(`${prefix}\n${KERNEL}`, options);
  assert.equal(kernels.filter((kernel) => kernel.name === 'last').length, 1);
  assert.equal(launches.at(-1)!.block[0].value, 32);
}

const PROGRAM = `
#include "common.h"
#define BLOCK 256
#define CHECK(x) do { if ((x) != 0) { abort(); } } while (0)
#define LAUNCH(k, n) k<T><<<((n) + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>
namespace lib {
template <typename T, int N = 4, typename = std::enable_if_t<(N > 2)>>
__global__ void __launch_bounds__(BLOCK, 2) scale(T *__restrict__ out, const T *in, int n) {
  extern __shared__ __align__(16) unsigned char raw[];
  __shared__ T tile[N][BLOCK + 1];
  #pragma unroll
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[i] * (n < N && i > 2 ? 2.0f : 1.0f);
}
struct Runner { static constexpr int kThreads = 128; dim3 grid_{1, 2}; void run(float *a, int n); };
}
void lib::Runner::run(float *a, int n) {
  dim3 block(kThreads, 2), grid;
  grid.x = (n + block.x - 1) / block.x;
  auto f = [=] __device__ (int i) { return i << 1; };
  for (auto &x : list) { CHECK(cudaMemcpyAsync(a, x, n * sizeof(float), cudaMemcpyHostToDevice, s)); }
  if (n > 3) scale<float, 8><<<grid, block, sizeof(T<int>) >> 1, s>>>(a, a, n); else LAUNCH(scale, n)(a, a, n);
  cudaLaunchConfig_t config = {0};
  config.gridDim = grid; config.blockDim = {kThreads, 1, 1};
  cudaLaunchKernelEx(&config, scale<double>, a, a, n);
}
#ifdef OLD
__global__ void old() {}
#endif
`;

describe('hostile input', () => {
  before(async () => {
    parser = await testParser();
  });

  const BRACKETS = [
    ['(', ')'],
    ['{', '}'],
    ['[', ']'],
    ['f(', ')'],
    ['namespace n {', '}'],
    ['class c {', '}'],
    ['if (x) {', '}'],
  ] as const;
  const OPENERS = [
    '<',
    'a<',
    '<<<',
    'k<<<',
    '}',
    '#if 1\n',
    '(',
    '{',
    'template<',
    '-',
    'x={',
    '(a)*',
    'a<b>::c<',
  ];

  for (const [depth, what] of [
    [30_000, 'in the index'],
    [5_000, 'in the grammar'],
  ] as const) {
    it(`is survived at ${depth} levels of nesting ${what}`, () => {
      const options = depth === 5_000 ? { parser } : {};
      for (const [open, close] of BRACKETS) {
        const nested = `${open.repeat(depth)}${close.repeat(depth)}`;
        findsTheRest(`void deep() { ${nested} }\n${nested};`, options);
      }
      for (const text of OPENERS.map((open) => open.repeat(depth))) {
        indexOf(`void f() { int x = ${text}`, options);
        indexOf(text, options);
      }
    });
  }

  it('does not hide the code behind it', () => {
    findsTheRest('/* unterminated string */ const char *s = "abc\n;');
    findsTheRest("char c = 'ab\n;");
    findsTheRest('auto r = R"x(__global__ void no() {} )" )x";');
    findsTheRest('\0\0\0int a;\0');
    findsTheRest('\uFEFFint a; // 日本語 𝛼');
    findsTheRest('#define BROKEN(a, \n#define ( \n#include\n#if\n#endif\n#elif 1');
    findsTheRest('}}}}');
    findsTheRest('void f() { if (x) {');
    findsTheRest('struct A { void g() { ');
    findsTheRest('namespace x {');
    findsTheRest('__global__ void open(int a { a; }');
    findsTheRest('@@@ $$$ ` \\ \u0001');
  });

  it('of functions whose ends are missing gives each the text before the next one, and no text twice', () => {
    const text = Array.from(
      { length: 90 },
      (_, n) => `__global__ void k${n}(int n) { if (n > ${n}) {\n`,
    ).join('');
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('a.cu', text);
    const units = workspace.functions('a.cu');
    assert.equal(units.length, 90);
    assert.ok(units.reduce((sum, unit) => sum + unit.text.length, 0) <= text.length);
    assert.match(units[3]!.text, /^__global__ void k3\(int n\) \{ if \(n > 3\) \{\s*$/);
  });

  it('is read in time: a megabyte of table, a line of a megabyte, many macros', () => {
    const table = `static const float t[] = {${'1.25f, 2.5e-3f, '.repeat(70_000)}};`;
    findsTheRest(table);
    findsTheRest(`int a = ${'1 + '.repeat(250_000)}1;`);
    findsTheRest(Array.from({ length: 20_000 }, (_, i) => `#define M${i}(x) (M${i - 1}(x) + x)`).join('\n'));
    findsTheRest(`const char *s = "${'x'.repeat(1_000_000)}";`);
    findsTheRest(`//${' \\\n'.repeat(200_000)}`);
  });

  it('of any splice of real-looking CUDA never fails, in the index or in the grammar', () => {
    const position = fc.nat(PROGRAM.length);
    const splice = fc.tuple(
      position,
      position,
      fc.oneof(
        fc.constant(''),
        fc.constantFrom(
          '(',
          ')',
          '{',
          '}',
          '<<<',
          '>>>',
          '<',
          '>',
          '#if 0\n',
          '\n#endif\n',
          '\n#define X(',
          '"',
          '\\',
          '\0',
          '__global__',
          '/*',
        ),
        fc
          .tuple(position, position)
          .map(([a, b]) => PROGRAM.slice(Math.min(a, b), Math.min(Math.max(a, b), Math.min(a, b) + 200))),
      ),
    );
    fc.assert(
      fc.property(fc.array(splice, { minLength: 1, maxLength: 6 }), (splices) => {
        const workspace = new CudaWorkspace({ parser });
        workspace.setFile('a.cu', PROGRAM);
        workspace.index();
        let text = PROGRAM;
        for (const [a, b, insert] of splices) {
          const from = Math.min(a, text.length);
          text = text.slice(0, from) + insert + text.slice(Math.min(Math.max(from, b), from + 40));
          workspace.setFile('a.cu', text);
          workspace.index();
        }
        assert.deepEqual(workspace.index(), indexOf(text));
        const lines = text.split('\n').length;
        for (const { range } of [...workspace.index().kernels, ...workspace.index().launches]) {
          assert.ok(range.startLine >= 1 && range.endLine <= lines && range.startLine <= range.endLine);
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('of arbitrary tokens never fails', () => {
    const token = fc.constantFrom(...PROGRAM.split(/(\s+|\b)/).filter((text) => text !== ''), '\n');
    fc.assert(
      fc.property(fc.array(token, { maxLength: 120 }), (tokens) => {
        const text = tokens.join(' ');
        assert.deepEqual(indexOf(text), indexOf(text));
      }),
      { numRuns: 300, seed: 9 },
    );
  });
});
