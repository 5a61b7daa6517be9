import assert from 'node:assert/strict';
import { reorderCalls } from '../../../src/cuda/edits/reorder';
import { CudaWorkspace } from '../../../src/cuda/workspace';

const HEAD = [
  '__global__ void k(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x]; }',
  'void run(int n) {',
  '  float *a, *b, *c, *d, *h, *g; cudaMalloc(&a, 64); cudaMalloc(&b, 64); cudaMalloc(&c, 64); cudaMalloc(&d, 64);',
  '  cudaMallocHost(&h, 64); cudaMallocHost(&g, 64);',
  '  cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreate(&t);',
];

/** Puts the given body lines (0-based) into the wanted order; the text after the edit, or the reason. */
function reordered(body: readonly string[], order: readonly number[]): string[] | string {
  const text = [...HEAD, ...body, '}', ''].join('\n');
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', text);
  const calls = order.map((line) => ({ path: 'a.cu', line: HEAD.length + 1 + line }));
  const outcome = reorderCalls(workspace, calls);
  if (outcome.kind === 'refused') return outcome.reason;
  const lines = text.split('\n');
  for (const { range, newText } of outcome.edits) {
    const line = lines[range.startLine - 1]!;
    assert.equal(range.startLine, range.endLine);
    lines[range.startLine - 1] = line.slice(0, range.startColumn) + newText + line.slice(range.endColumn);
  }
  return lines.slice(HEAD.length, HEAD.length + body.length);
}

const TWO = ['  k<<<1, 16, 0, s>>>(a, b);', '  k<<<1, 16, 0, t>>>(c, d);'];

describe('reordering launches and copies', () => {
  it('swaps launches of different streams on different buffers', () => {
    assert.deepEqual(reordered(TWO, [1, 0]), [TWO[1], TWO[0]]);
  });

  it('moves over a declaration that it does not need', () => {
    const body = [TWO[0]!, '  const int m = n * 2;', TWO[1]!];
    assert.deepEqual(reordered(body, [2, 0]), [TWO[1], body[1], TWO[0]]);
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
      'a declaration that the call needs',
      /needs m, which is declared/,
      [TWO[0]!, '  const int m = n * 2;', '  k<<<m, 16, 0, t>>>(c, d);'],
      [2, 0],
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
});
