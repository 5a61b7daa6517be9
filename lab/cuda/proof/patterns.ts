import type { RandomStream } from '../../../src/stats/random';

/** What a pattern gives to a kernel: statements that add to `s`, and what stands in front of the kernel. */
export interface Fragment {
  readonly code: string;
  /** Functions and types in front of the kernel; `@` stands for the kernel's name. */
  readonly before?: string;
  /** Must be first: threads leave, so that no barrier or shuffle may follow. */
  readonly leaves?: boolean;
  /** Needs all threads: it cannot stand behind one that leaves. */
  readonly meets?: boolean;
}

/** Statements of one kind, with numbers drawn for each use; `@` makes names of its own. */
export type Pattern = (random: RandomStream) => Fragment;

const pick = <T>(random: RandomStream, list: readonly T[]): T => list[random.below(list.length)]!;
const between = (random: RandomStream, low: number, high: number): number =>
  low + random.below(high - low + 1);
const code = (text: string): Fragment => ({ code: text });

/** Something that a loop does with its counter. */
function work(random: RandomStream, counter: string): string {
  return pick(random, [
    `s += a[${counter} * 32 + i];`,
    `s = s * 0.5f + a[i + ${counter}];`,
    `s += a[${counter}] * a[i];`,
    `out[i + ${counter} * 8] = s; s += 1.5f;`,
    `s += (float)${counter} * 0.25f;`,
    `s += sqrtf(a[i + ${counter}]);`,
  ]);
}

const bound = (random: RandomStream): string => pick(random, ['n', 'n', String(between(random, 3, 40))]);

