import { YieldBench } from '../../../src/analysis/yielding/yieldBench';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { mean } from '../../../src/stats/means';
import { groupBy } from '../../../src/stats/grouping';
import { RecordedRows } from '../../recordedRows';
import { partOfGpu } from '../../simulator/partOfGpu';
import { POLL_NS, QOS } from '../conditions';
import { errMax, type Lattice } from '../evaluate';
import { BEST_EFFORT, CRITICAL } from '../programs';
import { pairsInOrder } from '../sample';
import type { ProgramsOfCard } from './launches';

/** The part of the GPU that is simulated: 12 of 132 SMs, one for each step of the measured lattice, and grids to match. */
const OF = 11;
/** Parts of the grids of latency-critical programs that run, beyond that: whole ones would take a minute each. */
const SHRINK: Readonly<Record<string, number>> = {
  backprop: 6,
  lbm: 3,
  hotspot: 12,
  pathfinder: 4,
  streamcluster: 2,
  spmv: 6,
};
/** Cycles after which the other arrives: longer than a task of the first, so that its blocks have drifted apart. */
const ARRIVES: Readonly<Record<string, number>> = {
  cfd: 100_000,
  'molecular-dynamics': 100_000,
  'matrix-mul-tiles': 100_000,
  nn: 20_000,
  'particlefilter-float': 400_000,
};
/** Times the time alone at which a run ends. */
const GIVEN_UP = 3;
/** Points of a pair, in the order in which they are run: numbers of SMs, and of quarters of the places. */
const SMS = [12, 4, 8, 2, 6];
const QUARTERS = [4, 2];

/** A point of a measured map, simulated. */
export interface SimulatedPoint {
  readonly key: string;
  readonly yielding: string;
  readonly critical: string;
  readonly sms: number;
  readonly quarter: number;
  /** Over the time alone; null where the run was given up. */
  readonly latency: number | null;
}

/** Simulates points of measured pairs that are not in a file yet, until `mayStart` says no. */
export function simulateMaps(file: string, programs: ProgramsOfCard, mayStart: () => boolean): void {
  const rows = new RecordedRows<SimulatedPoint>(file);
  const whole = loadSpec('h100-sxm');
  const spec = partOfGpu(whole.spec, whole.spec.sms / OF);
  const gpu = { gpu: { ...whole.gpu, sms: spec.sms, l2Bytes: (whole.gpu.l2Bytes ?? 0) / OF }, spec };
  for (const [yielding, critical] of pairsInOrder(BEST_EFFORT, CRITICAL, 1)) {
    if (!mayStart()) return;
    const second = programs(critical, OF * SHRINK[critical]!);
    const apps = [programs(yielding, OF), { ...second, startCycle: ARRIVES[yielding]! }];
    const scenario = { gpu: whole.gpu.id, mode: { kind: 'mps' } as const, apps };
    const bench = new YieldBench({ scenario, qos: QOS, pollNs: POLL_NS, givenUp: GIVEN_UP }, gpu);
    for (const sms of SMS)
      for (const quarter of QUARTERS) {
        if (!mayStart()) return;
        const key = `${yielding} ${critical} ${sms} ${quarter}`;
        rows.row(key, () => {
          const blocks = Math.max(1, Math.floor((bench.most.blocks * quarter + 2) / 4));
          const { latency } = bench.trial({ sms, blocks });
          const told = Number.isFinite(latency) ? Number(latency.toFixed(4)) : null;
          return { key, yielding, critical, sms, quarter, latency: told };
        });
      }
  }
}

/** Simulated points beside measured ones, pair by pair. */
export function simulatedTable(
  lattices: readonly Lattice[],
  rows: readonly SimulatedPoint[],
): readonly [head: string[], rows: string[][]] {
  const measured = ({ yielding, critical, sms, quarter }: SimulatedPoint): number =>
    lattices
      .find((one) => one.yielding.app === yielding && one.critical.app === critical)!
      .trials.get(`${sms} ${quarter}`)!.latency;
  return [
    [
      'yields',
      'latency-critical',
      'points',
      'in the target on the card',
      'simulated',
      'on the same side',
      'error of latency, where both end',
    ],
    [...groupBy(rows, ({ yielding, critical }) => `${yielding} ${critical}`).values()].map((points) => {
      const both = points.filter((one) => one.latency !== null && Number.isFinite(measured(one)));
      const real = points.map((one) => measured(one) <= QOS);
      const told = points.map(({ latency }) => latency !== null && latency <= QOS);
      const count = (flags: readonly boolean[]): string => String(flags.filter(Boolean).length);
      const error = mean(both.map((one) => errMax(measured(one), one.latency!)));
      return [
        points[0]!.yielding,
        points[0]!.critical,
        String(points.length),
        count(real),
        count(told),
        count(real.map((kept, at) => kept === told[at])),
        both.length === 0 ? '–' : `${(100 * error).toFixed(0)} % (${both.length})`,
      ];
    }),
  ];
}
