import { ID, describeCounts, kernel, type Shape } from './countedShape';

/** Counts of PTX of nvcc 13.0 for sm_80, where no other reason is given. */
const SHAPES: readonly Shape[] = [
  {
    name: 'a loop that tests behind its body and that threads leave at different times',
    source: kernel(
      'const float *a, float *b, int n',
      `${ID} if (i >= n) return; int j = i; float s = 0.f; do { s += a[j]; j += 50; } while (j < n); b[i] = s;`,
    ),
    grid: 4,
    block: 64,
    arguments: { n: 200 },
    // 50 threads each go round once, twice, three and four times.
    expected: { globalLoad: 500 / 256, globalStore: 200 / 256, fp32: 500 / 256 },
  },
  {
    name: 'loops as long as a rounded quotient, and as a logarithm',
    source: kernel(
      'const float *a, float *b, int n',
      `${ID} float s = 0.f; for (int p = 0; p < ceil((float)n / 32); p++) s += a[i + 32 * p]; int steps = log2f((float)n); for (int p = 0; p < steps; p++) s += a[i + p]; b[i] = s;`,
    ),
    grid: 32,
    block: 256,
    arguments: { n: 1000 },
    // A comparison and a sum in each of 32 turns, a conversion of the counter, and 9 turns behind the logarithm.
    expected: { globalLoad: 41, globalStore: 1, fp32: 95, conversion: 36 },
  },
  {
    name: 'more conditions than are nested',
    source: kernel(
      'const float *a, float *b, int n',
      `${ID} if (i > 100 && i < n - 100 && i > 200 && i < n - 200 && i > 300 && i < n - 300) { if (i > 400 && i < n - 400 && i > 500 && i < n - 500 && i > 600 && i < n - 600) b[i] = a[i]; }`,
    ),
    grid: 8,
    block: 256,
    arguments: { n: 2048 },
    // 601 to 1447.
    expected: { globalLoad: 847 / 2048, globalStore: 847 / 2048 },
  },
  {
    name: 'a loop over rows whose number of turns is the same in each turn of the loop around',
    source: kernel(
      'const float *a, float *b, int n',
      `__shared__ float t[512]; ${ID} float s = 0.f; int stride = blockDim.x / 8; for (int k = 0; k < n; k += 8) { for (int off = 0; off < 128; off += stride) t[threadIdx.x + off] = a[i + off * n + k]; __syncthreads(); s += t[threadIdx.x ^ 1]; __syncthreads(); } b[i] = s;`,
    ),
    grid: 32,
    block: 256,
    arguments: { n: 1024 },
    expected: { globalLoad: 512, globalStore: 1, fp32: 128, special: 1, conversion: 2 },
  },
  {
    name: 'an atomic operation in a loop that is asked to be unrolled',
    source: kernel(
      'const float *a, float *b, int n',
      `${ID} int g = blockDim.x * gridDim.x;\n#pragma unroll\nfor (int j = i; j < n; j += g) atomicAdd(b, a[j]);`,
    ),
    grid: 32,
    block: 256,
    arguments: { n: 8192 },
    expected: { globalLoad: 1, atomic: 1 },
  },
  {
    name: 'a loop that calls straight code, which is divided for as well',
    source: `struct Z { float x, y; };\n__device__ Z mul(Z a, Z b) { Z c; c.x = a.x * b.x - a.y * b.y; c.y = a.x * b.y + a.y * b.x; return c; }\n${kernel(
      'Z *a, const Z *b, int n',
      `${ID} int g = blockDim.x * gridDim.x; for (int j = i; j < n; j += g) a[j] = mul(a[j], b[j]);`,
    )}`,
    grid: 32,
    block: 256,
    arguments: { n: 8192 },
    expected: { globalLoad: 4, globalStore: 2, fp32: 4, special: 1, conversion: 2 },
  },
  {
    name: 'a local array that is filled and stored as a vector by its own address',
    source: kernel(
      'const float *a, float *b',
      `${ID} float p[4]; *reinterpret_cast<float4 *>(&p) = *reinterpret_cast<const float4 *>(&a[4 * i]); for (int k = 0; k < 4; k++) p[k] *= 2.f; *reinterpret_cast<float4 *>(&b[4 * i]) = *reinterpret_cast<const float4 *>(&p);`,
    ),
    grid: 32,
    block: 256,
    expected: { globalLoad: 1, globalStore: 1, fp32: 4 },
  },
];

describeCounts('counts of loops by what ends them, and of what stands in front', SHAPES);
