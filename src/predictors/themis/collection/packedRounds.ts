import * as v from 'valibot';
import { numberBetween } from '../../../kernel/validation';
import { eventsBy, THEMIS_EVENTS, type ThemisEvents } from '../events';
import type { SoloLaunch, SoloRound } from './soloRound';

/** How data files keep events and rounds alone. */

const amount = numberBetween(0, Number.MAX_SAFE_INTEGER);

/** Table I's events in its order. */
export const eventsSchema = v.pipe(v.array(amount), v.length(THEMIS_EVENTS.length, 'expected eight events'));

/** The launches of a round, each with its curve (`WorkCurve`), so that further co-runs can be held against it. */
export const launchesSchema = v.pipe(
  v.array(
    v.strictObject({
      events: eventsSchema,
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

export function unpackEvents(values: readonly number[], others?: readonly number[]): ThemisEvents {
  const events = eventsBy((_, place) => values[place]!);
  return others === undefined ? events : { ...events, others };
}

export function packLaunches({ launches }: SoloRound): PackedLaunches {
  return launches.map(({ events, finished, points }) => ({
    events: packEvents(events),
    finished,
    points: points.map(([cycle, work]): [number, number] => [cycle, work]),
  }));
}

export function unpackLaunches(launches: PackedLaunches): SoloLaunch[] {
  return launches.map((launch) => ({ ...launch, events: unpackEvents(launch.events) }));
}
