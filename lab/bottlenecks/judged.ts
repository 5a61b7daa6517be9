import { appSlowdown, type Stretch } from '../../src/predictors/bottlenecks/appSlowdown';
import { SHIPPED } from '../../src/predictors/bottlenecks/fitted';
import type { Bottleneck } from '../../src/predictors/bottlenecks/timesAlone';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { mean } from '../../src/stats/means';
import { quantile } from '../../src/stats/quantile';

/** An application in company whose slowdown is known, with what others tell of it. */
export interface Judged {
  readonly gpu: string;
  /** Which runs it is of, e.g. a protocol's pairs. */
  readonly set: string;
  readonly sms: number;
  /** Generation of the simulator that ran it, at the latest. */
  readonly simulator: number;
  /** Slowdown over that alone on the whole GPU. */
  readonly truth: number;
  readonly stretches: readonly Stretch[];
  /** Slowdowns by others, of the same counters. */
  readonly rivals: Readonly<Record<string, number>>;
}

/** Names of our own answer and of the two that know nothing but the split. */
export const OURS = 'bottlenecks';
export const SHARE = 'share of the SMs';
export const AS_ALONE = 'as alone';

/** A row with what everybody says of it. */
export interface Answers extends Judged {
  readonly answers: Readonly<Record<string, number>>;
  readonly bottleneck: Bottleneck | null;
}

/** Asks the model that ships. */
export function answered(judged: Judged): Answers {
  const { spec } = loadSpec(judged.gpu);
  const { slowdown, bottleneck } = appSlowdown(judged.stretches, SHIPPED, spec);
  const answers = {
    [OURS]: slowdown,
    ...judged.rivals,
    [SHARE]: spec.sms / judged.sms,
    [AS_ALONE]: 1,
  };
  return { ...judged, answers, bottleneck };
}

/** Errors of one that answers, over some rows. */
export interface Summary {
  readonly slowdowns: number;
  readonly mean: number;
  readonly median: number;
  readonly worst: number;
}

/** How far a told slowdown is off: of the slowdown, or of progress, its reciprocal. */
export type ErrorOf = (told: number, truth: number) => number;
export const ERROR_SD: ErrorOf = (told, truth) => Math.abs(told / truth - 1);
export const ERROR_NP: ErrorOf = (told, truth) => Math.abs(truth / told - 1);

/** By who answers. Left out is who does not answer all. */
export function summaries(rows: readonly Answers[], errorOf: ErrorOf): Map<string, Summary> {
  const names = Object.keys(rows[0]?.answers ?? {});
  return new Map(
    names.flatMap((name) => {
      if (rows.some(({ answers }) => answers[name] === undefined)) return [];
      const errors = rows.map(({ answers, truth }) => errorOf(answers[name]!, truth));
      const summary = {
        slowdowns: rows.length,
        mean: mean(errors),
        median: quantile(errors, 0.5),
        worst: Math.max(...errors),
      };
      return [[name, summary]];
    }),
  );
}
