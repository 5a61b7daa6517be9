import path from 'node:path';
import { requireGpu } from '../../../src/gpu/findGpu';
import { text, UsageError, whole, type Answer, type Invocation } from '../../../src/cli/command';
import { distFolder } from '../../../src/cli/distFolder';
import { CancelledError } from '../../../src/analysis/worker/workerHandle';
import { InputError } from '../../../src/kernel/result';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { collect, SPACE_ONLY } from '../../gspace/collect';
import { partFor } from '../../gspace/part';
import { readPrograms } from '../../gspace/programs';
import { Runs } from '../../gspace/runs';
import { spaceFrom } from '../../gspace/space';
import { sweeping } from '../../sweep/sweeping';
import { saveModel } from './modelFiles';
import { askedExecutor } from './options';

const OWN_MODELS = 'corun-models';
/** Representatives whose pairs are run: nine maps. */
const REPRESENTATIVES = 3;

/**
 * `corun train gspace`: runs the micro-benchmarks alone and in pairs on the smallest part of the GPU that stands for it, as far as
 * they are not in the data yet, and makes the space by which searches for what is to be yielded are led.
 */
export async function trainGspace({ options, note }: Invocation): Promise<Answer> {
  const named = text(options, 'gpu');
  if (named === undefined) throw new UsageError('--gpu is missing');
  const gpu = requireGpu(named).id;
  const count = whole(options, 'limit', 1, REPRESENTATIVES);
  const data = text(options, 'data') ?? path.join(OWN_MODELS, `${gpu}.gspace.ndjson`);
  const file = text(options, 'model') ?? path.join(OWN_MODELS, `${gpu}.gspace.json`);
  const part = partFor(loadSpec(gpu));
  const programs = await readPrograms(path.join(distFolder(), '..'), part);
  const runs = new Runs(data, gpu, part);
  if (options['fit-only'] !== true)
    await collected(askedExecutor(options), { file: data, note }, (executor) =>
      collect({ programs, runs, executor }, { ...SPACE_ONLY, space: count }),
    );
  const space = spaceFrom(programs.micros, runs, count, `corun train gspace --gpu ${gpu} --limit ${count}`);
  await saveModel(file, space);
  const { representatives, maps } = space;
  return {
    json: { file, representatives: representatives.length, maps: maps.length, sms: runs.sms },
    text: `${file}: ${maps.length} maps of ${representatives.length} micro-benchmarks on ${runs.sms} of ${runs.allSms} SMs`,
  };
}

/** @throws InputError when interrupted */
async function collected(...[asked, setting, task]: Parameters<typeof sweeping>): Promise<void> {
  try {
    await sweeping(asked, setting, task);
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error;
    throw new InputError('interrupted; the same command goes on from there', 'cancelled');
  }
}
