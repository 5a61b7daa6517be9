import { fromCoRun, byDase, byThemis, trueProgress, type RecordedMix } from '../hsm/evaluate';
import { keysAlone, parseLine, type AloneRow, type AppRecord, type TogetherRow } from '../hsm/rows';
import type { Stretch } from '../../src/predictors/bottlenecks/appSlowdown';
import { trafficOf } from '../../src/predictors/bottlenecks/quantities';
import { weightedRates } from '../../src/predictors/counting/meanRates';
import type { SlowdownModel } from '../../src/predictors/themis/slowdownModel';
import type { BandwidthLine } from '../../src/predictors/hsm/equations';
import { simulatorGeneration } from '../../src/simulator/spec/generation';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import type { Judged } from './judged';
import { counted, type GridOf } from './samples';

/**
 * Both programs of the mixes of whole programs that are recorded on a GPU, whatever the programs have been lowered to
 * since: each beside the runs alone of the programs that it was run with.
 *
 * @param lines of the recorded runs
 * @param themis networks that were trained for the GPU
 */
export function judgedMixes(
  gpu: string,
  lines: readonly string[],
  line: BandwidthLine,
  themis: SlowdownModel | null,
  gridOf: GridOf,
): Judged[] {
  const { spec } = loadSpec(gpu);
  const rows = lines.map(parseLine).filter(({ key }) => key.startsWith(`${gpu}.`));
  const alone = new Map(
    rows.flatMap((row): [string, AloneRow][] => (row.kind === 'alone' ? [[row.key, row]] : [])),
  );
  const mixes = rows.filter((row): row is TogetherRow => row.kind === 'together');
  const hsm = fromCoRun({ line, bound: 'issue', spec });
  return mixes.flatMap((together) => {
    const recorded: RecordedMix = {
      mix: { programs: [], kind: 'mixed' },
      together,
      alone: keysAlone(together.key, spec.sms).map((key) => alone.get(key)!),
    };
    const told = {
      HSM: hsm(recorded),
      DASE: byDase(recorded),
      ...(themis === null ? {} : { 'Themis, capped': byThemis(themis, true)(recorded) }),
    };
    return trueProgress(recorded).map((progress, app): Judged => ({
      gpu,
      set: 'mixes',
      sms: together.sms[app]!,
      simulator: simulatorGeneration(gpu),
      truth: 1 / progress,
      stretches: stretchesOf(together, app, gridOf),
      rivals: Object.fromEntries(Object.entries(told).map(([name, each]) => [name, 1 / each[app]!])),
    }));
  });
}

function stretchesOf({ apps, each }: TogetherRow, app: number, gridOf: GridOf): Stretch[] {
  const beside = trafficOf(each.filter((_, other) => other !== app).map(meanOf));
  const { kernels, idle } = each[app]!.stretches;
  return [
    { cycles: idle, met: null },
    ...kernels.map(({ rates, sms, cycles }, launch): Stretch => ({
      cycles,
      met: { rates: counted(rates), sms, grid: gridOf(apps[app]!, launch), beside },
    })),
  ];
}

function meanOf({ stretches: { kernels } }: AppRecord) {
  return weightedRates(
    kernels.map(({ rates }) => rates),
    kernels.map(({ cycles }) => cycles),
  );
}
