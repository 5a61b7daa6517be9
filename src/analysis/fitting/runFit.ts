import type { CudaParser } from '../../cuda/syntax/parser';
import { CudaWorkspace } from '../../cuda/workspace';
import { countDistanceTo } from '../../fitting/countFit';
import { BACKGROUND_WEIGHTS } from '../../fitting/residuals';
import { simulateFit } from '../../fitting/simulatedFit';
import { InputError } from '../../kernel/result';
import { loadSpec } from '../../simulator/spec/loadSpec';
import { slicedSpec } from '../simulation/gpuSlice';
import type { FitOutcome } from '../simulation/task';
import type { FitRequest } from './fitRequest';
import { checkOf } from './fitCheck';
import { WINDOW_CYCLES } from './fitKernels';
import { profiledLowerer } from './profiledLaunch';

/** Simulations of one kernel beside its profile, the first of them included. */
const WINDOWS = 6;
const SEED = 1;

/**
 * Simulates a kernel beside its profile, and lets short simulations decide what counts leave open. The same
 * request gives the same outcome; one that cannot be simulated is an outcome, too.
 */
export function runFit(request: FitRequest, parser: CudaParser): FitOutcome {
  try {
    return fitted(request, parser);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { kind: 'failed', reason: error.said };
  }
}

function fitted(request: FitRequest, parser: CudaParser): FitOutcome {
  const { kernelId, launch, options, profile, byCounts } = request;
  const workspace = new CudaWorkspace({ parser });
  for (const [path, text] of request.sources) workspace.setFile(path, text);
  for (const [path, commands] of request.commands) workspace.setCommands(path, commands);
  const lowerWith = profiledLowerer(profile, options, (wanted) => workspace.lower(kernelId, launch, wanted));
  const lowered = lowerWith(byCounts);
  const after = countDistanceTo(profile)(lowered);
  const counts = { values: byCounts, lowered, assumed: lowerWith({}), distance: { before: after, after } };
  const whole = loadSpec(request.gpuId);
  const found = simulateFit(counts, lowerWith, profile, whole, {
    weights: BACKGROUND_WEIGHTS,
    windowCycles: WINDOW_CYCLES,
    budgetCycles: WINDOWS * WINDOW_CYCLES,
    seed: SEED,
    part: slicedSpec(whole, request.slice),
  });
  return {
    kind: 'fitted',
    values: found.values,
    check: {
      ...checkOf(found.after),
      scoreBefore: found.before.score,
      simulations: found.simulations,
      gpuShare: request.slice.sms / whole.spec.sms,
    },
  };
}
