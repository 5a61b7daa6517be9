import { quantitiesOf, type Grid, type Quantities } from '../../src/predictors/bottlenecks/quantities';
import type { CounterRates } from '../../src/predictors/counting/rates';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { unpackEvents } from '../themis/collection/packedRounds';
import type { TrainingData } from '../themis/collection/trainingData';

/** A launch beside a pressure producer: what was counted of it, and how much longer it took than alone. */
export interface Sample {
  readonly gpu: string;
  readonly app: string;
  readonly quantities: Quantities;
  /** Logarithm of its slowdown. */
  readonly slowdown: number;
}

/** Launches that took ten times as long, or a tenth, are corners that no pair of programs comes near. */
const FARTHEST = Math.log(10);

/** Grid of a launch of a workload; null where it is not known. */
export type GridOf = (app: string, launch: number) => Grid | null;

/** Launches of the programs that are not kept for judging. */
export function samplesOf(
  { header, rows }: TrainingData,
  judged: ReadonlySet<string>,
  gridOf: GridOf,
): Sample[] {
  const { spec } = loadSpec(header.gpu);
  return rows.flatMap((row) =>
    row.kind !== 'corun' || judged.has(row.app)
      ? []
      : row.launches.flatMap((launch): Sample[] => {
          const slowdown = Math.log(launch.scalability * launch.interference);
          if (Math.abs(slowdown) > FARTHEST) return [];
          const rates = counted(unpackEvents(launch.own, launch.others, spec));
          const beside = unpackEvents(launch.coRunner, undefined, spec);
          const grid = gridOf(row.app, launch.launch);
          const quantities = quantitiesOf({ rates, sms: row.sms, grid, beside }, spec);
          return [{ gpu: header.gpu, app: row.app, quantities, slowdown }];
        }),
  );
}

/** Rates that come with all counters, as recorded runs do. */
export function counted(rates: CounterRates) {
  const { counted: all, smBusy } = rates;
  if (all === undefined || smBusy === undefined) throw new RangeError('rates without counters');
  return { ...rates, counted: all, smBusy };
}
