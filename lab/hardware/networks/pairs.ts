import { traceCoRun, USUAL_CO_RUN } from '../../../src/analysis/applications/traceCoRun';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import type { ProfileFile } from '../../../src/kernel/profile';
import type { LatencyPredictor } from '../../../src/predictors/latencyPort';
import type { NetworksData } from './measured';
import { traceOf } from './traces';

/** What one network of a pair pays, told from traces and measured: time of a query beside the other over that alone. */
export interface ToldSlowdown {
  readonly of: string;
  readonly beside: string;
  readonly told: number;
  readonly measured: number;
}

/** What of the host is told: gaps as long as measured, its calls, or its calls and the time alone without a profiler. */
export type HostTold = 'gaps' | 'calls' | 'pace';

export interface Told {
  readonly gpu: GpuSpec;
  readonly predictor: LatencyPredictor;
  readonly host: HostTold;
}

/** Mean latency alone, µs: the shorter of two measurements. */
export function aloneUs({ alone }: Pick<NetworksData, 'alone'>, name: string): number {
  return Math.min(...alone.filter(([own]) => own === name).map(([, , mean]) => mean));
}

/** What `corun together` tells of measured pairs of different networks. */
export function toldTogether(
  data: NetworksData,
  { gpu, predictor, host }: Told,
  pairs: NetworksData['pairs'] = data.pairs,
): readonly ToldSlowdown[] {
  const names = [...new Set(pairs.flat().map(([name]) => name))];
  const traces = new Map(names.map((name) => [name, fileOf(data, name, host)]));
  return pairs
    .filter(([[a], [b]]) => a !== b)
    .flatMap((pair) => {
      const files = pair.map(([name]) => traces.get(name)!);
      const aloneNs = pair.map(([name]) => (host === 'pace' ? aloneUs(data, name) * 1e3 : null));
      const { applications } = traceCoRun(files, [], { ...USUAL_CO_RUN, gpu, predictor, aloneNs });
      return pair.map(([of, , mean], at) => ({
        ...{ of, beside: pair[1 - at]![0] },
        told: applications[at]!.slowdown ?? Infinity,
        measured: mean / aloneUs(data, of),
      }));
    });
}

/** Without calls of the host that wait, its work is told by gaps alone. */
function fileOf(data: NetworksData, name: string, host: HostTold): ProfileFile {
  const file = traceOf(data, name);
  return host === 'gaps' ? { ...file, api: [] } : file;
}

/** The networks of a pair among those drawn for choosing mechanisms: both, one or none. */
export function drawnOf({ fitted }: NetworksData, { of, beside }: ToldSlowdown): 0 | 1 | 2 {
  return [of, beside].filter((name) => fitted.includes(name)).length as 0 | 1 | 2;
}
