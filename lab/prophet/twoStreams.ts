import { occupancy } from '../../src/gpu/occupancy';
import type { CopyOperation, KernelOperation } from '../../src/kernel/application';
import type { GpuSpec } from '../../src/kernel/gpuSpec';
import type { CopyTask, KernelTask } from '../../src/predictors/latencyPort';
import type { MokaModels } from '../../src/predictors/moka/mokaModels';
import { copyNs } from '../../src/predictors/moka/transfers/transferTimes';
import { concurrentKernels } from '../../src/predictors/prophet/execution';
import { sharedTransfers } from '../../src/predictors/prophet/transfers';
import {
  predictedRuns,
  splitRuns,
  summarizeByProgram,
  type ErrorSummary,
} from '../moka/reproduction/timelines/twoStreamErrors';
import { fitVariant } from '../moka/reproduction/timelines/twoStreamFit';
import type { TwoStreamRun } from '../moka/reproduction/timelines/twoStreamRuns';

/** Errors of one set of models on the measured timelines of two streams, by program and over all. */
export interface StreamErrors {
  readonly models: string;
  readonly summaries: Readonly<Record<string, ErrorSummary>>;
}

/**
 * Moka's models and Prophet's on the measured timelines, with the same copy times, launch costs and times of kernels
 * alone, all fitted to half of the sizes: only who waits for whom, and how much, differs.
 */
export function twoStreamModels(runs: readonly TwoStreamRun[], gpu: GpuSpec): readonly StreamErrors[] {
  const { training, test } = splitRuns(runs, { kind: 'alternate' });
  const moka = fitVariant(training, 'pipelined blocks, launch costs from the traces', gpu);
  const bytesPerNs = gpu.dram.measuredGBs ?? gpu.dram.peakGBs ?? Infinity;
  const copied = bytesCopied(runs);
  const kernels = concurrentKernels((kernel) => kernelTask(kernel, moka, copied.get(kernel)!), {
    sms: gpu.sms,
    bytesPerNs,
  });
  const copies = sharedTransfers((copy) => copyTask(copy, moka));
  const variants: Readonly<Record<string, MokaModels>> = {
    Moka: moka,
    Prophet: { ...moka, copies, kernels },
    "Moka's copies, Prophet's kernels": { ...moka, kernels },
    "Prophet's copies, Moka's kernels": { ...moka, copies },
  };
  return Object.entries(variants).map(([models, variant]) => ({
    models,
    summaries: summarizeByProgram(predictedRuns(test, variant)),
  }));
}

/** Bytes that go up and down in the stream of each kernel, which it reads and writes at least. */
function bytesCopied(runs: readonly TwoStreamRun[]): ReadonlyMap<KernelOperation, number> {
  const bytes = new Map<KernelOperation, number>();
  for (const { calls } of runs)
    for (const kernel of calls)
      if (kernel.kind === 'kernel') {
        const own = calls.filter((call) => call.kind === 'copy' && call.stream === kernel.stream);
        bytes.set(
          kernel,
          own.reduce((sum, copy) => sum + (copy as CopyOperation).bytes, 0),
        );
      }
  return bytes;
}

function kernelTask(kernel: KernelOperation, { gpu, knowledge }: MokaModels, bytes: number): KernelTask {
  const { grid, block, registers, sharedBytes } = kernel;
  const { blocksPerSm } = occupancy(gpu.limits, {
    threadsPerBlock: block[0] * block[1] * block[2],
    registersPerThread: registers,
    staticSharedBytes: sharedBytes,
  });
  const blocks = grid[0] * grid[1] * grid[2];
  const soloNs = knowledge.soloNs(kernel)!;
  const sms = Math.min(gpu.sms, Math.ceil(blocks / blocksPerSm));
  return { soloNs, blocks, blocksPerSm, bytesPerNsOfSm: bytes / soloNs / sms };
}

const copyTask = (copy: CopyOperation, { transfers }: MokaModels): CopyTask => ({
  soloNs: copyNs(transfers, copy),
  linkShare: 1,
});
