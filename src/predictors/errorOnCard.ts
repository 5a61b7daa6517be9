import * as v from 'valibot';
import { message } from '../kernel/message';
import type { ErrorBound } from '../kernel/prediction';
import { line, numberBetween, wholeNumber } from '../kernel/validation';

/**
 * How far slowdowns that a trained model tells from runs alone are from those measured on a card with its SMs divided:
 * a part of the model's file, since another model is off by something else.
 */
export const onCardSchema = v.strictObject({
  mean: numberBetween(0, 1e6),
  worst: numberBetween(0, 1e6),
  slowdowns: wholeNumber(1, 1e6),
  /** The study that compared them. */
  study: line(500),
});

type OnCard = v.InferOutput<typeof onCardSchema>;

/** The error that a number of the model is told with. */
export function errorOnCard(gpu: string, { mean, worst, slowdowns, study }: OnCard): ErrorBound {
  return { metric: 'errSD', mean, worst, evidence: message('predictors.onCard', { slowdowns, gpu, study }) };
}
