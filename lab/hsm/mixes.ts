import { createRandom } from '../../src/stats/random';
import type { Program } from './programs';

/** Mixes by what the paper calls their programs (section 5). */
export type MixKind = 'memory' | 'mixed' | 'compute';

/** Programs that share a GPU. */
export interface Mix {
  readonly programs: readonly Program[];
  readonly kind: MixKind;
}

/** All mixes of so many different programs; of the paper's fifteen 45 + 50 + 10 pairs. */
export function allMixes(programs: readonly Program[], size = 2): Mix[] {
  return subsets(programs, size).map((chosen) => ({ programs: chosen, kind: kindOf(chosen) }));
}

function subsets<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]];
  return items.flatMap((first, at) => subsets(items.slice(at + 1), size - 1).map((rest) => [first, ...rest]));
}

function kindOf(programs: readonly Program[]): MixKind {
  const memory = programs.filter(({ isMemoryBound }) => isMemoryBound).length;
  if (memory === 0) return 'compute';
  return memory === programs.length ? 'memory' : 'mixed';
}

/** Mixes in an order drawn by a seed: the first of them are a sample, and a stopped study has one. */
export function drawnMixes(programs: readonly Program[], seed: number, size = 2): Mix[] {
  const random = createRandom(seed);
  const left = allMixes(programs, size);
  const drawn: Mix[] = [];
  while (left.length > 0) drawn.push(...left.splice(random.below(left.length), 1));
  return drawn;
}

/** Every fifth of a sample is a mix of compute-bound programs, of which the paper has few (10 of 105). */
const SAMPLED: readonly MixKind[] = ['memory', 'mixed', 'memory', 'mixed', 'compute'];

/** So many mixes of a draw, whose kinds take turns: the first of each kind are in it, wherever it stops. */
export function sampledMixes(drawn: readonly Mix[], count: number): Mix[] {
  const left = [...drawn];
  const sample: Mix[] = [];
  for (let at = 0; sample.length < count && left.length > 0; at++) {
    const found = left.findIndex(({ kind }) => kind === SAMPLED[at % SAMPLED.length]);
    sample.push(...left.splice(Math.max(0, found), 1));
  }
  return sample;
}