/** Loops by their form. */
const LOOPS: Readonly<Record<string, Pattern>> = {
  countedUp: (r) =>
    code(`for (int j = ${between(r, 0, 2)}; j < ${bound(r)}; j += ${between(r, 1, 3)}) { ${work(r, 'j')} }`),
  countedDown: (r) =>
    code(`for (int j = ${bound(r)} - 1; j >= 0; j -= ${between(r, 1, 3)}) { ${work(r, 'j')} }`),
  unsignedDown: (r) => code(`for (unsigned j = ${bound(r)}; j-- > 0;) { ${work(r, 'j')} }`),
  unsignedWhile: (r) => code(`unsigned u@ = ${bound(r)}; while (u@ > 0) { u@ -= 1; ${work(r, 'u@')} }`),
  whileLoop: (r) =>
    code(`int j@ = 0; while (j@ < ${bound(r)}) { ${work(r, 'j@')} j@ += ${between(r, 1, 4)}; }`),
  doWhile: (r) => code(`int j@ = 0; do { ${work(r, 'j@')} j@++; } while (j@ < ${bound(r)});`),
  endless: (r) =>
    code(`int j@ = 0; while (true) { if (j@ >= ${bound(r)}) break; ${work(r, 'j@')} j@ += 2; }`),
  halving: (r) =>
    code(`for (int k = ${pick(r, ['blockDim.x / 2', '64', 'n'])}; k > 0; k >>= 1) { ${work(r, 'k')} }`),
  doubling: (r) => code(`for (int k = 1; k < ${bound(r)}; k *= 2) { ${work(r, 'k')} }`),
  triangular: (r) => code(`for (int j = 0; j < (i & ${pick(r, [3, 7, 15])}); j++) { ${work(r, 'j')} }`),
  gridStride: () =>
    code(`int w@ = blockDim.x * gridDim.x; for (int j = i; j < n * 60; j += w@) s += a[j] * 2.0f;`),
  strideVectors: (r) =>
    code(
      `const float4* p@ = (const float4*)a; for (int j = i; j < ${between(r, 300, 900)}; j += gridDim.x * blockDim.x) { float4 v = p@[j]; s += v.x + v.y * v.z + v.w; }`,
    ),
  invariantRoot: (r) =>
    code(`for (int j = 0; j < n; j++) s += sqrtf(a[i] + ${between(r, 1, 4)}.0f) * a[i + j];`),
  searched: () =>
    code(
      `int lo@ = 0, hi@ = 256; while (lo@ < hi@) { int m = (lo@ + hi@) >> 1; if (m < i) lo@ = m + 1; else hi@ = m; } s += a[lo@];`,
    ),
  doSearch: (r) =>
    code(`int p@ = i; do { p@ = p@ * 2 + 1; } while (p@ < ${between(r, 200, 900)}); s += a[p@ & 1023];`),
  twoExits: (r) =>
    code(
      `int e@ = 0; while (e@ < 50) { if (e@ * e@ > i) break; s += a[e@ + i]; e@ += ${between(r, 1, 3)}; }`,
    ),
  ring: (r) =>
    code(
      `int q@ = i & 7; for (int j = 0; j < ${bound(r)}; j++) { s += a[q@]; q@ = q@ + 1 == 8 ? 0 : q@ + 1; }`,
    ),
  branchInside: () => code(`for (int j = 0; j < n; j++) { if (j * 3 < i) s += 2.5f; else s -= 1.5f; }`),
  stride: (r) =>
    code(`for (int j = i; j < n * ${between(r, 10, 40)}; j += gridDim.x * blockDim.x) s += a[j];`),
  pointer: (r) =>
    code(`for (const float* p = a + i; p < a + i + ${bound(r)}; p++) s += *p * ${between(r, 2, 5)}.0f;`),
  nested: (r) =>
    code(
      `for (int j = 0; j < ${between(r, 2, 6)}; j++) for (int k = 0; k < ${bound(r)}; k++) { ${work(r, 'k')} s += j; }`,
    ),
  nestedTriangle: (r) =>
    code(`for (int j = 0; j < ${bound(r)}; j++) for (int k = 0; k <= j; k++) s += a[j * 8 + k];`),
  twoCounters: (r) => code(`for (int x = 0, y = ${bound(r)}; x < y; x++, y--) s += a[x] * a[y];`),
  skipping: (r) =>
    code(
      `for (int j = 0; j < ${bound(r)}; j++) { if (j % ${between(r, 2, 4)} == 0) continue; ${work(r, 'j')} }`,
    ),
  leftEarly: (r) =>
    code(`for (int j = 0; j < 40; j++) { if (j == ${between(r, 3, 20)}) break; ${work(r, 'j')} }`),
  byThread: (r) =>
    code(`for (int j = 0; j < 40; j++) { if (j > (threadIdx.x & ${pick(r, [3, 7])})) break; s += a[j]; }`),
  unrolled: (r) =>
    code(
      `#pragma unroll ${pick(r, ['', '4', '1'])}\nfor (int j = 0; j < ${pick(r, [8, 16, 24])}; j++) { ${work(r, 'j')} }`,
    ),
};

/** Branches. */
const BRANCHES: Readonly<Record<string, Pattern>> = {
  switchBreak: (r) =>
    code(`switch (threadIdx.x & 3) { case 0: s += a[i]; break; case 1: s *= 2.5f; s += a[i + 1]; break;
  case 2: for (int j = 0; j < ${between(r, 2, 9)}; j++) s += a[j + i]; break; default: out[i + 300] = s; }`),
  switchThrough: (r) =>
    code(
      `switch (threadIdx.x % ${between(r, 3, 4)}) { case 0: s += a[i]; case 1: s += a[i + 64]; case 2: s += a[i + 128]; }`,
    ),
  switchConstant: (r) =>
    code(
      `switch (n & 1) { case 0: s += a[i]; break; case 1: s += a[i] * a[i + ${between(r, 1, 9)}]; break; }`,
    ),
  earlyReturn: (r) => ({ code: `if (i >= ${between(r, 20, 180)}) return;`, leaves: true }),
  earlyRange: (r) => ({ code: `if (threadIdx.x < ${between(r, 1, 30)}) return; s += a[i];`, leaves: true }),
  branchStores: (r) =>
    code(
      `if (threadIdx.x & 1) out[i + 200] = s + 1.0f; else { out[i + 400] = s; out[i + 600] = a[i] * ${between(r, 2, 4)}.0f; }`,
    ),
  branchLoop: (r) =>
    code(
      `if (blockIdx.x == ${between(r, 0, 2)}) { for (int j = 0; j < ${bound(r)}; j++) s += a[j + i]; } else s += a[i];`,
    ),
  guarded: (r) =>
    code(
      `if (i < ${between(r, 30, 190)} && i > ${between(r, 1, 20)}) { s += a[i] + a[i + 32]; out[i + 256] = s; }`,
    ),
  selected: (r) => code(`s += i % 2 == 0 ? a[i] : ${between(r, 1, 9)}.0f; s = s > 3.0f ? s - 3.0f : s;`),
  storeForward: (r) =>
    code(
      `out[i + 192] = s; if (threadIdx.x < ${between(r, 5, 50)}) out[i + 192] = s * 2.0f; s += out[i + 192];`,
    ),
  macroLoop: (r) => code(`do { if (threadIdx.x == ${between(r, 0, 40)}) break; s += a[i]; } while (0);`),
  chained: (r) =>
    code(
      `if (threadIdx.x < 10) s += a[i]; else if (threadIdx.x < ${between(r, 20, 40)}) { s += a[i] * a[i + 1]; } else { s += a[i] + a[i + 1] + a[i + 2]; }`,
    ),
};

