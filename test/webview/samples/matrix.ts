import type { CoRunMatrix } from '../../../src/analysis/results/coRunResult';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import type { Prediction } from '../../../src/kernel/prediction';
import { sampleRandom } from './random';

function prediction(victim: KernelResult, aggressor: KernelResult, random: () => number): Prediction {
  const scalability = 1 + random() * 0.35;
  const interference = (random() < 0.06 ? 0.93 : 1) + random() * random() * 1.1;
  return {
    subject: victim.name,
    partners: [aggressor.name],
    slowdown: scalability * interference,
    parts: { scalability, interference },
    mode: 'mps',
    predictor: 'Moka contention factor',
    origin: 'predicted',
    inputs: { 'dram utilisation': random(), 'issue slot utilisation': random(), 'eligible warps': 3.4 },
    assumptions: victim.assumptions,
    error: {
      metric: 'errSD',
      mean: 0.061,
      worst: 0.19,
      evidence: 'validated on 42 pairs of the workload suite',
    },
    validOnly: victim.id === aggressor.id ? ['both instances are the same binary'] : [],
  };
}

/** Slowdowns of all pairs; refused kernels are left out and one pair in fifty has no prediction. */
export function sampleMatrix(kernels: readonly KernelResult[]): CoRunMatrix {
  const random = sampleRandom(11);
  const taken = kernels.filter((kernel) => kernel.refused === null);
  const cells = taken.map((victim) =>
    taken.map((aggressor) => (random() < 0.02 ? null : prediction(victim, aggressor, random))),
  );
  return {
    kernelIds: taken.map((kernel) => kernel.id),
    names: taken.map((kernel) => kernel.name),
    cells,
    answers: cells.map((row) => row.map((cell) => (cell === null ? [] : [cell]))),
    refusals: [],
    predictors: ['Moka contention factor'],
    validOnly: ['holds while blocks of both kernels are resident on the same SM'],
    leftOut: kernels
      .filter((kernel) => kernel.refused !== null)
      .map((kernel) => ({ kernelId: kernel.id, reason: kernel.refused! })),
  };
}
