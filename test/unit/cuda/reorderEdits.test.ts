import { english } from '../../../src/words';
import assert from 'node:assert/strict';
import type { SourceEdit } from '../../../src/cuda/edits/outcome';
import { reorderCalls } from '../../../src/cuda/edits/reorder';
import { CudaWorkspace } from '../../../src/cuda/workspace';

const HEAD = [
  '__global__ void k(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }',
  'void run(int n) {',
  '  float *a, *b, *c, *d, *e, *f, *h, *g; cudaMalloc(&e, 64); cudaMalloc(&f, 64); cudaMalloc(&a, 64); cudaMalloc(&b, 64); cudaMalloc(&c, 64); cudaMalloc(&d, 64);',
  '  cudaMallocHost(&h, 64); cudaMallocHost(&g, 64);',
  '  cudaStream_t s, t, u; cudaStreamCreate(&s); cudaStreamCreate(&t); cudaStreamCreate(&u);',
];

/** Puts the given body lines (0-based) into the wanted order; the text after the edit, or the reason. */
function reordered(body: readonly string[], order: readonly number[]): string[] | string {
  const text = [...HEAD, ...body, '}', ''].join('\n');
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', text);
  const calls = order.map((line) => ({ path: 'a.cu', line: HEAD.length + 1 + line }));
  const outcome = reorderCalls(workspace, calls);
  if (outcome.kind === 'refused') return english(outcome.reason);
  const [{ range, newText }] = outcome.edits as [SourceEdit];
  const all = text.split('\n');
  const before = [
    ...all.slice(0, range.startLine - 1),
    all[range.startLine - 1]!.slice(0, range.startColumn),
  ];
  const after = [all[range.endLine - 1]!.slice(range.endColumn), ...all.slice(range.endLine)];
  const lines = (before.join('\n') + newText + after.join('\n')).split('\n');
  return lines.slice(HEAD.length, HEAD.length + body.length);
}

const TWO = ['  k<<<1, 16, 0, s>>>(a, b);', '  k<<<1, 16, 0, t>>>(c, d);'];

describe('reordering launches and copies', () => {
  it('swaps launches of different streams on different buffers', () => {
    assert.deepEqual(reordered(TWO, [1, 0]), [TWO[1], TWO[0]]);
  });

  it('takes declarations and comments along', () => {
    const body = ['  // first', TWO[0]!, '', '  // second', '  const int m = n * 2; // twice', TWO[1]!];
    const expected = [...body.slice(3), '', ...body.slice(0, 2)];
    assert.deepEqual(reordered(body, [5, 1]), expected);
  });

  it('keeps the order within a stream', () => {
    const body = [...TWO, '  cudaMemcpyAsync(h, b, 64, cudaMemcpyDeviceToHost, s);'];
    assert.deepEqual(reordered(body, [1, 0, 2]), [TWO[1], TWO[0], body[2]]);
    assert.match(String(reordered(body, [2, 0, 1])), /same stream s/);
  });

  const refusals: readonly [
    name: string,
    reason: RegExp,
    body: readonly string[],
    order: readonly number[],
  ][] = [
    [
      'a buffer that one writes and the other reads',
      /both use b/,
      [TWO[0]!, '  k<<<1, 16, 0, t>>>(b, d);'],
      [1, 0],
    ],
    ['a buffer that both write', /both use b/, [TWO[0]!, '  k<<<1, 16, 0, t>>>(c, b);'], [1, 0]],
    ['the default stream', /default stream/, [TWO[0]!, '  k<<<1, 16>>>(c, d);'], [1, 0]],
    [
      'a copy that blocks',
      /blocks the host/,
      [TWO[0]!, '  cudaMemcpy(c, h, 64, cudaMemcpyHostToDevice);'],
      [1, 0],
    ],
    ['a statement between', /another statement stands between/, [TWO[0]!, '  h[0] = 1;', TWO[1]!], [2, 0]],
    [
      'a wait between',
      /another statement stands between/,
      [TWO[0]!, '  cudaStreamSynchronize(s);', TWO[1]!],
      [2, 0],
    ],
    [
      'a declaration that would come too late',
      /needs m, which is declared/,
      [TWO[0]!, '  const int m = n * 2;', '  k<<<m, 16, 0, t>>>(c, d);', '  k<<<m, 16, 0, u>>>(e, f);'],
      [0, 3, 2],
    ],
    [
      'a loop',
      /more than once|not a statement of its own|different blocks/,
      [TWO[0]!, '  for (int i = 0; i < 2; i++) k<<<1, 16, 0, t>>>(c, d);'],
      [1, 0],
    ],
    [
      'different blocks',
      /not a statement of its own|different blocks/,
      [TWO[0]!, '  { k<<<1, 16, 0, t>>>(c, d); }'],
      [1, 0],
    ],
    ['a line without a call', /no launch or copy/, [TWO[0]!, '  const int m = 1;'], [1, 0]],
    ['the order that is there', /in that order already/, TWO, [0, 1]],
  ];
  for (const [name, reason, body, order] of refusals) {
    it(`refuses ${name}`, () => assert.match(String(reordered(body, order)), reason));
  }

  /** Swaps two launches of `kernel`, declared in front of the usual code. */
  function swapped(kernel: string, body: readonly string[]): string {
    const text = [kernel, ...HEAD, ...body, '}', ''].join('\n');
    const workspace = new CudaWorkspace();
    workspace.setFile('a.cu', text);
    const calls = [1, 0].map((line) => ({ path: 'a.cu', line: HEAD.length + 2 + line }));
    const outcome = reorderCalls(workspace, calls);
    return outcome.kind === 'refused' ? english(outcome.reason) : 'edited';
  }

  const launches = ['  w<<<1, 16, 0, s>>>(a, b);', '  w<<<1, 16, 0, t>>>(c, d);'];
  const hidden: readonly [name: string, outcome: RegExp, kernel: string, body?: readonly string[]][] = [
    ['nothing hidden', /^edited$/, '__global__ void w(const float* in, float* out) { out[0] = in[0]; }'],
    [
      'a cast that drops const',
      /may write through \(float \*\)/,
      '__global__ void w(const float* in, float* out) { ((float *)in)[0] = out[0]; }',
    ],
    [
      'const_cast in a function that it calls',
      /f may write through const_cast/,
      '__device__ void f(const float* p) { *const_cast<float*>(p) = 1; }\n__global__ void w(const float* in, float* out) { f(in); }',
    ],
    [
      'a device variable',
      /device variable total/,
      '__device__ float total;\n__global__ void w(const float* in, float* out) { total += in[0]; }',
    ],
    [
      'pointers in a structure',
      /may hold pointers/,
      'struct S { float* p; };\n__global__ void w(const S* in, float* out) { out[0] = in->p[0]; }',
    ],
    [
      'a structure of numbers',
      /^edited$/,
      'struct S { float x; int n; };\n__global__ void w(const S* in, float* out) { out[0] = in->x; }',
    ],
  ];
  for (const [name, outcome, kernel, body = launches] of hidden) {
    it(`looks into the kernel: ${name}`, () => {
      assert.match(swapped(kernel.replaceAll('\n', ' '), body), outcome);
    });
  }
});