/** Branches and jumps of real programs: what both arms do, what is written behind them, and macros. */
const CHOICES: Readonly<Record<string, Pattern>> = {
  clamped: (r) =>
    code(
      `float c@ = a[i] * ${between(r, 2, 5)}.0f; if (c@ < 0.5f) c@ = 0.5f; if (c@ > 1.5f) c@ = 1.5f; s += c@;`,
    ),
  ternaryChain: () =>
    code(`s += a[i] > 0.75f ? 2.0f : a[i] > 0.5f ? a[i] * 3.0f : a[i] > 0.25f ? 1.0f : 0.0f;`),
  mergedStore: (r) =>
    code(`out[i + 700] = a[i]; if (i & 1) out[i + 700] = a[i] * ${between(r, 2, 5)}.0f + s;`),
  bothStore: (r) =>
    code(`if (threadIdx.x < ${between(r, 5, 50)}) out[i + 900] = s * 2.0f; else out[i + 900] = s + a[i];`),
  pickedConstants: () =>
    code(
      `float x@ = 0.0f, y@ = 0.0f; if (threadIdx.x % 2 == 0) x@ = 100.0f; else y@ = 200.0f; s += x@ + y@;`,
    ),
  swapped: () =>
    code(
      `float l@ = a[i], h@ = a[i + 64]; if (l@ > h@) { float t = l@; l@ = h@; h@ = t; } s += l@ * 2.0f - h@;`,
    ),
  loadedAfter: (r) => code(`if (threadIdx.x > ${between(r, 3, 40)}) s += a[i] * 2.0f; s += a[i];`),
  shortCircuit: (r) => code(`s += (threadIdx.x < ${between(r, 9, 50)} && i > 3) || i == 70 ? 1.5f : 2.5f;`),
  guardedHalo: (r) =>
    code(
      `float w@ = i >= ${between(r, 1, 9)} ? a[i - 1] : 0.0f; float e@ = i < n * 6 ? a[i + 1] : 0.0f; s += w@ - e@;`,
    ),
  clampedIndex: () => code(`s += a[i > 0 ? i - 1 : 0] + a[min(i + 1, n * 8)];`),
  cases: (r) =>
    code(
      `float v@; switch (threadIdx.x & 3) { case 0: v@ = a[i]; break; case 1: v@ = a[i] * 2.0f; break; case 2: v@ = a[i + ${between(r, 1, 9)}]; break; default: v@ = 1.0f; } s += v@;`,
    ),
  cleanedUp: (r) => code(`if (i < ${between(r, 3, 90)}) goto end@; s += a[i + 32]; end@: s *= 0.5f;`),
};

