import type { Stretch } from '../../src/predictors/bottlenecks/appSlowdown';
import { trafficOf, type Grid } from '../../src/predictors/bottlenecks/quantities';
import { daseSlowdowns } from '../../src/predictors/baselines/dase/dase';
import type { KernelStretch } from '../../src/predictors/counting/kernelStretches';
import { weightedRates } from '../../src/predictors/counting/meanRates';
import type { BandwidthLine } from '../../src/predictors/hsm/equations';
import { appShare, slowdownOfApp } from '../../src/predictors/hsm/appProgress';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import type { Judged } from './judged';
import { LATEST_UNTOLD, unpackRates, type MetRow, type PairRow } from './pairRows';
import { counted } from './samples';

/** Both applications of recorded pairs; `lineOf` has HSM's line of a GPU, null where there is none. */
export function judgedPairs(
  rows: readonly PairRow[],
  lineOf: (gpu: string) => BandwidthLine | null,
): Judged[] {
  return rows.flatMap((row) => {
    const loaded = loadSpec(row.gpu);
    const line = lineOf(row.gpu);
    return row.slowdowns.map((truth, app): Judged => ({
      gpu: row.gpu,
      set: 'unseen pairs',
      sms: row.sms[app]!,
      simulator: row.simulator ?? LATEST_UNTOLD,
      truth,
      stretches: row.met[app]!.map((met) => stretchOf(met, row, app, loaded)),
      rivals: {
        ...(row.themis === null ? {} : { Themis: row.themis[app]!.epoch }),
        ...(line === null ? {} : { HSM: byHsm(row, app, line, loaded) }),
        DASE: byDase(row, app, loaded),
      },
    }));
  });
}

function stretchOf({ cycles, apps }: MetRow, { sms }: PairRow, app: number, { spec }: LoadedSpec): Stretch {
  const own = apps[app];
  if (!own) return { cycles, met: null };
  const others = apps.flatMap((one, other) => (one && other !== app ? [unpackRates(one.rates, spec)] : []));
  const rates = counted(unpackRates(own.rates, spec));
  return { cycles, met: { rates, sms: sms[app]!, grid: gridOf(own), beside: trafficOf(others) } };
}

function gridOf({ blocks, warps }: NonNullable<MetRow['apps'][number]>): Grid | null {
  return blocks === null || warps === null ? null : { blocks, warpsPerBlock: warps };
}

function byHsm({ met, sms }: PairRow, app: number, line: BandwidthLine, { spec }: LoadedSpec): number {
  const kernels = met[app]!.flatMap(({ cycles, apps }, kernel): KernelStretch[] => {
    const own = apps[app];
    if (!own) return [];
    const { blocks } = own;
    return [{ kernel, sms: sms[app]!, blocks, cycles, rates: unpackRates(own.rates, spec) }];
  });
  const idle = met[app]!.reduce((sum, { cycles, apps }) => sum + (apps[app] ? 0 : cycles), 0);
  return slowdownOfApp(appShare({ kernels, idle }, { line, bound: 'issue', spec }));
}

function byDase({ met, sms }: PairRow, app: number, { spec }: LoadedSpec): number {
  const counts = sms.map((_, at) => {
    const list = met[app]!.flatMap(({ cycles, apps }) => {
      const share = apps[at];
      return share ? [{ cycles, rates: unpackRates(share.rates, spec) }] : [];
    });
    if (list.length === 0) return { requests: 0, busShare: 0 };
    const { counted: all, memoryBandwidth } = weightedRates(
      list.map(({ rates }) => rates),
      list.map(({ cycles }) => cycles),
    );
    return { requests: all!.dramReads + all!.dramWrites, busShare: memoryBandwidth };
  });
  return daseSlowdowns(counts, sms, spec.sms)[app]!;
}
