import { kernelCounters, type IssueBound, type KernelCounters } from '../../src/predictors/hsm/counters';
import { appShare, isMostlyMemoryBound, slowdownOfApp } from '../../src/predictors/hsm/appProgress';
import { progressTogether, type KernelAlone } from '../../src/predictors/hsm/aloneProgress';
import { ApplicationSlowdown } from '../../src/predictors/themis/applicationSlowdown';
import { NO_PRESSURE, pressureOf, scaledPressure, type Pressure } from '../../src/predictors/themis/events';
import type { SlowdownModel } from '../../src/predictors/themis/slowdownModel';
import { daseSlowdowns } from '../../src/predictors/baselines/dase/dase';
import type { HybridModel } from '../../src/predictors/hsm/kernelProgress';
import { weightedRates } from '../../src/predictors/counting/meanRates';
import { cyclesUntil } from '../../src/predictors/counting/workCurve';
import { mean } from '../../src/stats/means';
import { capped } from './epochModels';
import type { Mix } from './mixes';
import type { AloneRow, AppRecord, TogetherRow } from './rows';

/** A mix with the runs of its programs alone and of both together. */
export interface RecordedMix {
  readonly mix: Mix;
  readonly together: TogetherRow;
  readonly alone: readonly AloneRow[];
}

/**
 * Progress of each program over its first run: cycles that its instructions take alone over those that they took
 * (section 5). A program that had not ended is compared over what it did.
 */
export function trueProgress({ together, alone }: RecordedMix): number[] {
  return together.each.map(({ finishedAt, instructions }, app) => {
    const { curve } = alone[app]!;
    return cyclesUntil(curve, instructions) / (finishedAt ?? together.cycles);
  });
}

/** Something that predicts the progress of both programs of a mix. */
export type Method = (recorded: RecordedMix) => number[];

/** HSM as published: from counters of the co-run. */
export const fromCoRun =
  (model: HybridModel): Method =>
  ({ together }) =>
    together.each.map(({ stretches }) => 1 / slowdownOfApp(appShare(stretches, model)));

/** Our form for counters of runs alone. */
export const fromAlone =
  (model: HybridModel): Method =>
  ({ together: { sms }, alone }) => {
    const kernels = alone.map((row, app): KernelAlone => ({
      counters: countersOf(row),
      place: { sms: sms[app]!, blocks: null },
    }));
    return progressTogether(kernels, model).map(({ onOwnSms, besideOthers }) => onOwnSms * besideOthers);
  };

/** Mean counters of a program while it has something on the GPU. */
export function countersOf({ stretches: { kernels } }: AppRecord): KernelCounters {
  const rates = weightedRates(
    kernels.map((kernel) => kernel.rates),
    kernels.map(({ cycles }) => cycles),
  );
  // Recorded runs have all counters.
  return kernelCounters(rates)!;
}

/** DASE as HSM compares with it (section 6). */
export const byDase: Method = ({ together: { sms, each } }) => {
  const counts = each.map((record) => {
    const { accesses, busShare } = countersOf(record);
    return { requests: accesses, busShare };
  });
  const total = sms.reduce((sum, count) => sum + count, 0);
  return daseSlowdowns(counts, sms, total).map((slowdown) => 1 / slowdown);
};

/**
 * Themis on what was counted of a mix, as it comes out or capped (section 6). What a program meets of the other is its
 * mean over the other's first run, launches and pauses alike: phases in which both run one kernel are not recorded.
 */
export const byThemis =
  (network: SlowdownModel, isCapped: boolean): Method =>
  ({ together: { sms, each } }) => {
    const total = sms.reduce((sum, count) => sum + count, 0);
    const [first, second] = each.map(meanPressure);
    const beside = each.length === 2 ? [second!, first!] : each.map(() => NO_PRESSURE);
    const slowdowns = each.map(({ stretches: { kernels, idle } }, app) => {
      const slowdown = new ApplicationSlowdown();
      slowdown.add(idle, { scalability: 1, interference: 1 });
      for (const { rates, cycles } of kernels)
        slowdown.add(cycles, network.predict(sms[app]! / total, rates, beside[app]!));
      return slowdown.slowdown;
    });
    return (isCapped ? capped(slowdowns, sms, total) : slowdowns).map((slowdown) => 1 / slowdown);
  };

function meanPressure({ stretches: { kernels, idle } }: AppRecord): Pressure {
  const lengths = kernels.map(({ cycles }) => cycles);
  const active = lengths.reduce((sum, cycles) => sum + cycles, 0);
  const rates = weightedRates(
    kernels.map((kernel) => kernel.rates),
    lengths,
  );
  return scaledPressure(pressureOf(rates), active / (active + idle));
}

/** Every program progresses by its share of the SMs: the cap S_max / S_k that section 6 puts on rivals. */
export const bySmShare: Method = ({ together: { sms } }) => {
  const total = sms.reduce((sum, count) => sum + count, 0);
  return sms.map((count) => count / total);
};

/** Nobody loses anything. */
export const asAlone: Method = ({ together: { sms } }) => sms.map(() => 1);

/** Whether HSM takes a program that runs alone for memory-bound. */
export function classOf({ stretches }: AppRecord, model: HybridModel): 'memory' | 'compute' {
  return isMostlyMemoryBound(appShare(stretches, model)) ? 'memory' : 'compute';
}

/** errNP = |predicted − true| / true, of both programs of each mix. */
export interface Errors {
  readonly mean: number;
  readonly worst: number;
  readonly each: readonly number[];
}

/** @throws RangeError without a mix */
export function errorsOf(method: Method, mixes: readonly RecordedMix[]): Errors {
  const each = mixes.flatMap((recorded) => {
    const truth = trueProgress(recorded);
    return method(recorded).map((progress, app) => Math.abs(progress - truth[app]!) / truth[app]!);
  });
  return { mean: mean(each), worst: Math.max(...each), each };
}

/** The methods that a GPU's line gives. */
export function modelMethods(model: Omit<HybridModel, 'bound'>, bound: IssueBound) {
  const bounded = { ...model, bound };
  return { shared: fromCoRun(bounded), solo: fromAlone(bounded) };
}