/** What data decides. */
const DATA: Readonly<Record<string, Pattern>> = {
  dataBranch: (r) => code(`if (d[i] > ${between(r, 2, 12)}) s += a[i]; else out[i + 500] = s;`),
  dataLoop: () => code(`for (int v = d[i]; v > 0; v >>= 1) s += a[v + i];`),
  dataTrips: () => code(`for (int j = 0; j < d[i]; j++) s += a[j + i];`),
  dataSwitch: () =>
    code(
      `switch (d[i] & 3) { case 0: s += a[i]; break; case 1: s += a[i + 1] * a[i + 2]; break; default: s += 1.0f; }`,
    ),
  gather: (r) => code(`s += a[d[i] * ${between(r, 1, 16)} + i];`),
};

/** Vectors, structs, tiles and casts. */
const SHAPES: Readonly<Record<string, Pattern>> = {
  wideLoad: (r) =>
    code(
      `float4 v@ = reinterpret_cast<const float4*>(a)[i]; v@.x *= ${between(r, 2, 5)}.0f; v@.w += v@.x; s += v@.x + v@.y + v@.z + v@.w;`,
    ),
  wideLoop: (r) =>
    code(
      `const float2* p@ = (const float2*)a; for (int j = 0; j < ${bound(r)}; j++) { float2 v = p@[i + j]; s += v.x * v.y; }`,
    ),
  wideStore: (r) =>
    code(
      `float4 w@ = make_float4(s, s + 1.0f, ${between(r, 2, 5)}.0f, a[i]); reinterpret_cast<float4*>(out + 1024)[i] = w@;`,
    ),
  structUpdate: (r) => ({
    before: 'struct P@ { float x, y; int k; };',
    code: `P@ p@ = {a[i], a[i + 1], 0}; for (int j = 0; j < ${bound(r)}; j++) { p@.x += p@.y; p@.k += j; } s += p@.x + p@.k;`,
  }),
  structMemory: () => ({
    before: 'struct Q@ { float x, y, z; };',
    code: `const Q@* q@ = (const Q@*)a; s += q@[i].x * q@[i].y + q@[i].z;`,
  }),
  registerTile: (r) => {
    const size = pick(r, [2, 4, 8]);
    return code(`float t@[${size}] = {};
#pragma unroll
for (int j = 0; j < ${size}; j++) t@[j] = a[i + j * 64];
#pragma unroll
for (int j = 0; j < ${size}; j++) s += t@[j] * t@[(j + 1) % ${size}];`);
  },
  tileProduct: (r) => {
    const size = pick(r, [2, 4]);
    return code(`float x@[${size}], y@[${size}], z@[${size}][${size}] = {};
for (int k = 0; k < ${bound(r)}; k++) {
#pragma unroll
for (int j = 0; j < ${size}; j++) { x@[j] = a[k * ${size} + j + i]; y@[j] = a[k * 64 + j]; }
#pragma unroll
for (int j = 0; j < ${size}; j++)
#pragma unroll
for (int l = 0; l < ${size}; l++) z@[j][l] += x@[j] * y@[l];
}
#pragma unroll
for (int j = 0; j < ${size}; j++)
#pragma unroll
for (int l = 0; l < ${size}; l++) s += z@[j][l];`);
  },
  chosenElement: (r) =>
    code(
      `float t@[8]; for (int j = 0; j < 8; j++) t@[j] = a[i + j]; s += t@[(i + ${between(r, 0, 7)}) & 7];`,
    ),
  castBytes: () => code(`const unsigned char* b@ = (const unsigned char*)a; s += b@[i] + b@[i + 256];`),
  castInt: (r) => code(`int c@ = ((const int*)a)[i] & ${pick(r, [255, 1023])}; s += c@;`),
  called: (r) => ({
    before: `__device__ float f@(float x, int k) { if (k > ${between(r, 5, 50)}) return x * 2.0f; for (int j = 0; j < 4; j++) x = x * 0.5f + 1.0f; return x; }`,
    code: 's += f@(a[i], threadIdx.x);',
  }),
  lambda: (r) =>
    code(`auto g@ = [&](int k) { return a[i + k] * 2.0f; }; s += g@(${between(r, 0, 9)}) + g@(64);`),
  divided: (r) =>
    code(`int q@ = i / ${between(r, 3, 9)}, r@ = i % ${between(r, 3, 9)}; s += a[q@] + a[r@] + i / n;`),
  functions: (r) =>
    code(
      pick(r, [
        's += expf(a[i]);',
        's += sinf(a[i]) / (a[i] + 1.0f);',
        's += rsqrtf(a[i] + 2.0f) + fabsf(s);',
        's = fmaxf(s, logf(a[i] + 1.5f));',
      ]),
    ),
  zeroSum: () => code(`float z@ = 0.0f; z@ += a[i]; s *= z@;`),
  doubleConstants: (r) =>
    code(
      `float m@ = a[i] * ${between(r, 1, 3)}.5; m@ = m@ + 1.0; if (m@ > 2.0) m@ = a[i + 32] * 0.5; s += m@;`,
    ),
  ownOperators: (r) => ({
    before: `struct C@ { float x, y; __device__ C@(float a, float b) : x(a), y(b) {} __device__ float length() const { return x * x + y * y; } };
__device__ C@ operator+(C@ a, C@ b) { return C@(a.x + b.x, a.y + b.y); }
__device__ C@ operator*(C@ a, C@ b) { return C@(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }`,
    code: `C@ c@(a[i], a[i + 64]); for (int j = 0; j < ${between(r, 2, 6)}; j++) c@ = c@ * c@ + C@(0.25f, 0.5f); s += c@.length();`,
  }),
  unrolledTemplate: (r) => ({
    before: `template <int N> __device__ float f@(const float* p) { float t = 0.0f;
#pragma unroll
for (int j = 0; j < N; j++) t += p[j * 32] * (j + 1); return t; }`,
    code: `s += f@<${pick(r, [3, 5, 8])}>(a + i);`,
  }),
  arrays: () => ({
    before: 'struct A@ { const float* x; const float* y; int count; };',
    code: `A@ p@ = {a, a + 4096, n}; for (int j = 0; j < p@.count; j++) s += p@.x[i + j] * p@.y[j];`,
  }),
  bits: (r) =>
    code(
      `unsigned u@ = i * 2654435761u; u@ ^= u@ >> 16; u@ = (u@ << ${between(r, 3, 9)}) | (u@ >> 23); s += __popc(u@) + (u@ & 7) * 0.5f + a[u@ & 1023];`,
    ),
  wideIndices: () =>
    code(
      `size_t p@ = (size_t)blockIdx.x * blockDim.x + threadIdx.x; long long q@ = p@ * 2; s += a[q@] + a[p@ + 64];`,
    ),
  table: () => ({
    before: '__constant__ float table@[64];',
    code: 's += table@[threadIdx.x & 7] * table@[3];',
  }),
  readOnlyLoads: () => code('s += __ldg(a + i) * __ldg(&a[i + 64]);'),
  doubles: (r) =>
    code(`double e@ = a[i]; for (int j = 0; j < ${bound(r)}; j++) e@ = e@ * 1.5 + 0.25; s += (float)e@;`),
};

