import * as v from 'valibot';
import { numberBetween } from '../../../src/kernel/validation';
import { THEMIS_EVENTS } from '../../../src/predictors/themis/events';
import { ratesBy, type CounterRates } from '../../../src/predictors/counting/rates';
import { asList, countedBy, COUNTED_RATES } from '../../../src/predictors/counting/countedRates';
import type { SimulatorSpec } from '../../../src/simulator/spec/simulatorSpec';
import { smBusy } from '../../../src/predictors/counting/smBusy';
import type { SoloLaunch, SoloRound } from '../../../src/predictors/counting/soloRound';

/** How data files keep events and rounds alone. */

const amount = numberBetween(0, Number.MAX_SAFE_INTEGER);

/** Table I's events in its order. */
export const eventsSchema = v.pipe(v.array(amount), v.length(THEMIS_EVENTS.length, 'expected eight events'));

/** Other counters per cycle, in the order of `COUNTED_RATES`. */
export const othersSchema = v.pipe(
  v.array(amount),
  v.length(COUNTED_RATES.length, 'unexpected number of events'),
);

/** The launches of a round, each with its curve (`WorkCurve`), so that further co-runs can be held against it. */
export const launchesSchema = v.pipe(
  v.array(
    v.strictObject({
      events: eventsSchema,
      /** Kept of rounds on the whole GPU, which networks read; older data has none. */
      others: v.optional(othersSchema),
      finished: v.boolean(),
      points: v.pipe(v.array(v.tuple([amount, amount])), v.minLength(2, 'fewer than two points')),
    }),
  ),
  v.minLength(1, 'empty'),
);

export type PackedLaunches = v.InferOutput<typeof launchesSchema>;

const DIGITS = 6;

/** A number as rows keep it. */
export function packNumber(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

/** Events as a row keeps them: in table I's order, six digits. */
export function packEvents(values: CounterRates): number[] {
  return THEMIS_EVENTS.map((name) => packNumber(values[name]));
}

/** @param spec of the GPU, for what its figures tell of the other counters */
export function unpackEvents(
  values: readonly number[],
  others: readonly number[] | undefined,
  spec: SimulatorSpec,
): CounterRates {
  const events = ratesBy((_, place) => values[place]!);
  if (others === undefined) return events;
  const counted = countedBy((_, place) => others[place]!);
  return { ...events, counted, smBusy: smBusy(events.ipc, counted, spec) };
}

/** @param withOthers keeps what was counted beside table I's events */
export function packLaunches({ launches }: SoloRound, withOthers = false): PackedLaunches {
  return launches.map(({ events, finished, points }) => ({
    events: packEvents(events),
    ...(withOthers && events.counted ? { others: asList(events.counted).map(packNumber) } : {}),
    finished,
    points: points.map(([cycle, work]): [number, number] => [cycle, work]),
  }));
}

export function unpackLaunches(launches: PackedLaunches, spec: SimulatorSpec): SoloLaunch[] {
  return launches.map(({ events, others, ...curve }) => ({
    ...curve,
    events: unpackEvents(events, others, spec),
  }));
}
