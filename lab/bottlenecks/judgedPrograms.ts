import type { SuiteWorkload } from '../suite/suite';

/** Programs of `docs/applications-on-card.md` whose pairs are told from their sources, kept for judging on a card. */
const ON_CARD = [
  'gmm',
  'gemm-fp16',
  'flash-attention',
  'hotspot',
  'stencil',
  'lbm',
  'black-scholes',
  'conv2d',
  'gesummv',
  'fdtd3d',
  'causal-softmax',
];

/**
 * Programs that nothing is fitted to, on any GPU: those of the protocols that judge. A program with the kernels of one
 * of them by another name (`-pinned`) is among them.
 */
export function judgedPrograms(workloads: readonly SuiteWorkload[]): ReadonlySet<string> {
  const judged = workloads.flatMap(({ workload: { name, papers } }) =>
    papers.hsm !== undefined || papers.themis?.set === 'test' ? [name] : [],
  );
  return new Set([...judged, ...ON_CARD].flatMap((name) => [name, `${name}-pinned`]));
}
