import { describeCounts, kernel, type Shape } from './countedShape';

const shape = (name: string, body: string, expected: Shape['expected']): Shape => ({
  name,
  source: kernel('float *b, const float *a, int n', `int t = threadIdx.x; ${body}`),
  grid: 4,
  block: 64,
  arguments: { n: 4096 },
  expected: { globalStore: 1, sharedStore: 0, ...expected },
});

/** What nvcc 13.0 leaves of shared arrays that are only stored to: nothing, where each store is a statement. */
const SHAPES: readonly Shape[] = [
  shape(
    'shared elements that nobody reads, with what was loaded and converted for them',
    '__shared__ __half h[256]; __shared__ float s[256]; for (int i = t; i < n; i += 64) { s[i & 255] = a[i] * 2.f; h[i & 255] = __float2half(1.f); } __syncthreads(); b[t] = 1.f;',
    {},
  ),
  shape(
    'one array that nobody reads beside one that is read',
    '__shared__ float s[64]; __shared__ float r[64]; s[t] = a[t]; r[t] = a[t]; __syncthreads(); b[t] = r[t ^ 1];',
    { globalLoad: 1, sharedStore: 1, sharedLoad: 1 },
  ),
  shape('elements that are added to, which reads them', '__shared__ float s[64]; s[t] += a[t]; b[t] = 1.f;', {
    globalLoad: 1,
    fp32: 1,
    sharedStore: 1,
    sharedLoad: 1,
  }),
  shape(
    'an array whose address goes elsewhere',
    '__shared__ float s[64]; float *p = s; s[t] = a[t]; __syncthreads(); b[t] = p[t ^ 1];',
    { globalLoad: 1, sharedStore: 1, sharedLoad: 1 },
  ),
  shape('memory that the launch sizes', 'extern __shared__ float s[]; s[t] = a[t]; b[t] = 1.f;', {
    globalLoad: 1,
    sharedStore: 1,
  }),
];

describeCounts('counts of stores to shared arrays', SHAPES);
