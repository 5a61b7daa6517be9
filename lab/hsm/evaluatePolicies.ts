import { coRunMetrics, type CoRunMetrics } from '../../src/kernel/coRunMetrics';
import { cyclesUntil, endOf } from '../../src/predictors/counting/workCurve';
import type { ChosenPolicy } from './jobs';
import type { Mix } from './mixes';
import type { Program } from './programs';
import type { AloneRow, PolicyRow } from './rows';
import type { Runs } from './runs';

/** The memory-bound program of a mixed pair, else the first (the paper draws it): who is to keep its target (6.3). */
export function highPriority({ programs }: Mix): number {
  return Math.max(
    0,
    programs.findIndex(({ isMemoryBound }) => isMemoryBound),
  );
}

/**
 * A program's run alone, and that of two of its rounds, as the second finds the caches otherwise than the first; null
 * where that was not recorded, and every round counts as the first.
 */
export interface RoundsAlone {
  readonly once: AloneRow;
  readonly twice: AloneRow | null;
}

/** A program that does everything twice. */
export function twice({ name, isMemoryBound, app }: Program): Program {
  const doubled = { ...app, name: `${name} twice`, kernels: [...app.kernels!, ...app.kernels!] };
  return { name: doubled.name, isMemoryBound, app: doubled };
}

/** Null where one of them was not run. */
export function roundsAlone(runs: Runs, program: Program): RoundsAlone | null {
  const once = runs.alone(program, false);
  const both = runs.alone(twice(program), false);
  return once === null || both === null ? null : { once, twice: both };
}

/** Cycles that the first `instructions` take alone, round after round: every further one as the second. */
export function cyclesAlone({ once, twice: both }: RoundsAlone, instructions: number): number {
  const [first, work] = endOf(once.curve);
  if (instructions <= work) return cyclesUntil(once.curve, instructions);
  const rounds = Math.floor(instructions / work);
  if (both === null) return rounds * first + cyclesUntil(once.curve, instructions - rounds * work);
  const further = endOf(both.curve)[0] - first;
  return (rounds - 1) * further + cyclesUntil(both.curve, work + instructions - rounds * work);
}

/** Progress of every program over a run: cycles that all that it did takes alone over the run's. */
export function progressUnder({ instructions, cycles }: PolicyRow, alone: readonly RoundsAlone[]): number[] {
  return instructions.map((done, app) => cyclesAlone(alone[app]!, done) / cycles);
}

/** Progress of every program in each epoch. */
export function progressByEpoch({ epochs }: PolicyRow, alone: readonly RoundsAlone[]): number[][] {
  const done = alone.map(() => 0);
  return epochs.map(({ cycles, instructions }) =>
    instructions.map((work, app) => {
      const before = cyclesAlone(alone[app]!, done[app]!);
      done[app]! += work;
      return (cyclesAlone(alone[app]!, done[app]!) - before) / cycles;
    }),
  );
}

/** Epochs after which a policy has left its even start behind. */
const SETTLED_AFTER = 2;

/** Progress of every program over the epochs after the first two; null where epochs were not kept. */
export function settledProgress(row: PolicyRow, alone: readonly RoundsAlone[]): number[] | null {
  const start = row.epochs.slice(0, SETTLED_AFTER);
  if (row.epochs.length <= SETTLED_AFTER) return null;
  const cycles = row.cycles - start.reduce((sum, epoch) => sum + epoch.cycles, 0);
  return row.instructions.map((all, app) => {
    const before = start.reduce((sum, { instructions }) => sum + instructions[app]!, 0);
    return (cyclesAlone(alone[app]!, all) - cyclesAlone(alone[app]!, before)) / cycles;
  });
}

/** How mixes fare under policies, where that is recorded. */
export type Outcomes = (mix: Mix, policy: ChosenPolicy) => PolicyOutcome | null;

/** Over runs of the length and the epochs of today. */
export const longOutcomes =
  (runs: Runs): Outcomes =>
  (mix, policy) => {
    const row = runs.policy(mix, policy);
    if (row === null) return null;
    const alone = mix.programs.flatMap((program) => roundsAlone(runs, program) ?? []);
    return alone.length < mix.programs.length ? null : outcomeOf(row, alone);
  };

/** Over earlier runs with short epochs, each beside the runs alone of the programs that it was run with. */
export const shortOutcomes =
  (runs: Runs): Outcomes =>
  (mix, { name }) => {
    const found = runs.shortPolicy(mix, name);
    return (
      found &&
      outcomeOf(
        found.row,
        found.alone.map((once) => ({ once, twice: null })),
      )
    );
  };

/** How a mix fared under a policy. */
export interface PolicyOutcome extends CoRunMetrics {
  readonly progress: readonly number[];
  readonly settled: readonly number[] | null;
}

export function outcomeOf(row: PolicyRow, alone: readonly RoundsAlone[]): PolicyOutcome {
  const progress = progressUnder(row, alone);
  return { progress, settled: settledProgress(row, alone), ...coRunMetrics(progress) };
}
