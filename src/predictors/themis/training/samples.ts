import { pressureOf, scaledPressure, type Pressure, type ThemisEvents } from '../events';
import { INPUT_COLUMNS, writeInputs } from '../model/inputs';
import { unpackEvents } from '../collection/packedRounds';
import type { TrainingData } from '../collection/trainingData';

/** One pair of inputs and labels of the kernel slowdown model. */
export interface TrainingSample {
  /** The application, or whatever else must not be split between fitting and validation. */
  readonly workload: string;
  readonly class: string;
  readonly smFraction: number;
  readonly own: ThemisEvents;
  readonly coRunners: Pressure;
  readonly scalability: number;
  readonly interference: number;
}

/** Where a sample's events come from: the co-run itself, or runs of each kernel alone on the whole GPU. */
export const EVENT_SOURCES = ['shared', 'solo'] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

/**
 * The samples of collected data: one for each launch that a co-run shows. With `solo` events the kernel's are
 * those of its launch alone on the whole GPU, and its co-runner's pressure is that of the producer alone on the
 * whole GPU times the producer's share of the SMs: what a profile of each application by itself can tell.
 */
export function samplesOf({ header, rows }: TrainingData, source: EventSource): TrainingSample[] {
  const classes = new Map<string, string>();
  const alone = new Map<string, readonly number[]>();
  for (const row of rows) {
    if (row.kind === 'solo') classes.set(row.app, row.class);
    if (row.kind === 'solo' && row.sms === header.sms) {
      alone.set(row.app, row.events);
      row.launches?.forEach(({ events }, launch) => alone.set(`${row.app} ${launch}`, events));
    }
    if (row.kind === 'producer' && row.sms === header.sms)
      alone.set(`${row.producer} ${row.level}`, row.events);
  }
  return rows.flatMap((row) => {
    if (row.kind !== 'corun') return [];
    const smFraction = row.sms / header.sms;
    const common = { workload: row.app, class: classes.get(row.app) ?? '', smFraction };
    const producer = alone.get(`${row.producer} ${row.level}`);
    return row.launches.flatMap(({ launch, own, others, coRunner, scalability, interference }) => {
      const factors = { scalability, interference };
      if (source === 'shared') {
        const pressure = pressureOf(unpackEvents(coRunner));
        return [{ ...common, own: unpackEvents(own, others), coRunners: pressure, ...factors }];
      }
      const solo = alone.get(`${row.app} ${launch}`) ?? alone.get(row.app);
      if (solo === undefined || producer === undefined) return [];
      const coRunners = scaledPressure(pressureOf(unpackEvents(producer)), 1 - smFraction);
      return [{ ...common, own: unpackEvents(solo), coRunners, ...factors }];
    });
  });
}

/** Samples as the numbers that fitting works on. */
export interface SampleMatrix {
  readonly count: number;
  /** Unscaled inputs, `INPUT_COLUMNS.length` for each sample. */
  readonly inputs: Float64Array;
  readonly scalability: Float64Array;
  readonly interference: Float64Array;
}

export function matrixOf(samples: readonly TrainingSample[]): SampleMatrix {
  const width = INPUT_COLUMNS.length;
  const inputs = new Float64Array(samples.length * width);
  samples.forEach((sample, i) =>
    writeInputs(inputs.subarray(i * width, (i + 1) * width), sample.smFraction, sample.own, sample.coRunners),
  );
  return {
    count: samples.length,
    inputs,
    scalability: Float64Array.from(samples, (sample) => sample.scalability),
    interference: Float64Array.from(samples, (sample) => sample.interference),
  };
}
