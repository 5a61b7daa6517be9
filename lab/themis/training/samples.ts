import { pressureOf, type Pressure } from '../../../src/predictors/themis/events';
import { type CounterRates } from '../../../src/predictors/counting/rates';
import { INPUT_COLUMNS, writeInputs } from '../../../src/predictors/themis/model/inputs';
import { paperAllocations } from '../collection/collect';
import { unpackEvents } from '../collection/packedRounds';
import type { TrainingData } from '../collection/trainingData';
import type { CounterSource } from '../../../src/predictors/port';
import type { SampleSet } from '../../../src/predictors/themis/model/sampleSets';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { groupBy } from '../../../src/stats/grouping';

/** One pair of inputs and labels of the kernel slowdown model. */
export interface TrainingSample {
  /** The application, or whatever else must not be split between fitting and validation. */
  readonly workload: string;
  readonly class: string;
  readonly smFraction: number;
  /** Share of the SMs under which the events were counted, where it is another. */
  readonly countedFraction?: number;
  readonly own: CounterRates;
  readonly coRunners: Pressure;
  readonly scalability: number;
  readonly interference: number;
}

/**
 * Samples of each set. Of runs alone only those at the paper's five allocations: with outer ones the networks for them
 * were no better on workloads held out, and worse at half of the SMs, which they are asked about most.
 */
export function sampleSets(data: TrainingData): Record<SampleSet, readonly TrainingSample[]> {
  return {
    shared: samplesOf(data, 'shared'),
    solo: samplesOf(atPapersAllocations(data), 'solo'),
    elsewhere: samplesElsewhere(data),
  };
}

/** Data without co-runs at other splits than the paper's. */
export function atPapersAllocations({ header, rows }: TrainingData): TrainingData {
  const allocations = paperAllocations(header.sms);
  return { header, rows: rows.filter((row) => row.kind !== 'corun' || allocations.includes(row.sms)) };
}

/**
 * Samples whose events were counted at one split and whose labels are those of another, between the same launch
 * and the same producer at the same level; each split with itself is among them.
 */
export function samplesElsewhere(data: TrainingData): TrainingSample[] {
  const launches = groupBy(sharedSamples(data), ({ key }) => key);
  return [...launches.values()].flatMap((group) =>
    group.flatMap(({ sample: counted }) =>
      group.map(({ sample }) => ({
        ...sample,
        own: counted.own,
        coRunners: counted.coRunners,
        countedFraction: counted.smFraction,
      })),
    ),
  );
}

/** Samples with shared-mode events, each with what it is of apart from the split. */
function sharedSamples({
  header,
  rows,
}: TrainingData): { readonly key: string; readonly launch: number; readonly sample: TrainingSample }[] {
  const classes = classesOf(rows);
  const { spec } = loadSpec(header.gpu);
  return rows.flatMap((row) =>
    row.kind !== 'corun'
      ? []
      : row.launches.map(({ launch, own, others, coRunner, scalability, interference }) => ({
          key: `${row.app} ${launch} ${row.producer} ${row.level}`,
          launch,
          sample: {
            workload: row.app,
            class: classes.get(row.app) ?? '',
            smFraction: row.sms / header.sms,
            own: unpackEvents(own, others, spec),
            coRunners: pressureOf(unpackEvents(coRunner, undefined, spec)),
            scalability,
            interference,
          },
        })),
  );
}

function classesOf(rows: TrainingData['rows']): ReadonlyMap<string, string> {
  return new Map(rows.flatMap((row) => (row.kind === 'solo' ? [[row.app, row.class] as const] : [])));
}

/**
 * The samples of collected data: one for each launch that a co-run shows. With `solo` events the kernel's are those
 * of its launch alone on the whole GPU; its co-runner's pressure is that of the co-run, as it is with shared-mode
 * events: what the producers ask for alone is more than they get.
 */
export function samplesOf(data: TrainingData, source: CounterSource): TrainingSample[] {
  return source === 'shared' ? sharedSamples(data).map(({ sample }) => sample) : soloSamples(data);
}

function soloSamples(data: TrainingData): TrainingSample[] {
  const alone = eventsAlone(data);
  return sharedSamples(data).flatMap(({ sample, launch }) => {
    const own = alone.get(`${sample.workload} ${launch}`) ?? alone.get(sample.workload);
    return own === undefined ? [] : [{ ...sample, own, countedFraction: 1 }];
  });
}

/** Events of each application alone on the whole GPU, and of each of its launches. */
function eventsAlone({ header, rows }: TrainingData): ReadonlyMap<string, CounterRates> {
  const { spec } = loadSpec(header.gpu);
  return new Map(
    rows.flatMap((row) =>
      row.kind === 'solo' && row.sms === header.sms
        ? [
            [row.app, unpackEvents(row.events, undefined, spec)] as const,
            ...(row.launches ?? []).map(
              ({ events, others }, launch) =>
                [`${row.app} ${launch}`, unpackEvents(events, others, spec)] as const,
            ),
          ]
        : [],
    ),
  );
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
  samples.forEach(({ smFraction, own, coRunners, countedFraction }, i) =>
    writeInputs(inputs.subarray(i * width, (i + 1) * width), smFraction, own, coRunners, countedFraction),
  );
  return {
    count: samples.length,
    inputs,
    scalability: Float64Array.from(samples, (sample) => sample.scalability),
    interference: Float64Array.from(samples, (sample) => sample.interference),
  };
}
