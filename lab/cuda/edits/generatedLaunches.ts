import { createRandom, type RandomStream } from '../../../src/stats/random';
import { PATTERNS } from '../proof/patterns';

/** How a kernel keeps threads past the end from work; wrong ones are among them, whose edits must be refused. */
const BODIES: readonly ((work: string) => string)[] = [
  (work) => `if (i >= n) return;\n  float s = 0.5f;\n${work}\n  out[i] = s;`,
  (work) => `if (i < n) {\n  float s = a[i];\n${work}\n  out[i] = s; }`,
  (work) => `if (i > n - 1) return;\n  float s = 1.0f;\n${work}\n  out[i] += s;`,
  (work) =>
    `for (int e = i; e < n; e += gridDim.x * blockDim.x) { float s = a[e];\n${work.replaceAll(/\bi\b/g, 'e')}\n  out[e] = s; }`,
  (work) => `float s = 0.5f;\n${work}\n  out[i] = s;`,
  (work) => `if (i >= 1000) return;\n  float s = 0.5f;\n${work}\n  out[i] = s;`,
  (work) => `if (i >= n) return;\n  float s = blockIdx.x;\n${work}\n  out[i] = s;`,
];

/** How a launch makes its grid of its block. */
const GRIDS = [
  '(n + block - 1) / block',
  '(n + block - 1) / block',
  '(n - 1) / block + 1',
  'n / block',
  '16',
];
const BLOCKS = [64, 128, 256, 512];

/** Patterns in which no thread leaves. */
const STAYING = Object.values(PATTERNS)
  .flatMap((patterns) => Object.values(patterns))
  .filter((make) => {
    const { leaves } = make(createRandom(1));
    return leaves !== true;
  });

/** Files with a kernel and its launch each, right ones and wrong ones. */
export function generatedLaunches(count: number, seed: number): ReadonlyMap<string, string> {
  const random = createRandom(seed);
  return new Map(
    Array.from({ length: count }, (_, place) => [`g${place}.cu`, makeFile(`g${place}`, random)]),
  );
}

function makeFile(name: string, random: RandomStream): string {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)]!;
  const [first, second] = [drawn(name, 0, random), drawn(name, 1, random)];
  const body = pick(BODIES)(random.below(2) === 0 ? first.code : `${first.code}\n${second.code}`);
  return [
    first.before,
    second.before,
    `__global__ void ${name}(const float* __restrict__ a, const int* __restrict__ d, float* out, int* count, int n) {`,
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    `  ${body}`,
    '}',
    `void run_${name}(const float* a, const int* d, float* out, int* count, int n) {`,
    `  const int block = ${pick(BLOCKS)};`,
    `  ${name}<<<${pick(GRIDS)}, block>>>(a, d, out, count, n);`,
    '}',
    '',
  ].join('\n');
}

/** A pattern's code and what stands in front of it, with names of its own. */
function drawn(name: string, place: number, random: RandomStream): { code: string; before: string } {
  for (;;) {
    const { code, before = '' } = STAYING[random.below(STAYING.length)]!(random);
    // Elements that other threads write would make the result hang on their order.
    if (/\bout\b/.test(code)) continue;
    const own = (text: string): string => text.replaceAll('@', `${name}_${place}`);
    return { code: own(code), before: own(before) };
  }
}
