import * as v from 'valibot';
import { onCardSchema } from '../errorOnCard';
import { EMPTY, NOT_FINITE, numberBetween, tooLong, validate, wholeNumber } from '../../kernel/validation';

/** Trained parameters of HSM for one GPU, as `models/hsm/<gpu>.json` keeps them. */

const label = v.pipe(v.string(), v.minLength(1, EMPTY), v.maxLength(2000, tooLong(2000)));
const finite = v.pipe(v.number(), v.finite(NOT_FINITE));
const share = numberBetween(0, 1);
const errors = v.strictObject({ mean: numberBetween(0, 1e6), worst: numberBetween(0, 1e6) });
const byBound = v.strictObject({ issue: errors, mix: errors });

const hsmModelSchema = v.strictObject({
  format: v.literal('corun-hsm-model'),
  version: v.literal(1),
  gpu: label,
  line: v.strictObject({ c1: finite, c2: numberBetween(Number.MIN_VALUE, 1) }),
  /** Share of the variance of bus use that the line explains. */
  rSquared: finite,
  /** What the line was fitted to: runs alone on the whole GPU. */
  points: v.array(v.strictObject({ name: label, rowHitRate: share, busShare: share })),
  /** Of normalised progress, in simulated co-runs; null where none were compared. */
  validated: v.nullable(
    v.strictObject({
      coRuns: wholeNumber(1, 1e6),
      cycles: wholeNumber(1, 1e12),
      shared: byBound,
      solo: byBound,
    }),
  ),
  /** Of runs alone. */
  onCard: v.optional(onCardSchema),
  provenance: v.strictObject({ command: label, simulator: wholeNumber(1, 1000) }),
});

export type HsmModelFile = v.InferOutput<typeof hsmModelSchema>;

/** @throws InputError naming the field at fault */
export function parseHsmModel(json: unknown): HsmModelFile {
  return validate(hsmModelSchema, json);
}
