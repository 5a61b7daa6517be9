import type { GpuSpec } from '../../kernel/gpuSpec';
import { message } from '../../kernel/message';
import type { ProfileFile } from '../../kernel/profile';
import { LATENCY_PREDICTORS } from '../../predictors';
import type { SoloRun } from '../../predictors/latencyPort';
import { onGpu, USUAL_COLOCATION } from '../../sharing/colocation/besideService';
import { INSTANT_LAUNCH } from '../../timeline/models';
import { sayingHost } from '../applications/profiledHost';
import { tracedRun, type TracedRun, type TracedRunOptions } from '../applications/soloRun';
import { tracedIteration, withHost, withoutProfiler } from '../applications/tracedIteration';

/** Alone nobody is in the way, so that all predictors replay the same. */
const PREDICTOR = LATENCY_PREDICTORS[0]!;

/**
 * What is taken of the host of a trace by PyTorch's profiler where nobody tells how long it takes without: of seven
 * networks in eager mode on an H100 the hosts of six worked 0.27 to 0.42 times as long without it, that of one 0.8 times.
 * As the trace has it, neighbours would ask for less of the GPU than they do, and more of them would be called safe than
 * are (`npm run study -- networks-on-card`).
 */
const TAKEN_PACE = 1 / 3;

/**
 * The run alone of a trace beside others: what stands for its program. Of a trace by PyTorch's profiler it is an iteration
 * with the host as fast as it is without: as measured, or as it is taken to be.
 *
 * @param measuredNs time of an iteration alone without a profiler; null where it is not known
 * @throws InputError that names the file when it is no trace, or a kernel of it fits no SM
 */
export function colocatedRun(
  file: ProfileFile,
  gpu: GpuSpec,
  options: Omit<TracedRunOptions, 'unit'>,
  measuredNs: number | null,
): TracedRun {
  if (measuredNs !== null)
    return withoutProfiler(tracedIteration(file, gpu, options), measuredNs, (run) => aloneNs(run, gpu));
  if (isOfPyTorch(file)) {
    const { assumptions, ...taken } = withHost(tracedIteration(file, gpu, options), TAKEN_PACE);
    const { name } = taken.run.application;
    const said = message('analysis.colocate.takenHost', { name, times: 1 / TAKEN_PACE });
    return { ...taken, assumptions: [...assumptions, said], isHostTaken: true };
  }
  return sayingHost(tracedRun(file, gpu, options));
}

/** Whether a trace is one of PyTorch's profiler, which makes hosts slow. */
export const isOfPyTorch = ({ format }: ProfileFile): boolean => format.startsWith('kineto');

function aloneNs(service: SoloRun, gpu: GpuSpec): number {
  const { seed } = USUAL_COLOCATION;
  const question = { ...onGpu(gpu), launch: INSTANT_LAUNCH, service, beside: [], queries: 1, seed };
  return PREDICTOR.latencies(question)[0]!;
}
