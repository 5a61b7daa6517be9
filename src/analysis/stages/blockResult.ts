import type { GpuSpec } from '../../kernel/gpuSpec';
import { volume, type Dim3 } from '../../kernel/symbolic';
import { BLOCK_ADVISER, type BlockTiming, type ReferenceSet } from '../../predictors';
import type { BlockSizeResult } from '../results/kernelResult';
import { isGpu, type KernelFacts } from './kernelFacts';
import type { KernelModels } from './kernelModels';

/**
 * Block-size advice for one kernel from its models, its profile and the reference kernels. Only times of the kernel at
 * another block give advice; what rules and similar kernels suggest is a candidate that is still to be timed.
 *
 * @param references kernels with a known best block, those of the workspace among them
 */
export function blockResult(
  facts: KernelFacts,
  { classification }: KernelModels,
  gpu: GpuSpec,
  references: ReferenceSet,
): BlockSizeResult {
  const timings = timingsOf(facts, gpu);
  const advice = BLOCK_ADVISER.advise(
    {
      name: facts.kernel.name,
      current: facts.blockKnown ? facts.threadsPerBlock.value : null,
      dimensions: facts.blockKnown ? dimensionsOf(facts.block) : null,
      resources: {
        registersPerThread: facts.registers.value,
        staticSharedBytes: facts.staticSharedBytes.value,
        dynamicSharedBytes: Math.max(0, facts.dynamicSharedBytes),
      },
      maxThreadsPerBlock: facts.kernel.launchBounds?.maxThreadsPerBlock.value ?? null,
      classification,
      metrics: facts.sameGpu ? facts.metrics : null,
      timings,
    },
    gpu,
    references,
  );
  const answer = advice.simk?.status === 'answered' ? advice.simk : null;
  return {
    current: advice.current,
    advised: advice.basis === 'timings' ? advice.advised : null,
    suggested: advice.advised,
    candidates: advice.candidates,
    position: answer && { x: answer.position[0], y: answer.position[1] },
    references: (answer?.references ?? []).map(({ name, bestBlock, origin, x, y, distance, neighbour }) => ({
      name,
      bestBlock,
      origin,
      x,
      y,
      distance,
      neighbour,
    })),
    expectedGain: advice.expectedGain,
    evidence: advice.evidence,
    timeNote: advice.timeNote,
    bound: null,
    refusal: null,
    ...(timings.length > 0 ? { sweep: timings } : {}),
  };
}

export function dimensionsOf(block: Dim3): 1 | 2 {
  return block[1] > 1 || block[2] > 1 ? 2 : 1;
}

/** Times at several block sizes; only launches of as many threads did the same work. */
export function timingsOf({ rows, metricsOrigin }: KernelFacts, gpu: GpuSpec): BlockTiming[] {
  const timed = rows.filter(
    (row) =>
      row.durationNs !== null && row.grid && row.block && row.device !== null && isGpu(row.device, gpu),
  );
  const first = timed[0];
  if (!first) return [];
  const threads = volume(first.grid!) * volume(first.block!);
  const comparable = timed.filter((row) => {
    const own = volume(row.grid!) * volume(row.block!);
    return Math.abs(own - threads) <= volume(row.block!);
  });
  return comparable.map((row) => ({
    threadsPerBlock: volume(row.block!),
    time: {
      value: row.durationNs!,
      unit: 'ns',
      origin: metricsOrigin,
      from: `${row.location.path}:${row.location.line}`,
    },
  }));
}
