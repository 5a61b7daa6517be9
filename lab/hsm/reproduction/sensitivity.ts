import { throughputOf } from '../../../src/kernel/coRunMetrics';
import type { Scenario } from '../../../src/kernel/scenario';
import type { HsmModelFile } from '../../../src/predictors/hsm/modelFile';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { TrainedModels } from '../epochModels';
import { errorsOf, fromCoRun, trueProgress } from '../evaluate';
import { longOutcomes } from '../evaluatePolicies';
import type { ChosenPolicy } from '../jobs';
import { drawnMixes, type Mix } from '../mixes';
import type { Program } from '../programs';
import { recordedMixes, type Runs } from '../runs';
import { epochErrors, epochSeries } from './epochSeries';
import { intervalOf, type Interval } from './interval';
import { policySummaries, type PolicySummary } from './policySummary';

/** What memory controllers do otherwise than those of the GPU (figure 14). */
export const CONTROLLERS: readonly NonNullable<Scenario['memory']>[] = [
  { rowHitCap: 0 },
  { queue: 32 },
  { queue: 128 },
];

/** Recorded runs with other memory controllers. */
export interface ControllerRuns {
  readonly memory: NonNullable<Scenario['memory']>;
  readonly gpu: LoadedSpec;
  readonly runs: Runs;
}

/** HSM's error and the throughput of even splits, over the mixes that are recorded with all controllers. */
export interface ControllerSummary {
  /** Null of the GPU's own. */
  readonly memory: NonNullable<Scenario['memory']> | null;
  readonly mixes: number;
  readonly error: Interval;
  readonly throughput: Interval;
}

/** What figures 14 and 15, and the text of section 6.5, vary. */
export interface Sensitivity {
  /** Fairness below which HSM-Fair acts. */
  readonly thresholds: readonly PolicySummary[];
  /** With epochs that end with kernels. */
  readonly byKernels: readonly PolicySummary[];
  readonly controllers: readonly ControllerSummary[];
  /** Mixes of four programs. */
  readonly four: readonly PolicySummary[];
  /** Errors of progress in epochs of four programs at even SMs, by model. */
  readonly fourErrors: Readonly<Record<string, readonly number[]>>;
}

const THRESHOLDS: readonly ChosenPolicy[] = [
  { name: 'even' },
  { name: 'HSM-Fair', threshold: 0.7 },
  { name: 'HSM-Fair', threshold: 0.8 },
  { name: 'HSM-Fair' },
  { name: 'HSM-Fair', threshold: 0.95 },
];
const BY_KERNELS: readonly ChosenPolicy[] = [
  { name: 'even' },
  { name: 'HSM-Fair' },
  { name: 'HSM-Fair', byKernels: true },
];
const OF_FOUR: readonly ChosenPolicy[] = [{ name: 'even' }, { name: 'HSM-Fair' }, { name: 'DASE-Fair' }];

/** Runs with the GPU's own controllers, and what they are judged by. */
export interface SensitivityTask {
  readonly gpu: LoadedSpec;
  readonly models: TrainedModels;
  readonly runs: Runs;
  readonly programs: readonly Program[];
  readonly drawn: readonly Mix[];
  readonly seed: number;
}

export function sensitivityOf(task: SensitivityTask, others: readonly ControllerRuns[]): Sensitivity {
  const { runs, drawn } = task;
  const outcomes = longOutcomes(runs);
  const fours = drawnMixes(task.programs, task.seed, 4);
  return {
    thresholds: policySummaries(outcomes, drawn, THRESHOLDS),
    byKernels: policySummaries(outcomes, drawn, BY_KERNELS),
    controllers: controllerSummaries(task, others),
    four: policySummaries(outcomes, fours, OF_FOUR),
    fourErrors: epochErrors(epochSeries(runs, fours, [{ name: 'even' }])),
  };
}

/** The line is that of the GPU's own controllers throughout. */
function controllerSummaries(
  { gpu, models, runs, drawn }: SensitivityTask,
  others: readonly ControllerRuns[],
): ControllerSummary[] {
  const made = others
    .map(({ memory, gpu: own, runs: of }) => ({ memory, gpu: own, recorded: recordedMixes(of, drawn) }))
    .filter(({ recorded }) => recorded.length > 0);
  if (made.length === 0) return [];
  const all = [{ memory: null, gpu, recorded: recordedMixes(runs, drawn) }, ...made];
  const shared = drawn.filter((mix) => all.every(({ recorded }) => recorded.some((one) => one.mix === mix)));
  if (shared.length === 0) return [];
  const { line } = models.hsm.parameters as HsmModelFile;
  return all.map(({ memory, gpu: { spec }, recorded }) => {
    const own = recorded.filter(({ mix }) => shared.includes(mix));
    const predict = fromCoRun({ line, bound: 'issue', spec });
    return {
      memory,
      mixes: own.length,
      error: intervalOf(own.map((one) => errorsOf(predict, [one]).mean)),
      throughput: intervalOf(own.map((one) => throughputOf(trueProgress(one)))),
    };
  });
}
