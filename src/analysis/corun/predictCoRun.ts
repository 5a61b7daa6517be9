import { coRunMetrics, type CoRunMetrics } from '../../kernel/coRunMetrics';
import type { Words } from '../../kernel/message';
import { message } from '../../kernel/message';
import type { KernelPart, Prediction, SlowdownCause } from '../../kernel/prediction';
import { InputError } from '../../kernel/result';
import {
  isRefusal,
  type CoRunAnswer,
  type Evidence,
  type OtherSplit,
  type ReadyPredictor,
} from '../../predictors/port';
import { checkSplit } from '../../sharing/coRunScenario';
import type { ScenarioEvidence } from './scenarioEvidence';

/** Slowdown of one application of a co-run, with its parts. */
export interface AppSlowdown extends Omit<Prediction, 'cause'> {
  readonly sms: number;
  /** PG = 1 / SD, 0 to 1. */
  readonly progress: number;
  /** Null where the predictor does not tell. */
  readonly cause: SlowdownCause | null;
  readonly kernels: readonly KernelPart[];
  readonly warnings: readonly Words[];
}

export interface CoRunPrediction {
  readonly gpu: string;
  /** Label of what predicted. */
  readonly predictor: string;
  /** What it rests on: an epoch in which the applications share the GPU, runs alone, or simulated co-runs. */
  readonly counters: Evidence;
  readonly sms: readonly number[];
  readonly apps: readonly AppSlowdown[];
  /** Throughput, turnaround and fairness of all together. */
  readonly system: CoRunMetrics;
  /** Further splits that were asked for. */
  readonly others: readonly OtherSplit[];
  /** What was simulated for it. */
  readonly epoch: { readonly cycles: number; readonly milliseconds: number };
  readonly warnings: readonly Words[];
  readonly seed: number | null;
}

/**
 * Slowdown of every application of a scenario by one predictor.
 *
 * @param at further splits of the SMs to predict, where the predictor tells of such
 * @throws InputError naming the field of the scenario that is at fault, or why there is no number
 */
export function predictCoRun(
  evidence: ScenarioEvidence,
  predictor: ReadyPredictor,
  at: readonly (readonly number[])[] = [],
): CoRunPrediction {
  const { scenario, loaded } = evidence;
  for (const sms of at) checkSplit(sms, scenario, loaded.spec.sms);
  const { question, cycles, milliseconds, warnings } = evidence.question(predictor.evidence);
  const apps = predictor.predict(question).map((answer, app) => appSlowdown(answer, question.split![app]!));
  return {
    gpu: loaded.gpu.id,
    predictor: predictor.label,
    counters: predictor.evidence,
    sms: question.split!,
    apps,
    system: coRunMetrics(apps.map(({ progress }) => progress)),
    others: at.length === 0 ? [] : (predictor.splits?.others(question, at) ?? []),
    epoch: { cycles, milliseconds },
    warnings,
    seed: scenario.seed ?? null,
  };
}

/** @throws InputError when the predictor gives no number */
function appSlowdown(answer: CoRunAnswer, sms: number): AppSlowdown {
  if (isRefusal(answer)) {
    const { subject: name, refused: what } = answer;
    throw new InputError(message('sharing.ofApplication', { name, what }), 'out-of-range');
  }
  return {
    ...answer,
    sms,
    progress: 1 / answer.slowdown,
    cause: answer.cause ?? null,
    kernels: answer.kernels ?? [],
    warnings: answer.warnings ?? [],
  };
}
