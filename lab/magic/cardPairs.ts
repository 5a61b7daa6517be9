import type { Queue } from '../../src/kernel/queue';
import { groupBy } from '../../src/stats/grouping';
import { mean } from '../../src/stats/means';
import { measuredApplications, slowdownsOf } from '../hardware/applications/measured';
import { measuredSuite, type MeasuredLaunch } from '../hardware/suite/measured';
import type { MeasuredQueueOptions, PairSource } from './pairs';

/** How applications share the H100: by MPS, their kernels alone or with their copies; or with copies in turns. */
export type CardSetting = 'kernels-mps' | 'mps' | 'turns';

/**
 * Applications measured in pairs on an H100, told apart by counters of their kernels; two of one name that were not measured
 * together are left for the queue to take for turns.
 * @param root folder of the project
 */
export function cardJobs(root: string, id: CardSetting): PairSource<'h100'> {
  const setting = measuredApplications(root).settings.find((each) => each.id === id)!;
  const pairs = slowdownsOf(setting, 2);
  const counted = groupBy(measuredSuite(root).launches, ({ program }) => program.split('/')[1]!);
  const jobs = Object.keys(setting.alone);
  const slowdowns = [...groupBy(pairs, ({ of, beside }) => `${of} ${beside[0]!}`).values()].map((same) => ({
    ...{ of: same[0]!.of, beside: same[0]!.beside[0]!, gpu: 'h100' },
    slowdown: mean(same.map(({ slowdown }) => slowdown)),
  }));
  const queueOf = ({ gpus, maxCoRun, jobs: queued }: MeasuredQueueOptions<'h100'>): Queue => ({
    gpus: [...gpus],
    maxCoRun,
    origin: 'measured',
    applications: jobs.map((name) => ({ name, seconds: UNIT, metrics: countersOf(counted.get(name)!) })),
    slowdowns,
    jobs: [...queued],
  });
  return { jobs, queueOf };
}

/** Length of an application's usual job; every job has its own. */
const UNIT = 600;

/** What the kernels of an application do in a ns, each weighted by its time. */
function countersOf(launches: readonly MeasuredLaunch[]): Record<string, number> {
  const sum = (value: (launch: MeasuredLaunch) => number): number =>
    launches.reduce((total, launch) => total + value(launch), 0);
  const ns = sum(({ values }) => values.ns);
  return {
    instructions: sum(({ values }) => values.instructions) / ns,
    loadSectors: sum(({ values }) => values.loadSectors) / ns,
    storeSectors: sum(({ values }) => values.storeSectors) / ns,
    l2Sectors: sum(({ values }) => values.l2ReadSectors + values.l2WriteSectors) / ns,
    dramBytes: sum(({ values }) => values.dramReadBytes + values.dramWriteBytes) / ns,
    blocks: sum(({ values, grid: [x, y, z] }) => values.ns * Math.log2(x * y * z)) / ns,
  };
}
