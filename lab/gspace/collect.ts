import { MAP_AXES, placesAt } from './axes';
import { QOS } from './conditions';
import { blockStep, latticeOf } from './lattice';
import { APPLICATIONS, BEST_EFFORT, CRITICAL, SCALED, type Programs } from './programs';
import { representatives } from './representatives';
import type { Runs } from './runs';
import { pairsInOrder, type Pair } from './sample';

export interface CollectOptions {
  readonly isAlone: boolean;
  /** Representatives of which all ordered pairs are run; none at 0. */
  readonly space: number;
  /** Pairs of table 2 of which a lattice of configurations is run. */
  readonly pairs: number;
  /** Pairs that are run with a best-effort program that gives up nothing, the first in the same order. */
  readonly unpreempted: number;
  /** Pairs of which every configuration is run, the first in the same order. */
  readonly full: number;
  /** Pairs with the applications of table 2. */
  readonly applications: number;
  /** Whether programs run alone on a part of the places, and as kernels that yield. */
  readonly isScaled: boolean;
  readonly seed: number;
  /** Which of the pairs, by their place, this process runs. */
  readonly isMine: (place: number) => boolean;
  readonly isOver: () => boolean;
  readonly say: (line: string) => void;
}

/** What training wants: micro-benchmarks and their maps, nothing of table 2's pairs. */
export const SPACE_ONLY = {
  isAlone: true,
  pairs: 0,
  unpreempted: 0,
  full: 0,
  applications: 0,
  isScaled: false,
  seed: 1,
} as const;

/** Runs what is asked for and not in the file yet. */
export function collect(programs: Programs, runs: Runs, options: CollectOptions): void {
  const { pairs, unpreempted, full, applications, seed } = options;
  if (options.isAlone) collectAlone(programs, runs, options);
  if (options.space > 0) collectSpace(programs, runs, options);
  const inOrder = pairsInOrder(BEST_EFFORT, CRITICAL, seed);
  collectPairs(programs, runs, options, inOrder.slice(0, pairs));
  for (const [first, second] of inOrder.slice(0, unpreempted))
    if (!options.isOver()) runs.unpreempted(programs.named(first), programs.named(second));
  collectPairs(programs, runs, options, inOrder.slice(0, full), 1);
  const applied = pairsInOrder(BEST_EFFORT, Object.keys(APPLICATIONS), seed).slice(0, applications);
  collectPairs(programs, runs, options, applied);
  if (options.isScaled) collectScaled(programs, runs, options);
}

function collectAlone(programs: Programs, runs: Runs, { isOver, say }: CollectOptions): void {
  for (const micro of programs.micros) if (!isOver()) runs.alone(programs.micro(micro));
  for (const name of [...BEST_EFFORT, ...CRITICAL]) if (!isOver()) runs.alone(programs.named(name));
  say('alone');
}

function collectSpace(programs: Programs, runs: Runs, options: CollectOptions): void {
  const { space, isMine, isOver, say } = options;
  const alone = programs.micros.map((micro) => runs.alone(programs.micro(micro)));
  const chosen = representatives(alone)
    .slice(0, space)
    .map(({ place }) => programs.micro(programs.micros[place]!));
  const pairs = chosen.flatMap((yielding) => chosen.map((critical) => [yielding, critical] as const));
  for (const [at, [yielding, critical]] of pairs.entries()) {
    if (!isMine(at)) continue;
    const { blocksPerSm } = runs.alone(yielding);
    for (const places of placesAt(MAP_AXES, runs.sms, blocksPerSm)) {
      if (isOver()) return;
      runs.trial(yielding, critical, places);
    }
    say(`${yielding.name} beside ${critical.name}`);
  }
}

/** @param step between numbers of blocks; `blockStep`'s where it is not told */
function collectPairs(
  programs: Programs,
  runs: Runs,
  { isMine, isOver, say }: CollectOptions,
  pairs: readonly Pair[],
  step?: number,
): void {
  for (const [at, [first, second]] of pairs.entries()) {
    if (!isMine(at) || isOver()) continue;
    const [yielding, critical] = [programs.named(first), programs.named(second)];
    const { blocksPerSm } = runs.alone(yielding);
    runs.unpreempted(yielding, critical);
    for (const places of latticeOf(runs.sms, blocksPerSm, step ?? blockStep(blocksPerSm))) {
      if (isOver()) return;
      runs.trial(yielding, critical, places, QOS);
    }
    say(`${first} beside ${second}`);
  }
}

/** Alone: on so many SMs, with so many blocks on each SM, and as a kernel that yields. */
function collectScaled(programs: Programs, runs: Runs, { isMine, isOver, say }: CollectOptions): void {
  for (const [at, name] of SCALED.entries()) {
    const app = programs.named(name);
    if (!isMine(at) || isOver()) continue;
    const { blocksPerSm } = runs.alone(app);
    const bySms = latticeOf(runs.sms, blocksPerSm, blocksPerSm);
    const byBlocks = latticeOf(1, blocksPerSm, 1).map(({ blocks }) => ({ sms: runs.sms, blocks }));
    for (const places of [...bySms, ...byBlocks]) if (!isOver()) runs.scaling(app, places);
    say(`${name} on a part`);
  }
  for (const name of BEST_EFFORT) if (!isOver()) runs.overhead(programs.named(name));
  say('overhead');
}
