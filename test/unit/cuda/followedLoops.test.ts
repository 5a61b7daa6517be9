import { describeCounts, kernel, type Shape } from './countedShape';

const N = 1000;
const PARAMETERS = 'const float *a, float *o, int n';

/** Mean over the threads of a block of what `count` gives for each. */
function mean(threads: number, count: (thread: number) => number): number {
  return Array.from({ length: threads }, (_, thread) => count(thread)).reduce((a, b) => a + b) / threads;
}

/** A kernel of one warp that sums up as many elements as its loop has iterations. */
function sums(name: string, body: string, loads: number, threads = 32): Shape {
  return {
    name,
    source: kernel(PARAMETERS, `float s = 0; ${body} o[threadIdx.x] = s;`),
    grid: 1,
    block: threads,
    arguments: { n: N },
    expected: { globalLoad: loads, fp32: loads, globalStore: 1 },
  };
}

const LOAD = 's += a[i * 32 + threadIdx.x];';

/** Iterations of `for (i = t; i < N; i = 2 i + 1)`. */
function doublings(thread: number): number {
  let trips = 0;
  for (let i = thread; i < N; i = i * 2 + 1) trips++;
  return trips;
}

/** Steps of 3 i + 1 and i / 2 from 27 to 1. */
function collatz(from: number): number {
  let steps = 0;
  for (let i = from; i !== 1; i = i % 2 === 1 ? 3 * i + 1 : i / 2) steps++;
  return steps;
}

const SHAPES: readonly Shape[] = [
  sums(
    'an endless loop with its test in the middle',
    `int i = 0; while (true) { ${LOAD} i += 2; if (i >= n) break; }`,
    500,
  ),
  sums('a do loop that breaks', `int i = 0; do { ${LOAD} if (i == 20) break; i++; } while (i < n);`, 21),
  sums('a body that is done once', `int i = 3; do { ${LOAD} } while (0);`, 1),
  sums(
    'two variables that move towards each other',
    'for (int i = 0, j = 100; i < j; i += 2, j -= 3) s += a[i * 64 + j];',
    20,
  ),
  sums(
    'a counter that moves under a condition, too',
    `for (int i = 0; i < n; i++) { ${LOAD} if (i % 3 == 0) i++; }`,
    667,
  ),
  sums(
    'a counter that doubles',
    'for (int i = threadIdx.x; i < n; ) { s += a[i]; i = i * 2 + 1; }',
    mean(32, doublings),
  ),
  sums(
    'a counter that goes up and down',
    'int i = 27; while (i != 1) { s += a[i]; if (i & 1) i = 3 * i + 1; else i >>= 1; }',
    collatz(27),
  ),
  sums(
    'halving of a range',
    'int lo = 0, hi = n; while (lo < hi) { int m = (lo + hi) >> 1; s += a[m]; if (m < 300) lo = m + 1; else hi = m; }',
    10,
  ),
  sums(
    'a break of a counted loop',
    `for (int i = 0; i < 100; i++) { if (i % 4 == 0) continue; if (i > 50) break; ${LOAD} }`,
    38,
  ),
  sums(
    'a break that differs by thread',
    `for (int i = 0; i < 100; i++) { if (i > (int)threadIdx.x) break; ${LOAD} }`,
    32.5,
    64,
  ),
  sums(
    'a break on what was counted under a condition',
    `int c = 0; for (int i = 0; i < n; i++) { if (i & 1) continue; ${LOAD} if (++c == 10) break; }`,
    10,
  ),
  sums('a loop made by a jump back', `int i = 0; again: ${LOAD} if (++i < 64) goto again;`, 64),
  sums(
    'a loop of jumps back and out',
    `int i = 0; top: if (i >= n) goto done; ${LOAD} i++; goto top; done:`,
    N,
  ),
  {
    name: 'a jump over the rest',
    source: kernel(PARAMETERS, 'int i = threadIdx.x; if (i >= 64) goto end; o[i] = a[i] * 2.f; end: ;'),
    grid: 1,
    block: 256,
    arguments: { n: N },
    expected: { globalLoad: 0.25, fp32: 0.25, globalStore: 0.25 },
  },
  {
    name: 'a loop that a function leaves by its return',
    source: `__device__ float walk(const float *a, int n) { float s = 0; for (int i = 0; ; i++) { if (i == n) return s; ${LOAD} } }
${kernel(PARAMETERS, 'o[threadIdx.x] = walk(a, 30);')}`,
    grid: 1,
    block: 32,
    arguments: { n: N },
    expected: { globalLoad: 30, fp32: 30, globalStore: 1 },
  },
];

describeCounts('loops that are followed step by step', SHAPES);