/** Threads that work together. */
const TOGETHER: Readonly<Record<string, Pattern>> = {
  sharedTile: (r) => ({
    code: `__shared__ float h@[64]; h@[threadIdx.x] = a[i]; __syncthreads(); s += h@[(threadIdx.x + ${between(r, 1, 63)}) % 64]; __syncthreads();`,
    meets: true,
  }),
  sharedLoop: (r) => ({
    code: `__shared__ float h@[64]; for (int j = 0; j < ${bound(r)}; j++) { h@[threadIdx.x] = a[i + j]; __syncthreads(); s += h@[63 - threadIdx.x] * h@[0]; __syncthreads(); }`,
    meets: true,
  }),
  haloTile: (r) => ({
    code: `__shared__ float h@[66]; h@[threadIdx.x + 1] = a[i]; if (threadIdx.x == 0) h@[0] = a[i + 1]; if (threadIdx.x == 63) h@[65] = a[i + 2]; __syncthreads(); s += h@[threadIdx.x] - ${between(r, 2, 4)}.0f * h@[threadIdx.x + 1] + h@[threadIdx.x + 2]; __syncthreads();`,
    meets: true,
  }),
  scan: () => ({
    code: `__shared__ float h@[64]; h@[threadIdx.x] = a[i]; __syncthreads(); for (int k = 1; k < 64; k *= 2) { float v = threadIdx.x >= k ? h@[threadIdx.x - k] : 0.0f; __syncthreads(); h@[threadIdx.x] += v; __syncthreads(); } s += h@[threadIdx.x];`,
    meets: true,
  }),
  bitonic: () => ({
    code: `__shared__ float h@[64]; h@[threadIdx.x] = i; __syncthreads(); for (int k = 2; k <= 64; k <<= 1) for (int j = k >> 1; j > 0; j >>= 1) { int o = threadIdx.x ^ j; if (o > threadIdx.x) { float x = h@[threadIdx.x], y = h@[o]; bool up = (threadIdx.x & k) == 0; h@[threadIdx.x] = up ? fminf(x, y) : fmaxf(x, y); h@[o] = up ? fmaxf(x, y) : fminf(x, y); } __syncthreads(); } s += h@[63 - threadIdx.x];`,
    meets: true,
  }),
  doubleBuffer: (r) => ({
    code: `__shared__ float h@[2][64]; h@[0][threadIdx.x] = a[i]; __syncthreads(); for (int t = 0; t < ${between(r, 3, 9)}; t++) { h@[(t + 1) & 1][threadIdx.x] = a[i + t * 64 + 64]; s += h@[t & 1][63 - threadIdx.x]; __syncthreads(); }`,
    meets: true,
  }),
  privateHistogram: (r) => ({
    code: `__shared__ int h@[32]; if (threadIdx.x < 32) h@[threadIdx.x] = 0; __syncthreads(); for (int j = 0; j < ${between(r, 2, 9)}; j++) atomicAdd(&h@[(i + j) & 31], 1); __syncthreads(); if (threadIdx.x < 32) atomicAdd(&count[threadIdx.x], h@[threadIdx.x]);`,
    meets: true,
  }),
  warpAggregated: () => ({
    code: `unsigned m@ = __ballot_sync(0xffffffffu, i & 1); int r@ = __popc(m@ & ((1u << (threadIdx.x & 31)) - 1)); if ((threadIdx.x & 31) == 0) atomicAdd(&count[40], __popc(m@)); s += r@;`,
    meets: true,
  }),
  blockSum: () => ({
    code: `__shared__ float h@[64]; h@[threadIdx.x] = a[i]; __syncthreads(); for (int k = blockDim.x / 2; k > 0; k >>= 1) { if (threadIdx.x < k) h@[threadIdx.x] += h@[threadIdx.x + k]; __syncthreads(); } s += h@[0];`,
    meets: true,
  }),
  shuffleSum: () => ({
    code: `float v@ = a[i]; for (int k = 16; k > 0; k /= 2) v@ += __shfl_down_sync(0xffffffffu, v@, k); s += v@;`,
    meets: true,
  }),
  shuffleExchange: (r) => ({
    code: `for (int k = 1; k < ${pick(r, [8, 32])}; k <<= 1) s += __shfl_xor_sync(0xffffffffu, s, k);`,
    meets: true,
  }),
  voted: () => ({
    code: `unsigned m@ = __ballot_sync(0xffffffffu, threadIdx.x & 1); s += __popc(m@);`,
    meets: true,
  }),
  atomicCount: (r) => code(`atomicAdd(&count[i & ${pick(r, [0, 7])}], 1);`),
  atomicLoop: (r) => code(`for (int j = 0; j < ${bound(r)}; j++) atomicAdd(&count[j & 7], 2);`),
  atomicResult: () => code(`int o@ = atomicAdd(&count[threadIdx.x], 1); s += o@;`),
  atomicGuarded: (r) => code(`if (threadIdx.x < ${between(r, 3, 60)}) atomicMax(&count[8], i);`),
};

/** All patterns by name, by what they are about. */
export const PATTERNS: Readonly<Record<string, Readonly<Record<string, Pattern>>>> = {
  loops: LOOPS,
  branches: BRANCHES,
  choices: CHOICES,
  data: DATA,
  shapes: SHAPES,
  together: TOGETHER,
};
