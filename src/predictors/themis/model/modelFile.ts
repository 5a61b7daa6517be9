import * as v from 'valibot';
import { message } from '../../../kernel/message';
import {
  EMPTY,
  NOT_FINITE,
  numberBetween,
  schemaFault,
  tooLong,
  validate,
  wholeNumber,
} from '../../../kernel/validation';
import { onCardSchema } from '../../errorOnCard';
import { parameterCount } from '../../../stats/denseNetwork';
import { InputError } from '../../../kernel/result';
import { encodedWidth, ENCODINGS } from './encoding';
import { MODEL_INPUTS } from './inputs';
import { SAMPLE_SETS } from './sampleSets';
import type { FittedNetwork } from './slowdownNetwork';

/** Trained parameters of Themis for one GPU, as `models/themis/<gpu>.json` keeps them. */

const label = v.pipe(v.string(), v.minLength(1, EMPTY), v.maxLength(2000, tooLong(2000)));
const finite = v.pipe(v.number(), v.finite(NOT_FINITE));
const positive = numberBetween(Number.MIN_VALUE, Number.MAX_VALUE);
const perInput = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.length(MODEL_INPUTS.length, `expected ${MODEL_INPUTS.length} entries`));

const summary = v.strictObject({ mean: finite, median: finite, worst: finite });
const errors = v.strictObject({ slowdown: summary, scalability: summary, interference: summary });

const variant = v.strictObject({
  name: label,
  /** Shared-mode events, those of runs alone, or shared-mode events of another split. */
  events: v.picklist(SAMPLE_SETS),
  /** What it reads of the inputs, and whether it writes logarithms of the factors. */
  encoding: v.picklist(ENCODINGS),
  logarithms: v.boolean(),
  biases: v.boolean(),
  leak: numberBetween(0, 1),
  layers: v.array(wholeNumber(1, 1000)),
  /** What is read is shifted by the offsets and divided by the scales. */
  offsets: v.array(finite),
  /** Least and largest value of what is read; null where it is kept in range by `ranges`. */
  bounds: v.nullable(v.array(v.tuple([finite, finite]))),
  scales: v.array(positive),
  /** Of one network, or of several in a row, of whose outputs the mean is taken. */
  parameters: v.pipe(v.array(finite), v.minLength(1, EMPTY)),
  /** Passes over the training samples. */
  epochs: wholeNumber(1, 1e6),
  /** Errors on training workloads that were held out, fold by fold; and on all samples after the last fit. */
  heldOut: errors,
  fitted: errors,
  /** As `ProgressRatios`, of the same held-out workloads; models of earlier versions have none. */
  progressRatios: v.optional(v.strictObject({ tenth: positive, quarter: positive })),
  onCard: v.optional(onCardSchema),
});

export const themisModelSchema = v.strictObject({
  format: v.literal('corun-themis-model'),
  /** Of version 2 are networks for runs alone that learned from pressure of another kind. */
  version: v.literal(3, schemaFault(message('predictors.otherVersion'))),
  gpu: label,
  sms: wholeNumber(1, 1024),
  provenance: v.strictObject({
    command: label,
    seed: wholeNumber(0, 4294967295),
    /** File of the training data and the SHA-256 of its sorted rows. */
    data: label,
    dataHash: label,
    samples: wholeNumber(1, 1e9),
    /** Generation of the simulator that the data was collected with; models of the first one do not say. */
    simulator: v.optional(wholeNumber(1, 1000)),
    workloads: v.array(label),
    notes: v.array(label),
  }),
  /** Least and largest value of each input in training, for each source of events. */
  ranges: v.strictObject({
    shared: perInput(v.tuple([finite, finite])),
    solo: perInput(v.tuple([finite, finite])),
  }),
  /** Least value of both factors in training: no prediction goes below. */
  leastFactors: v.strictObject({ scalability: positive, interference: positive }),
  /** Largest SD_scal times the share of the SMs, and largest SD_inter: no prediction goes above. */
  mostFactors: v.strictObject({ scalability: positive, interference: positive }),
  variants: v.pipe(v.array(variant), v.minLength(1, EMPTY)),
});

export type ThemisModelFile = v.InferOutput<typeof themisModelSchema>;
export type ThemisModelVariant = ThemisModelFile['variants'][number];

/** `value` as a model file; faults are `InputError`s that name the field. */
export function parseThemisModel(value: unknown): ThemisModelFile {
  const model = validate(themisModelSchema, value);
  model.variants.forEach(({ layers, biases, leak, parameters, encoding, offsets, scales, bounds }, i) => {
    const expected = parameterCount({ layers, biases, leak });
    const width = encodedWidth(encoding);
    if (layers[0] !== width || layers.at(-1) !== 2)
      throw new InputError(message('predictors.themis.layers', { at: i, width }));
    if ([offsets, scales, bounds ?? scales].some(({ length }) => length !== width))
      throw new InputError(message('predictors.themis.scales', { at: i, width }));
    if (parameters.length % expected !== 0)
      throw new InputError(
        message('predictors.themis.parameters', { at: i, given: parameters.length, expected }),
      );
  });
  return model;
}

/** Least and largest value of each input of a variant in training; `elsewhere` reads shared-mode events. */
export function inputRanges(
  { ranges }: ThemisModelFile,
  { events }: ThemisModelVariant,
): ThemisModelFile['ranges']['shared'] {
  return ranges[events === 'solo' ? 'solo' : 'shared'];
}

/** A variant's network with what it shares with the others. */
export function fittedNetwork(model: ThemisModelFile, variant: ThemisModelVariant): FittedNetwork {
  const { encoding, logarithms, layers, biases, leak, parameters, offsets, scales, bounds } = variant;
  return {
    encoding,
    logarithms,
    offsets,
    scales,
    bounds,
    shape: { layers, biases, leak },
    parameters: Float64Array.from(parameters),
    ranges: inputRanges(model, variant),
    leastFactors: model.leastFactors,
    mostFactors: model.mostFactors,
  };
}
