import { describeCounts, kernel, type Shape } from './countedShape';

const START = '__shared__ float s[256], t[256]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads();';
const AT = 'o[i * 256 + threadIdx.x]';

/** A kernel of 16 blocks of 256 threads whose loop makes a hundred turns. */
function ofLoop(name: string, statements: string, others: Shape['expected'], behind = ''): Shape {
  const functions = 'static __device__ float scaled(const float *row, float x) { return x * row[1]; }';
  const body = `${START} for (int i = 0; i < n; i++) { ${statements} } ${behind}`;
  const source = `${functions} ${kernel('const float *a, float *o, int n', body)}`;
  const expected = { globalLoad: 101, globalStore: 100, fp32: 100, sharedStore: 1, ...others };
  return { name, source, grid: 16, block: 256, arguments: { n: 100 }, expected };
}

const SUM = 'o[threadIdx.x] = t[9];';

/** Counts are those of PTX of nvcc 13.0. */
const SHAPES: readonly Shape[] = [
  ofLoop('a shared word beside stores to global memory', `${AT} = a[i] * s[0];`, { sharedLoad: 1 }),
  ofLoop('a thread’s own shared word', `${AT} = a[i] * s[255 - threadIdx.x];`, { sharedLoad: 1 }),
  ofLoop('a shared word that a function reads', `${AT} = scaled(s, a[i]);`, { sharedLoad: 1 }),
  ofLoop('a shared word beside atomic sums', 'atomicAdd(&o[i], a[i] * s[0]);', {
    sharedLoad: 1,
    globalStore: 0,
    atomic: 100,
  }),
  ofLoop(
    'a shared word beside stores to another array',
    `t[i] = a[i]; ${AT} = a[i] * s[0];`,
    { sharedLoad: 2, sharedStore: 101, globalStore: 101 },
    SUM,
  ),
  ofLoop(
    'a place that is stored beside others',
    `t[threadIdx.x] = a[i]; ${AT} = a[i] * s[0];`,
    { sharedLoad: 2, sharedStore: 2, globalStore: 101 },
    SUM,
  ),
  ofLoop('a shared word behind a barrier', `${AT} = a[i] * s[0]; __syncthreads();`, { sharedLoad: 100 }),
  ofLoop('a shared word beside stores to its array', `s[n - i] = a[i]; ${AT} = a[i] * s[0];`, {
    sharedLoad: 100,
    sharedStore: 101,
  }),
  ofLoop('a shared word behind an exchange', `${AT} = __shfl_xor_sync(~0u, a[i], 1) * s[0];`, {
    sharedLoad: 100,
    special: 100,
  }),
  ofLoop(
    'a shared word beside stores through a reference',
    `float &r = s[n - i]; r = a[i]; ${AT} = a[i] * s[0];`,
    { sharedLoad: 100, sharedStore: 101 },
  ),
];

describeCounts('counts of loops that write other memory than they read', SHAPES);
