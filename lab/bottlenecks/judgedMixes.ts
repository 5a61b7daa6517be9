import { fromCoRun, byDase, trueProgress, type RecordedMix } from '../hsm/evaluate';
import { parseLine, type AloneRow, type AppRecord, type TogetherRow } from '../hsm/rows';
import type { Stretch } from '../../src/predictors/bottlenecks/appSlowdown';
import { trafficOf } from '../../src/predictors/bottlenecks/quantities';
import { weightedRates } from '../../src/predictors/counting/meanRates';
import type { BandwidthLine } from '../../src/predictors/hsm/equations';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import type { Judged } from './judged';
import { counted, type GridOf } from './samples';

/**
 * Both programs of the mixes of whole programs that are recorded on a GPU, whatever the programs have been lowered to
 * since. The row of a key that comes later replaces an earlier one.
 *
 * @param lines of the recorded runs
 */
export function judgedMixes(
  gpu: string,
  lines: readonly string[],
  line: BandwidthLine,
  gridOf: GridOf,
): Judged[] {
  const { spec } = loadSpec(gpu);
  const rows = lines.map(parseLine).filter(({ key }) => key.startsWith(`${gpu}.`));
  const alone = new Map(
    rows.flatMap((row): [string, AloneRow][] =>
      row.kind === 'alone' && row.sms === spec.sms ? [[row.app, row]] : [],
    ),
  );
  const mixes = rows.filter((row): row is TogetherRow => row.kind === 'together');
  const hsm = fromCoRun({ line, bound: 'issue', spec });
  return mixes.flatMap((together) => {
    const recorded: RecordedMix = {
      mix: { programs: [], kind: 'mixed' },
      together,
      alone: together.apps.map((app) => alone.get(app)!),
    };
    const told = { HSM: hsm(recorded), DASE: byDase(recorded) };
    return trueProgress(recorded).map((progress, app): Judged => ({
      gpu,
      set: 'mixes',
      sms: together.sms[app]!,
      truth: 1 / progress,
      stretches: stretchesOf(together, app, gridOf),
      rivals: { HSM: 1 / told.HSM[app]!, DASE: 1 / told.DASE[app]! },
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
