import * as v from 'valibot';
import { EMPTY, line, moreThan, numberBetween, validate, wholeNumber } from './validation';

/** GPUs that run services, and batch applications for the rest of them: the input of `corun cluster`. */

const MOST = 100;

const traced = {
  /** Trace of a run alone, relative to the file. */
  trace: line(500),
  /** Device memory that it keeps, in MB. */
  memoryMB: v.optional(numberBetween(0, 1e7)),
};

/** Traces of a run alone on other GPUs than the one that is named for all, by the id of each. */
const traces = v.optional(v.record(line(100), line(500)));

const list = <S extends v.GenericSchema>(item: S) =>
  v.pipe(v.array(item), v.minLength(1, EMPTY), v.maxLength(MOST, moreThan(MOST)));

/** Schema of a cluster. */
export const clusterSchema = v.strictObject({
  /** Of services that name no other. */
  gpu: line(500),
  services: list(v.strictObject({ ...traced, gpu: v.optional(line(500)), gpus: wholeNumber(1, 1e6) })),
  batch: list(v.strictObject({ ...traced, traces, instances: wholeNumber(1, 1e8) })),
});

/** A cluster. */
export type Cluster = v.InferOutput<typeof clusterSchema>;

/** `value` as a cluster; faults are `InputError`s that name the field. */
export const parseCluster = (value: unknown): Cluster => validate(clusterSchema, value);
