import type { Stretch } from '../../../src/predictors/bottlenecks/appSlowdown';
import { daseSlowdowns } from '../../../src/predictors/baselines/dase/dase';
import { weightedRates } from '../../../src/predictors/counting/meanRates';
import { appShare, slowdownOfApp } from '../../../src/predictors/hsm/appProgress';
import type { BandwidthLine } from '../../../src/predictors/hsm/equations';
import type { SlowdownModel } from '../../../src/predictors/themis/slowdownModel';
import type { SimulatorSpec } from '../../../src/simulator/spec/simulatorSpec';
import { answered, OURS, type Judged } from '../../bottlenecks/judged';
import { judgedCoLocations } from '../../bottlenecks/judgedCoLocations';
import type { GridOf } from '../../bottlenecks/samples';
import type { ResultRow } from '../../themis/reproduction/rows';

/** Slowdowns of programs that share the SMs evenly, in the order of their names. */
export interface Together {
  readonly apps: readonly string[];
  /** Simulated. */
  readonly truth: readonly number[];
  /** By who tells; who does not tell all is left out. */
  readonly told: Readonly<Record<string, readonly number[]>>;
}

/** What predictors are told with beside the recorded runs. */
export interface Tellers {
  readonly themis: ReadonlyMap<string, SlowdownModel>;
  readonly line: BandwidthLine;
  readonly gridOf: GridOf;
  readonly spec: SimulatorSpec;
}

/** Recorded co-runs of so many programs at even splits, with what predictors tell of their counters. */
export function togetherOf(rows: readonly ResultRow[], size: number, tellers: Tellers): Together[] {
  return rows.flatMap((row): Together[] => {
    if (row.kind !== 'corun' || row.apps.length !== size || new Set(row.sms).size > 1) return [];
    const beside = rows.filter((each) => each.kind === 'asm' && each.apps.join() === row.apps.join());
    const judged = judgedCoLocations([row, ...beside], tellers.themis, tellers.gridOf);
    const own = judged.map((each) => answered(each).answers[OURS]!);
    const rivals = Object.keys(judged[0]!.rivals).filter((name) =>
      judged.every((each) => each.rivals[name] !== undefined),
    );
    return [
      {
        apps: row.apps,
        truth: row.slowdowns,
        told: {
          [OURS]: own,
          ...Object.fromEntries(rivals.map((name) => [name, judged.map((each) => each.rivals[name]!)])),
          HSM: judged.map((each) => byHsm(each, tellers)),
          DASE: byDase(judged, tellers.spec),
        },
      },
    ];
  });
}

function byHsm({ stretches, sms }: Judged, { line, spec }: Tellers): number {
  const kernels = stretches.flatMap(({ cycles, met }, kernel) =>
    met === null ? [] : [{ kernel, sms, blocks: met.grid?.blocks ?? null, cycles, rates: met.rates }],
  );
  const idle = stretches.reduce((sum, { cycles, met }) => sum + (met === null ? cycles : 0), 0);
  return slowdownOfApp(appShare({ kernels, idle }, { line, bound: 'issue', spec }));
}

function byDase(judged: readonly Judged[], spec: SimulatorSpec): number[] {
  const counts = judged.map(({ stretches }) => {
    const met = stretches.filter(
      (each): each is Stretch & { met: NonNullable<Stretch['met']> } => each.met !== null,
    );
    if (met.length === 0) return { requests: 0, busShare: 0 };
    const { counted, memoryBandwidth } = weightedRates(
      met.map((each) => each.met.rates),
      met.map(({ cycles }) => cycles),
    );
    return { requests: counted!.dramReads + counted!.dramWrites, busShare: memoryBandwidth };
  });
  return daseSlowdowns(
    counts,
    judged.map(({ sms }) => sms),
    spec.sms,
  );
}
