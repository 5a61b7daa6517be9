import { createRandom, type RandomStream } from '../../../src/stats/random';
import { PATTERNS, type Fragment, type Pattern } from './patterns';

/** A kernel made of statement patterns, with the launch that its text has. */
export interface GeneratedKernel {
  readonly name: string;
  /** What it is made of: `loops.halving together.blockSum`. */
  readonly patterns: readonly string[];
  /** Functions, kernel and launch as CUDA. */
  readonly text: string;
  readonly n: number;
}

export const GENERATED_GRID = 3;
export const GENERATED_BLOCK = 64;
/** Elements of the kernels' arrays. */
export const GENERATED_ELEMENTS = 16_384;

const NAMES: readonly (readonly [string, Pattern])[] = Object.entries(PATTERNS).flatMap(([group, patterns]) =>
  Object.entries(patterns).map(([name, pattern]) => [`${group}.${name}`, pattern] as const),
);

/** So many kernels: each pattern once alone, then pairs that a seeded stream draws. */
export function generateKernels(count: number, seed: number): readonly GeneratedKernel[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, place) => {
    const chosen =
      place < NAMES.length
        ? [NAMES[place]!]
        : [NAMES[random.below(NAMES.length)]!, NAMES[random.below(NAMES.length)]!];
    return makeKernel(`k${place}`, chosen, random);
  });
}

function makeKernel(
  name: string,
  chosen: readonly (readonly [string, Pattern])[],
  random: RandomStream,
): GeneratedKernel {
  const made = chosen.map(([pattern, make]) => ({ pattern, fragment: make(random) }));
  const meets = made.some(({ fragment }) => fragment.meets === true);
  const used = made.filter(({ fragment }) => !(meets && fragment.leaves === true));
  const n = 5 + random.below(28);
  const own = (text: string, place: number): string => text.replaceAll('@', `${name}_${place}`);
  const bodies = used.map(({ fragment }, place) => own(fragment.code, place));
  const before = used.flatMap(({ fragment }: { fragment: Fragment }, place) =>
    fragment.before === undefined ? [] : [own(fragment.before, place)],
  );
  const text = [
    ...before,
    `extern "C" __global__ void ${name}(const float* __restrict__ a, const int* __restrict__ d, float* out, int* count, int n) {`,
    '  int i = blockIdx.x * blockDim.x + threadIdx.x;',
    '  float s = a[i + 8192];',
    ...bodies,
    '  out[i] = s;',
    '}',
    `void run_${name}(const float* a, const int* d, float* out, int* count) { ${name}<<<${GENERATED_GRID}, ${GENERATED_BLOCK}>>>(a, d, out, count, ${n}); }`,
    '',
  ].join('\n');
  return { name, patterns: used.map(({ pattern }) => pattern), text, n };
}

/** Seeded content of the arrays: floats from 0 to 1, whole numbers below 16. */
export function generatedData(seed: number): {
  readonly floats: Float32Array;
  readonly integers: Int32Array;
} {
  const random = createRandom(seed);
  return {
    floats: Float32Array.from({ length: GENERATED_ELEMENTS }, () => random.below(1024) / 1024),
    integers: Int32Array.from({ length: GENERATED_ELEMENTS }, () => random.below(16)),
  };
}
