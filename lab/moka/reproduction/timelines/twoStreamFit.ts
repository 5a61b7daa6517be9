import type { GpuSpec } from '../../../../src/kernel/gpuSpec';
import type { KernelOperation } from '../../../../src/kernel/application';
import type { TransferProfile } from '../../../../src/kernel/profile';
import { groupBy } from '../../../../src/stats/grouping';
import { median } from '../../../../src/stats/quantile';
import type { KernelKnowledge, BlockModel } from '../../../../src/predictors/moka/blocks/blockModel';
import { gridBlocks } from '../../../../src/predictors/moka/blocks/blockModel';
import { pipelinedBlocks } from '../../../../src/predictors/moka/blocks/pipelinedBlocks';
import { waveBlocks } from '../../blocks/waveBlocks';
import { mokaModels, type MokaModels } from '../../../../src/predictors/moka/mokaModels';
import { fitLaunch } from '../../../../src/predictors/moka/streams/fitLaunch';
import { FREE_LAUNCH_TIMES, streamLaunch } from '../../../../src/predictors/moka/streams/launchModels';
import { fitTransfers } from '../../../../src/predictors/moka/transfers/fitTransfers';
import type { TwoStreamRun } from './twoStreamRuns';

/** Sizes whose pace is taken for a size that was not measured. */
const NEAREST = 5;

/** Ways to model the runs, from the dissertation's to ours. */
export const VARIANTS = {
  published: { blocks: waveBlocks(), launch: 'stream launch' },
  'published, launch costs from the traces': { blocks: waveBlocks(), launch: 'measured' },
  'pipelined blocks, no launch costs': { blocks: pipelinedBlocks, launch: 'none' },
  'pipelined blocks, default launch costs': { blocks: pipelinedBlocks, launch: 'default' },
  'pipelined blocks, launch costs from the traces': { blocks: pipelinedBlocks, launch: 'measured' },
} as const satisfies Record<string, { blocks: BlockModel; launch: string }>;

export type Variant = keyof typeof VARIANTS;

/** Models fitted to training runs alone: copies, launch costs, and the solo time of each program's kernel. */
export function fitVariant(training: readonly TwoStreamRun[], variant: Variant, gpu: GpuSpec): MokaModels {
  const { blocks, launch } = VARIANTS[variant];
  const transfers = fitTransfers(training.flatMap(transfersOf), gpu);
  const inputs = { transfers, blocks, knowledge: soloTimesByPace(training) };
  if (launch === 'default') return mokaModels(gpu, inputs);
  if (launch === 'stream launch')
    return { ...mokaModels(gpu, { ...inputs, launchTimes: FREE_LAUNCH_TIMES }), launch: streamLaunch() };
  const timelines = training.map(({ measured }) => measured);
  const launchTimes = launch === 'none' ? FREE_LAUNCH_TIMES : fitLaunch(timelines).times;
  return mokaModels(gpu, { ...inputs, launchTimes });
}

/**
 * Solo time of a grid: its blocks times the median pace (time a block) of the nearest grids of the same
 * program. The time is that of the first kernel, which starts on an empty GPU.
 */
function soloTimesByPace(training: readonly TwoStreamRun[]): KernelKnowledge {
  const byProgram = groupBy(training, ({ program }) => program);
  const points = new Map(
    [...byProgram].map(([program, runs]) => [
      program,
      runs.map((run) => {
        const kernel = run.calls.find((operation) => operation.kind === 'kernel')!;
        const timed = run.measured.operations.find((operation) => operation.kind === 'kernel')!;
        const blocks = gridBlocks(kernel);
        return { blocks, pace: (timed.endNs - timed.startNs) / blocks };
      }),
    ]),
  );
  return {
    soloNs: (kernel: KernelOperation) => {
      const blocks = gridBlocks(kernel);
      const nearest = [...(points.get(kernel.kernel) ?? [])]
        .sort((a, b) => Math.abs(a.blocks - blocks) - Math.abs(b.blocks - blocks))
        .slice(0, NEAREST);
      return nearest.length > 0 ? blocks * median(nearest.map(({ pace }) => pace)) : null;
    },
    useOf: () => null,
  };
}

function transfersOf({ measured }: TwoStreamRun): readonly TransferProfile[] {
  return measured.operations.flatMap(({ direction, bytes, startNs, endNs, stream }) =>
    direction === null
      ? []
      : [
          {
            direction,
            bytes,
            startNs,
            durationNs: endNs - startNs,
            pinned: true,
            stream,
            device: null,
            calls: 1,
            location: { path: 'two_stream_events_gtx950.tsv', line: 1 },
          },
        ],
  );
}
