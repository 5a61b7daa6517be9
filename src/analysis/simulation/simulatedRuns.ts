import type { ErrorBound } from '../../kernel/prediction';
import type { SimulatedRuns } from '../../predictors/port';
import { REPLAY_WINDOW, WINDOW } from './shortRuns';
import type { SimulationSet } from './simulationSet';
import type { GpuSlice } from './gpuSlice';
import type { PairRun } from './pairRun';
import type { TaskSubject } from './task';
import { DIVIDED_ERROR, FULL_RUN, launchError, replayError, windowError } from './windowError';

const RELAUNCHED = 'Simulated: both kernels are relaunched without pause';
const WINDOW_CONDITION = `${RELAUNCHED}; measured over ${WINDOW.cycles / 1000} thousand cycles after ${WINDOW.warmupCycles / 1000} thousand to warm up.`;
const LAUNCH_CONDITION = `${RELAUNCHED}, started at the same time; mean of the launches after the first.`;
const REPLAY_CONDITION = `${RELAUNCHED}, started at the same time; the launches were replayed block by block with the speeds of blocks side by side in windows of ${REPLAY_WINDOW.cycles / 1000} thousand cycles.`;

/** What simulated runs tell of a kernel beside another one; null while one of the runs that it needs is missing. */
export function simulatedRuns(id: string, other: string, set: SimulationSet): SimulatedRuns | null {
  return launchRuns(id, other, set) ?? windowRuns(id, other, set);
}

/** From instructions per cycle over the window, alone and together. */
function windowRuns(id: string, other: string, set: SimulationSet): SimulatedRuns | null {
  const alone = set.measured({ kind: 'pace', kernelId: id, partition: false })?.paces[0];
  const together = besideOther(id, other, (pair) => set.measured(pair)?.paces ?? null);
  if (!alone || !together) return null;
  const divided = set.measured({ kind: 'pace', kernelId: id, partition: true })?.paces[0];
  return {
    quantity: 'warp instructions per cycle',
    alone,
    together,
    divided: divided ?? null,
    error: windowError(set.isLargeGpu),
    method: WINDOW_CONDITION,
    conditions: sliceCondition(set.windowSlice, set),
  };
}

/** From the cycles of one launch, alone and together. */
function launchRuns(id: string, other: string, set: SimulationSet): SimulatedRuns | null {
  const run = set.pairRun(id, other);
  if (run === null) return null;
  const { slice, replayed } = run;
  const together = besideOther(id, other, (pair) => set.meanLaunches(pair));
  const aloneOn = (partition: boolean): number | null =>
    set.meanLaunches({ kind: 'part', kernelId: id, run, partition })?.[0] ?? null;
  const alone = aloneOn(false);
  if (!together || !alone) return null;
  return {
    quantity: 'cycles',
    alone,
    together,
    divided: aloneOn(true),
    error: errorOf(run, together / alone, set),
    method: replayed ? REPLAY_CONDITION : LAUNCH_CONDITION,
    conditions: sliceCondition(slice, set),
  };
}

function errorOf({ slice, replayed }: PairRun, slowdown: number, set: SimulationSet): ErrorBound {
  if (replayed) return replayError(set.isLargeGpu, slowdown);
  if (slice.sms === set.wholeSms) return FULL_RUN;
  return set.isDivided ? DIVIDED_ERROR : launchError(set.isLargeGpu);
}

function sliceCondition({ sms, memoryChannels }: GpuSlice, { wholeSms }: SimulationSet): string[] {
  if (sms === wholeSms) return [];
  const share = `${sms} of the ${wholeSms} SMs with ${memoryChannels} memory channels`;
  return [`A slice of the GPU stands for it: ${share}, and of every launch as large a part.`];
}

/** What a pair says of one of its kernels, whichever of them it names first; null while not simulated. */
function besideOther(
  id: string,
  other: string,
  valuesOf: (pair: TaskSubject) => readonly (number | null)[] | null,
): number | null {
  const first = valuesOf({ kind: 'pair', kernelIds: [id, other] });
  if (first) return first[0] ?? null;
  return valuesOf({ kind: 'pair', kernelIds: [other, id] })?.[1] ?? null;
}
