import * as v from 'valibot';
import { message } from '../../../kernel/message';
import { InputError } from '../../../kernel/result';
import {
  EMPTY,
  NOT_FINITE,
  numberBetween,
  schemaFault,
  tooLong,
  validate,
  wholeNumber,
} from '../../../kernel/validation';
import { BASE_RATES } from '../../counting/rates';

/** Value of the field `format` of a file with a trained GPM. */
export const GPM_FORMAT = 'corun-gpm-model';

const label = v.pipe(v.string(), v.minLength(1, EMPTY), v.maxLength(2000, tooLong(2000)));
const finite = v.pipe(v.number(), v.finite(NOT_FINITE));
const list = v.array(finite);

/** Clusters of scaling curves and the classifier over them, for one GPU, as `models/gpm/<gpu>.json` keeps them. */
const schema = v.strictObject({
  format: v.literal(GPM_FORMAT),
  version: v.literal(1, schemaFault(message('predictors.gpm.otherVersion'))),
  gpu: label,
  provenance: v.strictObject({
    command: label,
    seed: wholeNumber(0, 4294967295),
    /** File of the runs alone that it learned from. */
    data: label,
    samples: wholeNumber(2, 1e6),
  }),
  model: v.strictObject({
    fractions: v.pipe(v.array(numberBetween(0, 1)), v.minLength(1, EMPTY)),
    curves: v.pipe(v.array(list), v.minLength(1, EMPTY)),
    classifier: v.strictObject({ means: list, deviations: list, weights: v.array(list) }),
  }),
});

export type GpmModelFile = v.InferOutput<typeof schema>;

/** @throws InputError naming the field at fault */
export function parseGpmModel(value: unknown): GpmModelFile {
  const file = validate(schema, value);
  const { fractions, curves, classifier } = file.model;
  const inputs = BASE_RATES.length;
  const isWhole =
    curves.every(({ length }) => length === fractions.length) &&
    classifier.means.length === inputs &&
    classifier.deviations.length === inputs &&
    classifier.weights.length === curves.length &&
    classifier.weights.every(({ length }) => length === inputs + 1);
  if (!isWhole) throw new InputError(message('predictors.gpm.shape'));
  return file;
}
