import Papa from 'papaparse';
import { mean } from '../../../src/stats/means';
import { progressByEpoch, roundsAlone } from '../evaluatePolicies';
import { EPOCH_MODELS } from '../epochModels';
import type { ChosenPolicy } from '../jobs';
import type { Mix } from '../mixes';
import type { Runs } from '../runs';
import { labelOf } from './policySummary';

/** One program of a mix in one epoch. */
export interface EpochPoint {
  readonly mix: string;
  readonly policy: string;
  /** From 1 on. */
  readonly epoch: number;
  readonly program: string;
  readonly sms: number;
  /** Normalised progress in the epoch, as it was and as models tell it of the epoch's counters. */
  readonly progress: number;
  readonly told: Readonly<Record<string, number>>;
}

/** Every epoch of every recorded run under a policy, program by program. */
export function epochSeries(
  runs: Runs,
  mixes: readonly Mix[],
  policies: readonly ChosenPolicy[],
): EpochPoint[] {
  return mixes.flatMap((mix) => {
    const alone = mix.programs.flatMap((program) => roundsAlone(runs, program) ?? []);
    if (alone.length < mix.programs.length) return [];
    const name = mix.programs.map((program) => program.name).join(' + ');
    return policies.flatMap((policy) => {
      const row = runs.policy(mix, policy);
      if (row === null) return [];
      const progress = progressByEpoch(row, alone);
      return row.epochs.flatMap(({ sms, told }, at) =>
        row.apps.map((program, app) => ({
          mix: name,
          policy: labelOf(policy),
          epoch: at + 1,
          program,
          sms: sms[app]!,
          progress: progress[at]![app]!,
          told: Object.fromEntries(
            Object.entries(told).map(([model, slowdowns]) => [model, 1 / slowdowns[app]!]),
          ),
        })),
      );
    });
  });
}

/** The series as CSV, a line for each program and epoch. */
export function epochCsv(points: readonly EpochPoint[]): string {
  const rows = points.map(({ told, progress, ...point }) => ({
    ...point,
    progress: progress.toFixed(4),
    ...Object.fromEntries(
      EPOCH_MODELS.map((model) => [`progress by ${model}`, told[model]?.toFixed(4) ?? '']),
    ),
  }));
  return `${Papa.unparse(rows, { newline: '\n', escapeFormulae: true })}\n`;
}

/** How far each model's progress of an epoch is off, over the epochs of even splits, which all of them are asked about. */
export function epochErrors(points: readonly EpochPoint[]): Record<string, number[]> {
  const even = points.filter(({ policy, progress }) => policy === 'even' && progress > 0);
  return Object.fromEntries(
    EPOCH_MODELS.map((model) => [
      model,
      even.flatMap(({ told, progress }) =>
        told[model] === undefined ? [] : [Math.abs(told[model] - progress) / progress],
      ),
    ]),
  );
}

/** An epoch of a program against an even split: its SMs and its progress, both over what it has there in the mean. */
export interface EpochRatio {
  readonly program: string;
  readonly sms: number;
  readonly progress: number;
}

/** Epochs of programs that moved away from an even split of the same mix, where that is recorded. */
export function ratioOf(points: readonly EpochPoint[]): EpochRatio[] {
  return points.flatMap(({ mix, program, policy, sms, progress }) => {
    const even = points.filter((one) => one.policy === 'even' && one.mix === mix && one.program === program);
    if (even.length === 0 || policy === 'even' || sms === even[0]!.sms) return [];
    return [{ program, sms: sms / even[0]!.sms, progress: progress / mean(even.map((one) => one.progress)) }];
  });
}
