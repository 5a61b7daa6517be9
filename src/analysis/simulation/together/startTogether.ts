import { message } from '../../../kernel/message';
import { fieldFault, InputError } from '../../../kernel/result';
import type { Scenario } from '../../../kernel/scenario';
import type { RunSnapshot, SimulatorRun } from '../../../simulator/run/simulatorRun';
import { createRun } from '../../../simulator/simulate';
import { loadSpec } from '../../../simulator/spec/loadSpec';
import { slicedSpec } from '../gpuSlice';
import { sharingOf } from '../sharing';
import { OVERHEAD_CYCLES, withFirstBlocks } from '../shortRuns';
import type { TogetherOutcome } from '../task';
import { expectedCycles, togetherWay, type TogetherRequest, type TogetherWay, type Two } from './togetherWay';

/** Both may take so many times as long as one after the other before they are given up. */
const PATIENCE = 4;
const SEED = 1;
/** States of the run at once are kept so often until the second launch begins, while the first one would run alone. */
const STRETCHES = 16;
const LEAST_STRETCH = 1024;
/** Later than any launch ends. */
const NOT_YET = 2 ** 30;

const failed = (code: string): TogetherOutcome => ({ kind: 'failed', reason: message(code) });

/** Starts two launches at once, and one after the other, until all have ended; that it cannot be done is an outcome, too. */
export function startTogether(request: TogetherRequest): TogetherOutcome {
  try {
    const way = togetherWay(request);
    return way === null ? failed('analysis.together.tooLong') : startedIn(request, way);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: 'failed', reason: error.said };
  }
}

/**
 * Starts two launches in one way.
 *
 * @throws InputError as the simulator does, and where one does not end
 */
export function startedIn(request: TogetherRequest, way: TogetherWay): TogetherOutcome {
  const run = runOf(request, way, [0, 1], modeOf(request, way));
  const prefix = runAtOnce(run, Math.max(LEAST_STRETCH, expectedCycles(request, way, 0) / STRETCHES));
  const [endOfA, endOfB] = endsOf(run) as [number, number];
  // What is left out of the younger launch would run beside the older one.
  if (way.isCut && endOfB <= endOfA) return failed('analysis.together.notCut');
  // What the first one stored and L2 still has to write is written while the second one runs.
  const [first, endBehind] = endsInTurn(inTurn(request, way, run, prefix));
  const leftOfA = way.isCut ? Math.max(0, request.launchCycles[0] - first) : 0;
  const leftOfB = way.isCut ? Math.max(0, request.launchCycles[1] - endAlone(request, way, 1)) : 0;
  return {
    kind: 'together',
    serialCycles: [first + leftOfA, endBehind - first + leftOfB],
    // The younger one waits for the waves left out of the older one, which meets nothing of those of the younger.
    endCycles: [endOfA + leftOfA, endOfB + leftOfA + leftOfB],
    sms: way.slice.sms,
    isCut: way.isCut,
  };
}

/** A run of these of both launches that has not begun; all start at once. */
function runOf(
  request: TogetherRequest,
  way: TogetherWay,
  which: readonly number[],
  mode: NonNullable<Scenario['mode']>,
): SimulatorRun {
  const expected = which.reduce((sum, at) => sum + expectedCycles(request, way, at), 0);
  const scenario: Scenario = {
    gpu: request.gpuId,
    mode,
    apps: which.map((at) => ({ ...withFirstBlocks(request.apps[at]!, way.blocks[at]!), repeat: 1 })),
    limits: { cycles: Math.ceil(PATIENCE * (expected + OVERHEAD_CYCLES)) },
    seed: SEED,
  };
  return createRun(scenario, slicedSpec(loadSpec(request.gpuId), way.slice));
}

/**
 * Runs both launches to their end.
 *
 * @param stretch cycles between two looks
 * @returns the last state at a look in which the second one had no block on its way yet
 */
function runAtOnce(run: SimulatorRun, stretch: number): RunSnapshot {
  const { queue } = run.machine;
  let before = run.snapshot();
  run.run({
    progressCycles: Math.ceil(stretch),
    onProgress: () => {
      if (queue.nextBlock[queue.kernel(1)] === 0) before = run.snapshot();
      return true;
    },
  });
  return before;
}

/** A run in which the second launch may wait for the first: what both have gone through by then is not run again. */
function inTurn(
  request: TogetherRequest,
  way: TogetherWay,
  run: SimulatorRun,
  prefix: RunSnapshot,
): SimulatorRun {
  const alone = { kind: 'streams' } as const;
  if (run.scenario.mode?.kind !== alone.kind) return runOf(request, way, [0, 1], alone);
  run.restore(prefix);
  return run;
}

/** Runs both launches, the second one right behind the first with all of the GPU, and says when each ends. */
function endsInTurn(run: SimulatorRun): Two<number> {
  const { queue } = run.machine;
  let isLet = false;
  run.postpone(1, NOT_YET);
  run.run({
    onKernelChange: () => {
      if (isLet || queue.firstFinish[0]! < 0) return;
      isLet = true;
      run.postpone(1, queue.firstFinish[0]!);
    },
  });
  return endsOf(run) as [number, number];
}

function endAlone(request: TogetherRequest, way: TogetherWay, at: number): number {
  const run = runOf(request, way, [at], { kind: 'streams' });
  run.run();
  return endsOf(run)[0]!;
}

/**
 * Cycles at which the launches of a run have ended.
 *
 * @throws InputError where one has not
 */
function endsOf({ machine }: SimulatorRun): readonly number[] {
  return Array.from(machine.queue.firstFinish, (cycle, at) => {
    if (cycle < 0) throw fieldFault(`apps[${at}]`, message('analysis.together.noEnd'));
    return cycle;
  });
}

function modeOf({ mode }: TogetherRequest, { slice }: TogetherWay): NonNullable<Scenario['mode']> {
  const sharing = sharingOf(mode, slice);
  return (sharing.kind !== 'none' && sharing.mode) || { kind: 'streams' };
}
