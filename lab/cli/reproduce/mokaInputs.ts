import path from 'node:path';
import type { ProfileFile } from '../../../src/kernel/profile';
import { readBytes } from '../../../src/files/readText';
import { readProfileBytes } from '../../../src/profiles/readProfile';
import { copiesText, readData, tableText } from '../../data/tables';
import type { BlocksizeTexts } from '../../moka/reproduction/reproduceBlocksize';
import type { TimelineInputs } from '../../moka/reproduction/timelines/reproduceTimelines';

/** Profiles of `moka_traces` by their names there. */
type Traces = Readonly<
  Record<'concurrentKernels__trace' | 'mcx__trace_1e6' | 'mcx__metrics_1e6', ProfileFile>
>;

/** What the timeline part of Moka's reproduction works on; `root` is the folder of the project. */
export async function timelineInputs(root: string): Promise<TimelineInputs> {
  const traces = readData<Traces>(root, 'moka_traces');
  const sample = async (name: string): Promise<ProfileFile> =>
    readProfileBytes(name, await readBytes(path.join(root, 'workloads/samples/profiles', name)));
  return {
    floats: copiesText(root, 'floats'),
    bytes: copiesText(root, 'bytes'),
    twoStreams: tableText(root, 'two_streams_gtx950'),
    kernelStats: tableText(root, 'kernel_stats_gtx950'),
    concurrentKernels: traces.concurrentKernels__trace,
    mcx: [traces.mcx__trace_1e6, traces.mcx__metrics_1e6],
    vmp: [await sample('streams-vmp.trace.csv'), await sample('streams-vmp.metrics.csv')],
  };
}

/** What the block-size part works on. */
export function blocksizeTexts(root: string): BlocksizeTexts {
  return {
    kernelStats: tableText(root, 'kernel_stats_gtx950'),
    vectors: tableText(root, 'moka_vectors'),
    sweeps: tableText(root, 'block_sweep_gtx950'),
    convolution: tableText(root, 'convolution_rtx2080ti'),
  };
}
