import { message } from '../../../kernel/message';
import { fieldFault, InputError } from '../../../kernel/result';
import type { Scenario } from '../../../kernel/scenario';
import { simulate } from '../../../simulator/simulate';
import { loadSpec } from '../../../simulator/spec/loadSpec';
import { slicedSpec } from '../gpuSlice';
import { sharingOf } from '../sharing';
import { OVERHEAD_CYCLES, withFirstBlocks } from '../shortRuns';
import type { TogetherOutcome } from '../task';
import { expectedCycles, togetherWay, type TogetherRequest, type TogetherWay } from './togetherWay';

/** Both may take so many times as long as one after the other before they are given up. */
const PATIENCE = 4;
const SEED = 1;

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
  const [first] = endsOf(request, way, [0]) as [number];
  // What the first one stored and L2 still has to write is written while the second one runs.
  const [, endBehind] = endsOf(request, way, [0, 1], first) as [number, number];
  const [endOfA, endOfB] = endsOf(request, way, [0, 1]) as [number, number];
  // What is left out of the younger launch would run beside the older one.
  if (way.isCut && endOfB <= endOfA) return failed('analysis.together.notCut');
  const leftOfA = way.isCut ? Math.max(0, request.launchCycles[0] - first) : 0;
  const leftOfB = way.isCut ? Math.max(0, request.launchCycles[1] - endsOf(request, way, [1])[0]!) : 0;
  return {
    kind: 'together',
    serialCycles: [first + leftOfA, endBehind - first + leftOfB],
    // The younger one waits for the waves left out of the older one, which meets nothing of those of the younger.
    endCycles: [endOfA + leftOfA, endOfB + leftOfA + leftOfB],
    sms: way.slice.sms,
    isCut: way.isCut,
  };
}

/**
 * Cycles at which these of both launches end.
 *
 * @param behind cycle at which the second one starts, with all of the GPU; absent where they start at once
 */
function endsOf(
  request: TogetherRequest,
  way: TogetherWay,
  which: readonly number[],
  behind?: number,
): number[] {
  const expected = which.reduce((sum, at) => sum + expectedCycles(request, way, at), 0);
  const isShared = which.length > 1 && behind === undefined;
  const scenario: Scenario = {
    gpu: request.gpuId,
    mode: isShared ? modeOf(request, way) : { kind: 'streams' },
    apps: which.map((at) => ({
      ...withFirstBlocks(request.apps[at]!, way.blocks[at]!),
      repeat: 1,
      ...(at === 1 && behind !== undefined && { startCycle: behind }),
    })),
    limits: { cycles: Math.ceil(PATIENCE * (expected + OVERHEAD_CYCLES)) },
    seed: SEED,
  };
  const spec = slicedSpec(loadSpec(request.gpuId), way.slice);
  return simulate(scenario, { spec, slowdowns: false }).apps.map(({ firstFinishCycle }, at) => {
    if (firstFinishCycle === null) throw fieldFault(`apps[${at}]`, message('analysis.together.noEnd'));
    return firstFinishCycle;
  });
}

function modeOf({ mode }: TogetherRequest, { slice }: TogetherWay): NonNullable<Scenario['mode']> {
  const sharing = sharingOf(mode, slice);
  return (sharing.kind !== 'none' && sharing.mode) || { kind: 'streams' };
}
