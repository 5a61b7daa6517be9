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
  data: DATA,
  shapes: SHAPES,
  together: TOGETHER,
};
