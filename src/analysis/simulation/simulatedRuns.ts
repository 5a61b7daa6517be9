import type { ErrorBound } from '../../kernel/prediction';
import type { SimulatedRuns } from '../../predictors/port';
import { noLessThanOnCard } from './cardError';
import { REPLAY_WINDOW, WINDOW } from './shortRuns';
import type { SimulationSet } from './simulationSet';
import type { GpuSlice } from './gpuSlice';
import type { PairRun } from './pairRun';
import type { TaskSubject } from './task';
import { DIVIDED_ERROR, launchError, replayError, windowError } from './windowError';
import { message, type Words } from '../../kernel/message';

const WINDOW_CONDITION = message('analysis.method.window', {
  cycles: WINDOW.cycles / 1000,
  warmup: WINDOW.warmupCycles / 1000,
});
const LAUNCH_CONDITION = message('analysis.method.launches');
const REPLAY_CONDITION = message('analysis.method.replay', { cycles: REPLAY_WINDOW.cycles / 1000 });

/** Time of a launch of a kernel by its profile, ns; null where there is none. */
type ProfiledTimes = (kernelId: string) => number | null;

/** What simulated runs tell of a kernel beside another one; null while one of the runs that it needs is missing. */
export function simulatedRuns(
  id: string,
  other: string,
  set: SimulationSet,
  profiledNs: ProfiledTimes,
): SimulatedRuns | null {
  return launchRuns(id, other, set, profiledNs) ?? windowRuns(id, other, set);
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
    waiting: null,
    waitingScale: null,
    divided: divided ?? null,
    error: noLessThanOnCard(windowError(set.isLargeGpu), alone / together, set.isDivided),
    method: WINDOW_CONDITION,
    conditions: sliceCondition(set.windowSlice, set),
  };
}

/** From the cycles of one launch, alone and together. */
function launchRuns(
  id: string,
  other: string,
  set: SimulationSet,
  profiledNs: ProfiledTimes,
): SimulatedRuns | null {
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
    waiting: besideOther(id, other, (pair) => set.meanWaits(pair)),
    waitingScale: waitingScale(id, other, set, profiledNs),
    divided: aloneOn(true),
    error: errorOf(run, together / alone, set),
    method: replayed ? REPLAY_CONDITION : LAUNCH_CONDITION,
    conditions: sliceCondition(slice, set),
  };
}

/** Waiting lasts as long as the other's launches, and weighs by the length of its own. */
function waitingScale(
  id: string,
  other: string,
  set: SimulationSet,
  profiledNs: ProfiledTimes,
): number | null {
  const [own, others] = [id, other].map((kernelId) => {
    const simulatedMs = set.measured({ kind: 'time', kernelId })?.launchMs;
    const profiled = profiledNs(kernelId);
    return simulatedMs && profiled !== null ? profiled / 1e6 / simulatedMs : null;
  });
  return own && others ? others / own : null;
}

function errorOf(run: PairRun, slowdown: number, set: SimulationSet): ErrorBound {
  return noLessThanOnCard(shortened(run, slowdown, set), slowdown, set.isDivided);
}

/** What it costs that a run was shortened; null where it was not. */
function shortened({ slice, replayed }: PairRun, slowdown: number, set: SimulationSet): ErrorBound | null {
  if (replayed) return replayError(set.isLargeGpu, slowdown);
  if (slice.sms === set.wholeSms) return null;
  return set.isDivided ? DIVIDED_ERROR : launchError(set.isLargeGpu);
}

function sliceCondition({ sms, memoryChannels }: GpuSlice, { wholeSms }: SimulationSet): Words[] {
  if (sms === wholeSms) return [];
  return [message('analysis.sliceStands', { sms, wholeSms, memoryChannels })];
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
