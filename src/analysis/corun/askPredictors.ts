import type { Words } from '../../kernel/message';
import { InputError, saidOf } from '../../kernel/result';
import { CO_RUN_PREDICTORS } from '../../predictors';
import type { CoRunPredictor, Evidence, ReadyPredictor, TrainedModel } from '../../predictors/port';
import { predictCoRun, type CoRunPrediction } from './predictCoRun';
import type { ScenarioEvidence } from './scenarioEvidence';

/** What one predictor says of a scenario, or why it says nothing. */
export interface PredictorAnswer {
  /** Id of the predictor. */
  readonly id: string;
  /** What its number rests on, or would. */
  readonly evidence: Evidence;
  readonly prediction: CoRunPrediction | null;
  readonly refused: Words | null;
}

/**
 * Asks every predictor, with each kind of evidence that it reads.
 *
 * @param reads kinds of evidence to keep to; all when left out
 */
export function askPredictors(
  evidence: ScenarioEvidence,
  models: readonly TrainedModel[],
  at: readonly (readonly number[])[] = [],
  predictors: readonly CoRunPredictor[] = CO_RUN_PREDICTORS,
  reads: (evidence: Evidence) => boolean = () => true,
): PredictorAnswer[] {
  return predictors.flatMap((predictor) => {
    const { id } = predictor;
    const found = predictor.availability(evidence.loaded, models);
    return [
      ...found.ready.filter((one) => reads(one.evidence)).map((ready) => ask(evidence, ready, at)),
      ...found.lacking
        .filter((one) => reads(one.evidence))
        .map((lack) => ({
          id,
          evidence: lack.evidence,
          prediction: null,
          refused: lack.reason,
        })),
    ];
  });
}

function ask(
  evidence: ScenarioEvidence,
  ready: ReadyPredictor,
  at: readonly (readonly number[])[],
): PredictorAnswer {
  const from = { id: ready.id, evidence: ready.evidence };
  try {
    return { ...from, prediction: predictCoRun(evidence, ready, at), refused: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...from, prediction: null, refused: saidOf(error) };
  }
}
