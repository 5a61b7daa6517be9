import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readBytes, textOf } from '../../../src/files/readText';
import type { ProfileFile } from '../../../src/kernel/profile';
import { InputError } from '../../../src/kernel/result';
import type { BlocksizeTexts } from '../../moka/reproduction/reproduceBlocksize';
import type { TimelineInputs } from '../../moka/reproduction/timelines/reproduceTimelines';
import { readProfileBytes } from '../../../src/profiles/readProfile';

/** A measured file; said by name when it is not there. */
async function bytes(folder: string, name: string): Promise<Uint8Array> {
  const file = path.join(folder, name);
  return readBytes(file).catch((error: unknown) => {
    if (!(error instanceof InputError) || error.code !== 'no-such-file') throw error;
    throw new InputError(
      'no such file; --data names the folder with the measured sets',
      'no-such-file',
      file,
    );
  });
}

async function text(folder: string, name: string): Promise<string> {
  return textOf(name, await bytes(folder, name));
}

async function profile(folder: string, name: string): Promise<ProfileFile> {
  return readProfileBytes(path.basename(name), await bytes(folder, name));
}

/** What the timeline part of Moka's reproduction works on. `data` holds the measured sets, `samples` the sample profiles. */
export async function timelineInputs(data: string, samples: string): Promise<TimelineInputs> {
  const trace = (name: string): Promise<ProfileFile> => profile(data, `moka/traces/${name}.csv`);
  return {
    floats: await text(data, 'transfers/h2d_floats_us_gtx950.csv'),
    bytes: await text(data, 'transfers/bytes-dev0.csv'),
    twoStreams: await text(data, 'transfers/two_stream_events_gtx950.tsv'),
    kernelStats: await text(data, 'moka/kernel_stats_gtx950.tsv'),
    concurrentKernels: await trace('concurrentKernels__trace'),
    mcx: [await trace('mcx__trace_1e6'), await trace('mcx__metrics_1e6')],
    vmp: [await profile(samples, 'streams-vmp.trace.csv'), await profile(samples, 'streams-vmp.metrics.csv')],
  };
}

/** What the block-size part works on. */
export async function blocksizeTexts(data: string): Promise<BlocksizeTexts> {
  const packed = await bytes(data, 'blocksize/ktt_convolution_rtx2080ti.tsv.gz');
  return {
    kernelStats: await text(data, 'moka/kernel_stats_gtx950.tsv'),
    vectors: await text(data, 'moka/moka_vectors.tsv'),
    sweeps: await text(data, 'moka/block_sweep_gtx950.tsv'),
    convolution: (await promisify(gunzip)(packed)).toString('utf8'),
  };
}
