import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import { MAP_AXES, placesAt } from './axes';
import { BEST_EFFORT, CRITICAL, type Programs } from './programs';
import { representatives } from './representatives';
import type { Runs } from './runs';
import { pairsInOrder } from './sample';

export interface CollectOptions {
  readonly isAlone: boolean;
  /** Representatives of which all ordered pairs are run; none at 0. */
  readonly space: number;
  /** Pairs of table 2 of which all configurations are run. */
  readonly pairs: number;
  readonly seed: number;
  /** Which of the pairs, by their place, this process runs. */
  readonly isMine: (place: number) => boolean;
  readonly isOver: () => boolean;
  readonly say: (line: string) => void;
}

/** Runs what is asked for and not in the file yet. */
export function collect(programs: Programs, runs: Runs, options: CollectOptions): void {
  if (options.isAlone) collectAlone(programs, runs, options);
  if (options.space > 0) collectSpace(programs, runs, options);
  if (options.pairs > 0) collectPairs(programs, runs, options);
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

function collectPairs(programs: Programs, runs: Runs, options: CollectOptions): void {
  const { pairs, seed, isMine, isOver, say } = options;
  for (const [at, [first, second]] of pairsInOrder(BEST_EFFORT, CRITICAL, seed).slice(0, pairs).entries()) {
    if (!isMine(at)) continue;
    const [yielding, critical] = [programs.named(first), programs.named(second)];
    const { blocksPerSm } = runs.alone(yielding);
    for (const places of latticeOf(runs.sms, blocksPerSm)) {
      if (isOver()) return;
      runs.trial(yielding, critical, places);
    }
    say(`${first} beside ${second}`);
  }
}

/** Every number of SMs and of blocks: the configurations among which the searches look. */
function latticeOf(sms: number, blocks: number): YieldedPlaces[] {
  return Array.from({ length: sms * blocks }, (_, at) => ({
    sms: 1 + Math.floor(at / blocks),
    blocks: 1 + (at % blocks),
  }));
}
