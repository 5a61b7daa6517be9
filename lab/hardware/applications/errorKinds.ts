import { requireGpu } from '../../../src/gpu/findGpu';
import { timedKinds, type TimedKind } from '../../../src/predictors/measuredTimes/errorKinds';
import { FITTED_LAW } from '../../../src/predictors/measuredTimes/fitted';
import { quantile } from '../../../src/stats/quantile';
import { measuredNetworks } from '../networks/measured';
import { splitSlowdowns } from '../networks/splits';
import { halves, toldSlowdowns } from './measuredTimes';

/** Time beside a neighbour on other SMs over that alone on the same SMs. */
export interface KindRow {
  readonly kind: TimedKind;
  readonly of: 'programs' | 'networks';
  readonly told: number;
  readonly measured: number;
}

/** What the law was not fitted to: half of the pairs of programs, and those of networks; `root` is the project's folder. */
export function judgedKinds(root: string): readonly KindRow[] {
  const networks = measuredNetworks(root);
  const gpu = requireGpu(networks.gpu);
  const machine = { peakGBs: gpu.dram.peakGBs!, l2Bytes: gpu.l2Bytes };
  const ofPrograms = halves(root).judged.map((row): KindRow => ({
    kind: timedKinds(row.applications, row.allocation, machine)[0]!,
    of: 'programs',
    told: toldSlowdowns(row, FITTED_LAW).interference,
    measured: row.interference,
  }));
  const ofNetworks = splitSlowdowns(networks, gpu).map(({ kind, told, interference }): KindRow => ({
    kind,
    of: 'networks',
    told,
    measured: interference,
  }));
  return [...ofPrograms, ...ofNetworks];
}

/** Measured progress over predicted, that a quarter and a tenth of the rows fall below. */
export function progressOf(rows: readonly KindRow[]) {
  const ratios = rows.map(({ told, measured }) => told / measured);
  return { quarter: quantile(ratios, 0.25), tenth: quantile(ratios, 0.1) };
}
