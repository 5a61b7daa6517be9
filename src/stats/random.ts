/** A reproducible stream of random numbers. */
export interface RandomStream {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** Whole number in [0, bound). */
  readonly below: (bound: number) => number;
  /** Standard normal. */
  readonly gaussian: () => number;
}

/**
 * Random numbers from a seed: xoshiro128** (Blackman and Vigna) started by SplitMix32, so that neighbouring
 * seeds give unrelated streams. The same seed gives the same numbers on every machine.
 */
export function createRandom(seed: number): RandomStream {
  const state = splitMix(seed, 4);
  const next = () => step(state) / 0x1_0000_0000;
  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    // Box-Muller; 1 - u keeps the logarithm finite.
    gaussian: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

function splitMix(seed: number, count: number): Uint32Array {
  let state = seed | 0;
  return Uint32Array.from({ length: count }, () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  });
}

function step(state: Uint32Array): number {
  const result = Math.imul(rotateLeft(Math.imul(state[1]!, 5), 7), 9) >>> 0;
  const shifted = state[1]! << 9;
  state[2]! ^= state[0]!;
  state[3]! ^= state[1]!;
  state[1]! ^= state[2]!;
  state[0]! ^= state[3]!;
  state[2]! ^= shifted;
  state[3] = rotateLeft(state[3]!, 11);
  return result;
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
