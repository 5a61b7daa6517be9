import assert from 'node:assert/strict';
import type { Kernel } from '../../../src/kernel/kernel';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { english } from '../../../src/words';

function kernels(text: string, others: Record<string, string> = {}, path = 'a.cu'): readonly Kernel[] {
  const workspace = new CudaWorkspace();
  for (const [name, content] of Object.entries(others)) workspace.setFile(name, content);
  workspace.setFile(path, text);
  return workspace.file(path)!.kernels;
}

function names(text: string, others?: Record<string, string>): string[] {
  return kernels(text, others).map((kernel) => kernel.qualifiedName);
}

describe('kernels', () => {
  it('stand behind a macro for __global__ whose header is absent, which is said', () => {
    const workspace = new CudaWorkspace();
    const text = `template <int N> LIBRARY_GLOBAL __launch_bounds__(N, 1) void run(float *a) { a[0] = N; }
      enum { IS_IT_GLOBAL };
      const int where = IS_IT_GLOBAL;`;
    const found = () => workspace.file('a.cuh')!;
    workspace.setFile('a.cuh', text);
    assert.deepEqual(
      found().kernels.map(({ name, parameters }) => [name, parameters.length]),
      [['run', 1]],
    );
    assert.deepEqual(
      found().diagnostics.map(({ code, severity }) => [code, severity]),
      [['guessed-global', 'information']],
    );
    assert.match(english(found().diagnostics[0]!.message), /^LIBRARY_GLOBAL is defined in no file/);
    workspace.setFile('a.cuh', `#define LIBRARY_GLOBAL __host__\n${text}`);
    assert.deepEqual([found().kernels, found().diagnostics], [[], []]);
    workspace.setFile('b.cu', 'GPU_KERNEL void step(float *a) { *a = 1; }\nconst int LAST_KERNEL = 4;');
    assert.deepEqual(
      workspace.file('b.cu')!.kernels.map(({ name }) => name),
      ['step'],
    );
  });

  it('stand behind a bare KERNEL that no file defines, which is said, and keep their places', () => {
    const workspace = new CudaWorkspace();
    const text = 'constexpr int KERNELS = 3;\nKERNEL void step(float *a) { a[threadIdx.x] = 1; }\n';
    const told = (defined: string) => {
      workspace.setFile('a.cu', defined + text);
      const { kernels: found, diagnostics } = workspace.file('a.cu')!;
      return [
        found.map(({ name, line }) => [name, line]),
        diagnostics.map(({ code, range }) => [code, range.startLine]),
      ];
    };
    assert.deepEqual(told(''), [[['step', 2]], [['guessed-global', 2]]]);
    assert.deepEqual(told('#define KERNEL __host__\n'), [[], []]);
    assert.deepEqual(told('#define KERNEL __global__\n'), [[['step', 3]], []]);
  });

  it('have name, line of __global__, ranges, parameters and template', () => {
    const text =
      'namespace a {\ntemplate <typename T, int N = 4>\n__global__ void\nscale(const T *__restrict__ x, T (&y)[N], unsigned int n = 0) {\n}\n}\n';
    const [kernel, ...rest] = kernels(text);
    assert.equal(rest.length, 0);
    assert.deepEqual(
      { ...kernel!, range: undefined, nameRange: undefined },
      {
        id: 'a.cu#a::scale',
        name: 'scale',
        qualifiedName: 'a::scale',
        path: 'a.cu',
        line: 3,
        range: undefined,
        nameRange: undefined,
        parameters: [
          { type: 'const T *__restrict__', name: 'x' },
          { type: 'T (& )[N]', name: 'y' },
          { type: 'unsigned int', name: 'n' },
        ],
        template: [
          { kind: 'typename', name: 'T' },
          { kind: 'int', name: 'N', default: '4' },
        ],
        launchBounds: null,
        shared: [],
        mix: null,
        fromMacro: false,
      },
    );
    assert.deepEqual(kernel!.nameRange, { startLine: 4, startColumn: 0, endLine: 4, endColumn: 5 });
    assert.deepEqual(kernel!.range, { startLine: 2, startColumn: 0, endLine: 5, endColumn: 1 });
  });

  for (const [what, head] of [
    ['launch bounds before the name', '__global__ void __launch_bounds__(256, 2) k(int *a)'],
    ['launch bounds first', '__launch_bounds__(256, 2) __global__ void k(int *a)'],
    ['launch bounds before void', 'static __global__ __launch_bounds__(256, 2)\nvoid k(int *a)'],
    [
      'an attribute behind',
      '__attribute__((noinline)) __global__ void __launch_bounds__(256, 2) __maxnreg__(64) k(int *a)',
    ],
    [
      'an unknown attribute macro with arguments',
      'extern "C" __global__ void SOME_ATTR(3) __launch_bounds__(256, 2) k(int *a)',
    ],
    ['an unknown attribute macro', '__global__ SOME_ATTR void __launch_bounds__(256, 2) k(int *a)'],
    ['a comment everywhere', '__global__ /* ( */ void // {\n __launch_bounds__(256, 2) k(int * /* , */ a)'],
    ['cluster dimensions', '__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(256, 2) k(int *a)'],
  ] as const) {
    it(`are found with ${what}`, () => {
      const [kernel] = kernels(`${head} { a[0] = 1; }`);
      assert.equal(kernel?.name, 'k');
      assert.deepEqual(kernel.parameters, [{ type: 'int *', name: 'a' }]);
      assert.equal(kernel.launchBounds?.maxThreadsPerBlock.value, 256);
      assert.equal(kernel.launchBounds.minBlocksPerSm?.value, 2);
    });
  }

  it('are found in namespaces, classes, linkage blocks and between broken code', () => {
    const text = `
      namespace { __global__ void inAnonymous() {} }
      namespace a::b { inline namespace v1 { __global__ void nested() {} } }
      extern "C" { __global__ void linked(void) {} }
      struct S { int x; template <int N> static __global__ void member(int *p) { p[N] = 1; } };
      int broken(( ;
      template <> __global__ void special<float, (3 > 2)>(float *p) { }
      @ $ ''
      __global__ void last(int n) { if (n) { } }`;
    assert.deepEqual(names(text), [
      'inAnonymous',
      'a::b::v1::nested',
      'linked',
      'S::member',
      'special<float,(3>2)>',
      'last',
    ]);
  });

  it('leave out prototypes, calls and mentions', () => {
    const text =
      '__global__ void p(int);\n// __global__ void c() {}\nconst char *s = "__global__ void d() {}";\nfriend __global__ void f(int *);\n#define __global2__ 1\n';
    assert.deepEqual(names(text), []);
  });

  it('number overloads and specialisations apart', () => {
    const ids = kernels(
      '__global__ void k(int) {}\n__global__ void k(float) {}\n__global__ void k(int, int) {}',
    ).map((kernel) => kernel.id);
    assert.deepEqual(ids, ['a.cu#k', 'a.cu#k~2', 'a.cu#k~3']);
  });

  it('are found behind aliases and macros, at the line of use', () => {
    const header =
      '#define KERNEL(T) template <typename T> GLOBAL\n#define GLOBAL static __global__ void\n#define OP(name, op) \\\n  __global__ void op_##name(float *a) { \\\n    a[0] op 1; }\n';
    const list = kernels(
      '#include "k.h"\nGLOBAL plain(int n) {}\nKERNEL(U) typed(U *u) {}\n\nOP(add, +=)\nOP(sub, -=)\n',
      { 'k.h': header },
    );
    assert.deepEqual(
      list.map(({ name, line, fromMacro }) => [name, line, fromMacro]),
      [
        ['plain', 2, false],
        ['typed', 3, false],
        ['op_add', 5, true],
        ['op_sub', 6, true],
      ],
    );
  });

  it('of fragments see the macros of the file that includes them', () => {
    const workspace = new CudaWorkspace();
    workspace.setFile('src/main.cu', '#define REAL double\n#define BS 64\n#include "kernel.cu"\n');
    workspace.setFile('src/kernel.cu', '__global__ void k(REAL *a) { __shared__ REAL s[BS][2]; }');
    const [kernel] = workspace.file('src/kernel.cu')!.kernels;
    assert.equal(kernel!.shared[0]!.bytes!.value, 1024);
    assert.deepEqual(kernel!.parameters, [{ type: 'double *', name: 'a' }]);
  });

  it('of branches that are not compiled say why', () => {
    const list = kernels(
      '#ifdef OLD\n__global__ void old(int *a) {}\n#else\n__global__ void now(int *a) {}\n#endif\n',
    );
    assert.deepEqual(
      list.map(({ name, line, inactive }) => [name, line, inactive && english(inactive)]),
      [
        ['old', 2, '#ifdef OLD does not hold'],
        ['now', 4, undefined],
      ],
    );
  });

  it('take conditionals in their heads', () => {
    const text =
      '__global__ void k(int a\n#ifdef MORE\n, int b\n#endif\n) {}\n__global__ void l(int a\n#if 1\n, int b\n#endif\n) {}';
    assert.deepEqual(
      kernels(text).map((kernel) => kernel.parameters.length),
      [1, 2],
    );
  });

  it('report shared memory, static with bytes and dynamic', () => {
    const text = `
      #define TILE 16
      struct P { float4 v; int i; };
      template <typename T, int N> __global__ void k() {
        __shared__ float a[TILE][TILE + 1], b;
        __shared__ __align__(16) P p[4];
        __shared__ T t[N];
        extern __shared__ __align__(16) unsigned char raw[];
        const int M = 2 * TILE;
        static __shared__ volatile double *q[M];
      }`;
    const [kernel] = kernels(text);
    assert.deepEqual(
      kernel!.shared.map(({ name, elementType, dynamic, bytes }) => [
        name,
        elementType,
        dynamic,
        bytes?.value,
        bytes?.unknowns,
      ]),
      [
        ['a', 'float', false, 1088, []],
        ['b', 'float', false, 4, []],
        ['p', 'P', false, 96, []],
        ['t', 'T', false, null, ['sizeof(T)', 'N']],
        ['raw', 'unsigned char', true, undefined, undefined],
        ['q', 'volatile double*', false, 256, []],
      ],
    );
  });
});
