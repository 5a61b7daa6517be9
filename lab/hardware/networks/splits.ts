import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import type { TimedApplication } from '../../../src/kernel/measuredTimes';
import { timedForecasts, timedKinds, type TimedKind } from '../../../src/predictors';
import type { NetworksData } from './measured';
import { aloneUs } from './pairs';

/** What a neighbour on the other SMs costs a network: its time beside it over that alone on the same SMs. */
export interface SplitRow {
  readonly of: string;
  readonly told: number;
  readonly interference: number;
  readonly kind: TimedKind;
}

/** The measured pairs on SMs of their own of which it is known what both move. */
export function splitSlowdowns(data: NetworksData, gpu: GpuSpec): readonly SplitRow[] {
  const { pairsOnShares, movedMB, sms } = data;
  const known = pairsOnShares.filter((pair) => pair.every(([, name]) => movedMB[name] !== undefined));
  return known.flatMap((pair) => {
    const applications = pair.map(([, name]) => timed(data, gpu, name));
    const peakGBs = gpu.dram.peakGBs!;
    const forecasts = timedForecasts(applications, { sms: gpu.sms, peakGBs });
    const allocation = pair.map(([percent]) => sms[percent]!);
    const kinds = timedKinds(applications, allocation, { peakGBs, l2Bytes: gpu.l2Bytes });
    return pair.map(([percent, of, , mean], at) => {
      const { interference: told } = forecasts[at]!.at(allocation);
      return { of, told, interference: mean / onShare(data, of, percent), kind: kinds[at]! };
    });
  });
}

const onShare = ({ aloneOnShares }: NetworksData, name: string, percent: number): number =>
  aloneOnShares.find(([share, own]) => share === percent && own === name)![3];

/** As a file of measured times has it. */
function timed(data: NetworksData, gpu: GpuSpec, name: string): TimedApplication {
  const [dramMB, l2MB] = data.movedMB[name]!;
  const parts = data.aloneOnShares.filter(([, own]) => own === name);
  const times = parts.map(([percent, , , us]) => ({ sms: data.sms[percent]!, us }));
  return { name, times: [...times, { sms: gpu.sms, us: aloneUs(data, name) }], dramMB, l2MB };
}
