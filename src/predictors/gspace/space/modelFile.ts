import * as v from 'valibot';
import { EMPTY, NOT_FINITE, numberBetween, tooLong, validate, wholeNumber } from '../../../kernel/validation';
import { YIELD_FEATURES } from '../../yieldSearchPort';

/**
 * What micro-benchmarks did to each other on one GPU, as `models/gspace/<gpu>.json` keeps it: representatives of the
 * 180, a map for each ordered pair of them, and linear regressions over all of it (section 4.4).
 */

const label = v.pipe(v.string(), v.minLength(1, EMPTY), v.maxLength(2000, tooLong(2000)));
const finite = v.pipe(v.number(), v.finite(NOT_FINITE));
const share = numberBetween(0, 1);
const features = v.pipe(v.array(finite), v.length(YIELD_FEATURES.length));
const sampled = v.array(v.array(numberBetween(0, 1000)));
/** A weight for each feature of both, SMs and blocks, in this order; all inputs are scaled to 0 to 1. */
const plane = v.strictObject({
  intercept: finite,
  weights: v.pipe(v.array(finite), v.length(2 * YIELD_FEATURES.length + 2)),
});

const spaceSchema = v.strictObject({
  format: v.literal('corun-gspace-space'),
  version: v.literal(1),
  gpu: label,
  /** SMs of the part of the GPU that was simulated, of all. */
  part: v.strictObject({ sms: wholeNumber(1, 4096), of: wholeNumber(1, 4096) }),
  /** Smallest and largest value of each feature over all micro-benchmarks. */
  scaling: v.strictObject({ least: features, most: features }),
  axes: v.strictObject({ sms: v.array(share), blocks: v.array(share) }),
  representatives: v.array(
    v.strictObject({
      stride: wholeNumber(1, 32),
      overlapPercent: wholeNumber(0, 99),
      iterations: wholeNumber(0, 1000),
      /** Micro-benchmarks that it stands for. */
      standsFor: wholeNumber(1, 180),
      features,
    }),
  ),
  maps: v.array(
    v.strictObject({
      yielding: wholeNumber(0, 179),
      critical: wholeNumber(0, 179),
      progress: sampled,
      throughput: sampled,
    }),
  ),
  regression: v.strictObject({ latency: plane, throughput: plane }),
  provenance: v.strictObject({ command: label, simulator: wholeNumber(1, 1000) }),
});

/** @see spaceSchema */
export type YieldSpaceFile = v.InferOutput<typeof spaceSchema>;

/** A linear function of all inputs. */
export type Plane = YieldSpaceFile['regression']['latency'];

/** @throws InputError naming the field at fault */
export function parseYieldSpace(json: unknown): YieldSpaceFile {
  return validate(spaceSchema, json);
}
