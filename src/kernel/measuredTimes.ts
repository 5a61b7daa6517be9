import * as v from 'valibot';
import { EMPTY, line, moreThan, numberBetween, validate, wholeNumber } from './validation';

/** Applications that were timed alone on parts of a GPU, as serving systems know their models: the input of `corun split`. */

const MOST_APPLICATIONS = 8;
const MOST_TIMES = 1000;

const timeSchema = v.strictObject({
  /** SMs that the application had. */
  sms: wholeNumber(1, 100_000),
  /** Time of one run (a request, a batch, a step) on them in µs, alone. */
  us: numberBetween(1e-3, 1e12),
});

/** Schema of the file. */
export const measuredTimesSchema = v.strictObject({
  gpu: line(500),
  applications: v.pipe(
    v.array(
      v.strictObject({
        name: line(200),
        times: v.pipe(
          v.array(timeSchema),
          v.minLength(1, EMPTY),
          v.maxLength(MOST_TIMES, moreThan(MOST_TIMES)),
        ),
        /** Bytes that a run moves between L2 cache and DRAM, and between SMs and L2 cache, in 10^6. */
        dramMB: numberBetween(0, 1e9),
        l2MB: numberBetween(0, 1e9),
      }),
    ),
    v.minLength(2, EMPTY),
    v.maxLength(MOST_APPLICATIONS, moreThan(MOST_APPLICATIONS)),
  ),
});

export type MeasuredTimes = v.InferOutput<typeof measuredTimesSchema>;
export type TimedApplication = MeasuredTimes['applications'][number];

/** `value` as such a file; faults are `InputError`s that name the field. */
export const parseMeasuredTimes = (value: unknown): MeasuredTimes => validate(measuredTimesSchema, value);
