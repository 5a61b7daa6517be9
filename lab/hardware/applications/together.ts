import { traceCoRun, USUAL_CO_RUN } from '../../../src/analysis/applications/traceCoRun';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import type { ProfileFile } from '../../../src/kernel/profile';
import type { LatencyPredictor } from '../../../src/predictors/latencyPort';
import { measuredSuite } from '../suite/measured';
import type { measuredApplications, Setting } from './measured';
import { countersOf, traceOf } from './profiles';

/** Slowdowns that `corun together` tells, each with the measured one. */
export interface PredictedPairs {
  readonly pairs: readonly (readonly [predicted: number, measured: number])[];
  /** Slowdowns that it has none for: the other would never let it run. */
  readonly starved: number;
}

/** The traces of a setting's applications and, of all or of none, the counters of their kernels. */
export interface TracedSetting {
  readonly setting: Setting;
  readonly traces: ReadonlyMap<string, ProfileFile>;
  readonly counters: ReadonlyMap<string, ProfileFile>;
}

/** Reads the traces and counters of the applications of a setting. */
export async function tracedSetting(
  root: string,
  measured: ReturnType<typeof measuredApplications>,
  setting: Setting,
): Promise<TracedSetting> {
  const suite = measuredSuite(root);
  const names = Object.keys(setting.alone);
  const traces = new Map<string, ProfileFile>();
  for (const name of names) traces.set(name, await traceOf(measured, name, setting));
  return {
    setting,
    traces,
    counters: new Map(names.map((name) => [name, countersOf(suite, name)])),
  };
}

/** What two different applications cost each other, predicted from their traces alone or with counters. */
export function predictedPairs(
  { setting, traces, counters }: TracedSetting,
  gpu: GpuSpec,
  predictor: LatencyPredictor,
  counted: boolean,
): PredictedPairs {
  const pairs: [number, number][] = [];
  let starved = 0;
  for (const group of setting.groups) {
    const names = group.map(([name]) => name);
    if (names.length !== 2 || names[0] === names[1]) continue;
    const known = counted ? names.map((name) => counters.get(name)!) : [];
    const told = tracedSlowdowns(traces, gpu, predictor, names, known);
    group.forEach(([name, us], at) => {
      const slowdown = told[at]!;
      if (slowdown === null) starved++;
      else pairs.push([slowdown, us / setting.alone[name]!]);
    });
  }
  return { pairs, starved };
}

/** What applications cost each other by their traces; null where one is never let run. */
export function tracedSlowdowns(
  traces: TracedSetting['traces'],
  gpu: GpuSpec,
  predictor: LatencyPredictor,
  names: readonly string[],
  counters: readonly ProfileFile[] = [],
): readonly (number | null)[] {
  const files = names.map((name) => traces.get(name)!);
  const { applications } = traceCoRun(files, counters, {
    ...USUAL_CO_RUN,
    gpu,
    predictor,
  });
  return applications.map(({ slowdown }) => slowdown);
}
