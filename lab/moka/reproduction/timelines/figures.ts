import type { Application, KernelOperation, Operation } from '../../../../src/kernel/application';
import type { GpuSpec } from '../../../../src/kernel/gpuSpec';
import type { KernelProfile } from '../../../../src/kernel/profile';
import { makespanNs, replay } from '../../../../src/timeline/replay';
import type { Timeline } from '../../../../src/timeline/timeline';
import { requireSoloNs } from '../../../../src/predictors/moka/blocks/blockModel';
import { mokaModels, type MokaModels } from '../../../../src/predictors/moka/mokaModels';
import { serialize } from '../../../../src/predictors/moka/order/reorder';
import type { LaunchTimes } from '../../../../src/predictors/moka/streams/launchModels';
import { FLOAT_BYTES } from '../../../../src/predictors/moka/transfers/linearTransfer';

/** Makespan of two streams of vector additions, predicted and as the dissertation measured it (figure 4.3), ns. */
export interface PinnedAgainstPageable {
  readonly predicted: { readonly pageableNs: number; readonly pinnedNs: number };
  readonly published: { readonly pageableNs: number; readonly pinnedNs: number };
}

const FIGURE_4_3 = { pageableNs: 4.75e6, pinnedNs: 3.59e6 };

/** Figure 4.3: each of two streams adds two vectors of 1 M floats. */
export function pinnedAgainstPageable(models: MokaModels): PinnedAgainstPageable {
  const makespan = (pinned: boolean): number =>
    makespanNs(vectorAdditions(2, 1 << 20, pinned, models), models.gpu, models);
  return { predicted: { pageableNs: makespan(false), pinnedNs: makespan(true) }, published: FIGURE_4_3 };
}

/** Vector additions of `floats` each in streams of their own, interleaved, bound by device memory. */
function vectorAdditions(streams: number, floats: number, pinned: boolean, models: MokaModels): Application {
  const bytes = floats * FLOAT_BYTES;
  const block = 256;
  const gbPerSecond = models.gpu.dram.measuredGBs ?? models.gpu.dram.peakGBs ?? NaN;
  const operations = Array.from({ length: streams }, (_, at): Operation[] => {
    const stream = `${at}`;
    const copy = { kind: 'copy', stream, bytes, pinned, blocking: false } as const;
    return [
      { ...copy, direction: 'HtoD' },
      { ...copy, direction: 'HtoD' },
      {
        kind: 'kernel',
        stream,
        kernel: 'vectorAdd',
        grid: [Math.ceil(floats / block), 1, 1],
        block: [block, 1, 1],
        registers: 16,
        sharedBytes: 0,
        soloNs: (3 * bytes) / gbPerSecond,
      },
      { ...copy, direction: 'DtoH' },
    ];
  });
  return { name: 'vectorAdd', operations: operations.flat(), footprintBytes: null };
}

/** When the copies of two streams begin and end, for one size (figure 4.6), ns. */
export interface CopyOverlap {
  readonly floats: number;
  readonly firstNs: readonly [number, number];
  readonly secondNs: readonly [number, number];
  readonly overlaps: boolean;
}

/** Figure 4.6 with an assumed overlap threshold: one copy to the device in each of two streams. */
export function copyOverlap(
  sizes: readonly number[],
  thresholdFloats: number,
  gpu: GpuSpec,
): readonly CopyOverlap[] {
  const models = mokaModels(gpu, { overlapThresholdBytes: thresholdFloats * FLOAT_BYTES });
  return sizes.map((floats) => {
    const operations = ['0', '1'].map((stream): Operation => {
      const bytes = floats * FLOAT_BYTES;
      return { kind: 'copy', stream, direction: 'HtoD', bytes, pinned: true, blocking: false };
    });
    const timeline = replay([{ name: 'copies', operations, footprintBytes: null }], gpu, models);
    const [first, second] = timeline.operations.map(({ startNs, endNs }) => [startNs, endNs] as const);
    return { floats, firstNs: first!, secondNs: second!, overlaps: second![0] < first![1] };
  });
}

/** Start of the first kernel of each stream after the first stream's (figure 4.7), ns. */
export interface LaunchOverhead {
  readonly stream: number;
  readonly measuredNs: number;
  /** Equation 4.18 with 7 µs. */
  readonly publishedNs: number;
  /** Replay with launch costs of the machine. */
  readonly replayedNs: number;
}

/** Figure 4.7 on a measured trace of kernels in streams of their own. */
export function launchOverheads(
  measured: Timeline,
  times: LaunchTimes,
  overheadNs: number,
): readonly LaunchOverhead[] {
  const all = firstOfStreams(measured);
  const origin = all[0]?.startNs ?? 0;
  // A kernel that starts after the first one has ended waited for more than its launch.
  const kernels = all.filter(({ startNs }) => startNs < all[0]!.endNs);
  return kernels.map(({ startNs }, stream) => ({
    stream,
    measuredNs: startNs - origin,
    publishedNs: stream * overheadNs,
    replayedNs: stream * times.kernelCallNs,
  }));
}

function firstOfStreams(timeline: Timeline) {
  const seen = new Set<string | null>();
  return timeline.operations.filter(({ kind, stream }) => {
    if (kind !== 'kernel' || seen.has(stream)) return false;
    seen.add(stream);
    return true;
  });
}

/** Speed-up of `streams` equal chains over one stream, for 1 to `most` streams (figures 1.3, 4.10 and 4.12). */
export function speedups(chain: readonly Operation[], most: number, models: MokaModels): readonly number[] {
  return Array.from({ length: most }, (_, index) => {
    const operations = Array.from({ length: index + 1 }, (__, stream) =>
      chain.map((operation): Operation =>
        'stream' in operation ? { ...operation, stream: `${stream}` } : operation,
      ),
    ).flat();
    const application = { name: 'copies', operations, footprintBytes: null } as Application;
    const serialNs = makespanNs(serialize(application), models.gpu, models);
    return serialNs / makespanNs(application, models.gpu, models);
  });
}

/** A launch of a profiled kernel with a larger grid and more work in each thread. */
export function enlargedLaunch(
  profile: KernelProfile,
  grid: number,
  work: number,
  models: MokaModels,
): KernelOperation {
  const [x, y, z] = profile.grid!;
  const launch: KernelOperation = {
    kind: 'kernel',
    stream: '0',
    kernel: profile.name,
    grid: [x * grid, y, z],
    block: profile.block!,
    registers: profile.registers!,
    sharedBytes: (profile.staticSharedBytes ?? 0) + (profile.dynamicSharedBytes ?? 0),
    soloNs: null,
  };
  return { ...launch, soloNs: work * requireSoloNs(models.knowledge, launch) };
}
