// Reference kernels for SimK from simulated block-size sweeps of the workloads' kernels.
//   npm run study -- simk-references --gpu ID [--write] [--known]    with --known only kernels that were simulated before
// Every kernel is kept as it comes in dist/studies/simk-ID.ndjson, and the same command goes on from there; with
// --write the set goes to src/predictors/moka/simk/data/simulated-ID.json.
import fs from 'node:fs';
import path from 'node:path';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';
import { requireGpu } from '../../src/gpu/findGpu';
import { volume } from '../../src/kernel/symbolic';
import {
  divisorsFor,
  publishedReferences,
  type ReferenceKernel,
  type ReferenceSet,
} from '../../src/predictors/moka/simk/references';
import { studyParser } from '../cuda/instructionMix/compare';
import { freeSizes, suiteLaunches, type KernelLaunch } from '../moka/simk/freeBlocks';
import { simulateReference } from '../moka/simk/simulateReference';

/** Kernels with fewer free block sizes have little to choose. */
const LEAST_SIZES = 4;

const at = process.argv.indexOf('--gpu');
const gpu = requireGpu(at < 0 ? 'gtx-950' : process.argv[at + 1]!);
const store = path.join('dist/studies', `simk-${gpu.id}.ndjson`);
const onlyKnown = process.argv.includes('--known');
const known = new Map<string, ReferenceKernel>();
if (fs.existsSync(store))
  for (const line of fs.readFileSync(store, 'utf8').split('\n').filter(Boolean)) {
    const kernel = JSON.parse(line) as ReferenceKernel;
    known.set(nameOf(kernel), kernel);
  }

const texts = await readSuiteTexts('workloads');
const workspace = suiteWorkspace(texts, { parser: await studyParser(process.cwd()) });
const kernels = suiteLaunches(readSuite(texts).workloads)
  .filter(fillsGpu)
  .flatMap((launch) => {
    const reference =
      known.get(nameOf({ name: launch.kernel, ...launch })) ?? (onlyKnown ? null : simulated(launch));
    return reference === null ? [] : [reference];
  });
const set: ReferenceSet = {
  gpuId: gpu.id,
  origin: 'simulated',
  source: `Block-size sweeps of ${kernels.length} kernels of this project's workloads simulated on ${gpu.name}${onlyKnown ? ', as many as there was time for' : ''}: npm run study -- simk-references --gpu ${gpu.id} --write, seed 1, ${process.version}.`,
  ...onlyDivisors(),
  kernels,
};
console.log(`${kernels.length} kernels with a free block size on ${gpu.name}`);
if (process.argv.includes('--write'))
  fs.writeFileSync(
    `src/predictors/moka/simk/data/simulated-${gpu.id}.json`,
    `${JSON.stringify(set, null, 2)}\n`,
  );

/** A launch that is over in less than one wave tells of its start and end, not of its block size. */
function fillsGpu({ grid, block }: KernelLaunch): boolean {
  return volume(grid) * volume(block) >= gpu.sms * gpu.limits.maxThreads;
}

function nameOf({ application, name }: Pick<ReferenceKernel, 'application' | 'name'>): string {
  return `${application} ${name}`;
}

function onlyDivisors(): Pick<ReferenceSet, 'globalBytesPerSecond' | 'sharedBytesPerSecond'> {
  const { globalBytesPerSecond, sharedBytesPerSecond } = divisorsFor(gpu, publishedReferences());
  return { globalBytesPerSecond, sharedBytesPerSecond };
}

function simulated(launch: KernelLaunch): ReferenceKernel | null {
  const sizes = freeSizes(workspace, launch);
  if (sizes.length < LEAST_SIZES) return null;
  const started = performance.now();
  const reference = simulateReference(launch, sizes, gpu);
  if (reference === null) {
    console.error(`${nameOf({ name: launch.kernel, ...launch })} is left out: its launches are too long`);
    return null;
  }
  fs.mkdirSync(path.dirname(store), { recursive: true });
  fs.appendFileSync(store, `${JSON.stringify(reference)}\n`);
  const curve = reference.times?.map(
    ({ threadsPerBlock, milliseconds }) => `${threadsPerBlock}: ${milliseconds.toFixed(4)}`,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`${nameOf(reference)} (${seconds} s): ${reference.class}, ${curve?.join(', ')} ms`);
  return reference;
}
