import * as v from 'valibot';
import { numberBetween } from '../../../src/kernel/validation';
import { eventsBy, THEMIS_EVENTS, type ThemisEvents } from '../../../src/predictors/themis/events';
import { OTHER_EVENTS } from '../../../src/predictors/themis/otherEvents';
import type { SimulatorSpec } from '../../../src/simulator/spec/simulatorSpec';
import { smBusy } from '../../../src/predictors/themis/smBusy';
import type { SoloLaunch, SoloRound } from '../../../src/predictors/themis/soloRound';

/** How data files keep events and rounds alone. */

const amount = numberBetween(0, Number.MAX_SAFE_INTEGER);

/** Table I's events in its order. */
export const eventsSchema = v.pipe(v.array(amount), v.length(THEMIS_EVENTS.length, 'expected eight events'));

/** Other counters per cycle, in the order of `OTHER_EVENTS`. */
export const othersSchema = v.pipe(
  v.array(amount),
  v.length(OTHER_EVENTS.length, 'unexpected number of events'),
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
export function packEvents(values: ThemisEvents): number[] {
  return THEMIS_EVENTS.map((name) => packNumber(values[name]));
}

/** @param spec of the GPU, for what its figures tell of the other counters */
export function unpackEvents(
  values: readonly number[],
  others: readonly number[] | undefined,
  spec: SimulatorSpec,
): ThemisEvents {
  const events = eventsBy((_, place) => values[place]!);
  return others === undefined ? events : { ...events, others, smBusy: smBusy(events.ipc, others, spec) };
}

/** @param withOthers keeps what was counted beside table I's events */
export function packLaunches({ launches }: SoloRound, withOthers = false): PackedLaunches {
  return launches.map(({ events, finished, points }) => ({
    events: packEvents(events),
    ...(withOthers && events.others ? { others: events.others.map(packNumber) } : {}),
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
