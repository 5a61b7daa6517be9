import { median } from '../../../src/stats/quantile';
import { rankCorrelation } from '../../../src/stats/rankCorrelation';
import { COUNTED_RATES } from '../../../src/predictors/counting/countedRates';
import { paperAllocations } from '../collection/collect';
import { METER_LEVEL, type Producer } from '../collection/pressureProducers';
import type { CoRunRow, LaunchRow, TrainingData } from '../collection/trainingData';
import type { BaseRate } from '../../../src/predictors/counting/rates';
import { STAND_INS, THEMIS_EVENTS } from '../../../src/predictors/themis/events';

/** What events are correlated with: both factors of the slowdown, and the pressure on both shared resources. */
export const CORRELATES = ['scalability', 'interference', 'bandwidth', 'cache'] as const;
export type Correlate = (typeof CORRELATES)[number];

/** |ρ| of one event with each correlate, the median over the allocations; null where no allocation gives one. */
export interface EventCorrelation {
  readonly event: string;
  /** Whether table I has it. */
  readonly inTable: boolean;
  /** What stands in for it where nvprof has no metric; null where it has, or where that was not looked up. */
  readonly standIn: string | null;
  readonly coefficients: Readonly<Record<Correlate, number | null>>;
}

/** A launch beside a meter. */
type Observed = LaunchRow & Pick<CoRunRow, 'producer' | 'sms'>;

/**
 * Table I's method: applications run beside the pressure meters (the producers with the smallest C) in each of
 * the paper's five allocations, as far as the data has them. An application's events are correlated with its own
 * factors; its pressure on a resource is how much it slows the resource's meter down, T_colo / T_n, both on as many
 * SMs.
 */
export function eventCorrelations({ header, rows }: TrainingData): EventCorrelation[] {
  const beside = rows
    .filter((row): row is CoRunRow => row.kind === 'corun' && row.level === METER_LEVEL)
    .flatMap(({ producer, sms, launches }) => launches.map((launch) => ({ producer, sms, ...launch })));
  const allocations = paperAllocations(header.sms);
  const meterAlone = new Map<string, number>();
  for (const row of rows)
    if (row.kind === 'producer' && row.level === METER_LEVEL)
      meterAlone.set(`${row.producer} ${row.sms}`, row.events[0]!);
  const slowdownOfMeter = (row: Observed): number | null => {
    const alone = meterAlone.get(`${row.producer} ${header.sms - row.sms}`);
    return alone === undefined || row.coRunner[0]! <= 0 ? null : alone / row.coRunner[0]!;
  };
  const pressure = (producer: Producer) => (row: Observed) =>
    row.producer === producer ? slowdownOfMeter(row) : null;
  const targets: Record<Correlate, (row: Observed) => number | null> = {
    scalability: (row) => row.scalability,
    interference: (row) => row.interference,
    bandwidth: pressure('bandwidth'),
    cache: pressure('cache'),
  };
  const names = [...THEMIS_EVENTS, ...COUNTED_RATES];
  return names.map((event, i) => ({
    event,
    inTable: i < THEMIS_EVENTS.length,
    standIn: STAND_INS[event as BaseRate] ?? null,
    coefficients: Object.fromEntries(
      CORRELATES.map((correlate) => [
        correlate,
        medianOf(
          allocations.map((sms) =>
            coefficient(
              beside.filter((row) => row.sms === sms),
              (row) => valueOf(row, i),
              targets[correlate],
            ),
          ),
        ),
      ]),
    ) as Record<Correlate, number | null>,
  }));
}

function valueOf(row: Observed, event: number): number | null {
  return row.own[event] ?? row.others?.[event - THEMIS_EVENTS.length] ?? null;
}

function coefficient(
  rows: readonly Observed[],
  event: (row: Observed) => number | null,
  target: (row: Observed) => number | null,
): number | null {
  const pairs = rows
    .map((row) => [event(row), target(row)] as const)
    .filter((pair): pair is readonly [number, number] => pair[0] !== null && pair[1] !== null);
  const rho =
    pairs.length < 3
      ? null
      : rankCorrelation(
          pairs.map(([x]) => x),
          pairs.map(([, y]) => y),
        );
  return rho === null ? null : Math.abs(rho);
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : median(known);
}
