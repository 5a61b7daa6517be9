import type { CompareState } from '../../../src/analysis/protocol';
import type { ComparedGpu, ComparedKernel } from '../../../src/analysis/results/compareResult';
import { requireGpu } from '../../../src/gpu/findGpu';
import type { Prediction } from '../../../src/kernel/prediction';
import { bestWay, compareWays } from '../../../src/sharing/compare/compareWays';
import { kernelEvidence } from '../../../src/sharing/compare/kernelEvidence';
import type { Contender } from '../../../src/sharing/compare/way';
import { sampleKernels } from './kernels';

const SOLO = [1.2e6, 3.4e6] as const;

function answer(slowdown: number, scalability: number): Prediction {
  return {
    subject: 'vectorAdd',
    partners: ['matrixMul'],
    slowdown,
    parts: { scalability, interference: slowdown / scalability },
    mode: 'streams',
    predictor: 'simulation',
    origin: 'simulated',
    inputs: {},
    assumptions: [],
    error: { metric: 'errSD', mean: 0.06, worst: 0.2, evidence: 'sample data' },
    validOnly: [],
  };
}

function comparedOn(gpu: string, names: readonly string[]): ComparedGpu {
  const spec = requireGpu(gpu);
  const contender = (at: 0 | 1): Contender => ({ name: names[at]!, soloNs: SOLO[at], bytes: 2 ** 28 });
  const pair = [contender(0), contender(1)] as const;
  const evidence = kernelEvidence(pair, {
    answer: (mode, of) =>
      mode === 'streams' || mode === 'mps'
        ? [answer(1.4, 1), answer(1.1, 1)][of]!
        : [answer(1.6, 1.3), answer(2.1, 1.9)][of]!,
    started: () => null,
  });
  const ways = compareWays(spec, pair, evidence);
  return { id: spec.id, name: spec.name, soloNs: SOLO, ways, best: bestWay(ways), notSimulated: [] };
}

/** A comparison of the first two sample kernels on an H100 and a GTX 950. */
export function sampleCompare(): CompareState {
  const [a, b] = sampleKernels(2).map(({ id, name, path, line }): ComparedKernel => ({
    id,
    name,
    path,
    line,
  }));
  const gpus = ['h100-sxm', 'gtx-950'];
  return {
    request: { kernelIds: [a!.id, b!.id], gpus },
    busy: false,
    result: { kernels: [a!, b!], gpus: gpus.map((gpu) => comparedOn(gpu, [a!.name, b!.name])) },
    error: null,
  };
}
