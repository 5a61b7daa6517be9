import { markdownTable } from '../../../src/kernel/markdownTable';
import { geometricMean } from '../../../src/stats/means';
import type { SamplingCheck, SweptKernel, SweptPoint } from './sweeps';

const ratio = (value: number): string => value.toFixed(3);
const rank = (value: number | null): string => (value === null ? '–' : value.toFixed(2).replace('-', '−'));

/** One line a kernel: whether the simulated curve orders the block sizes as the measured one. */
export function summaryTable(kernels: readonly SweptKernel[]): string {
  const rows = kernels.map(({ of, comparison }) => [
    `\`${of.measured}\``,
    ratio(comparison.spread),
    rank(comparison.rank),
    String(comparison.best),
    String(comparison.chosen),
    ratio(comparison.regret),
    ratio(comparison.blindRegret),
    `${(comparison.shapeError * 100).toFixed(1)} %`,
    ratio(comparison.scale),
  ]);
  const mean = (value: (kernel: SweptKernel) => number): string => ratio(geometricMean(kernels.map(value)));
  const last = [
    'geometric mean',
    mean((k) => k.comparison.spread),
    '',
    '',
    '',
    mean((k) => k.comparison.regret),
    mean((k) => k.comparison.blindRegret),
    '',
    mean((k) => k.comparison.scale),
  ];
  const head = [
    'measured kernel',
    'worst / best',
    'rank correlation',
    'best block',
    'chosen block',
    'regret',
    'blind regret',
    'shape error',
    'simulated / measured',
  ];
  return markdownTable(head, [...rows, last]);
}

/** One line a block size. */
export function pointTable({ points }: SweptKernel): string {
  const least = (time: (point: SweptPoint) => number): number => Math.min(...points.map(time));
  const [measured, simulated] = [least((p) => p.measuredMs), least((p) => p.simulatedMs)];
  return markdownTable(
    [
      'threads',
      'measured ms',
      'simulated ms',
      'measured / best',
      'simulated / best',
      'blocks simulated',
      'registers',
    ],
    points.map((point) => [
      String(point.threads),
      point.measuredMs.toFixed(4),
      point.simulatedMs.toFixed(4),
      ratio(point.measuredMs / measured),
      ratio(point.simulatedMs / simulated),
      `${point.simulated.simulatedBlocks} of ${point.simulated.blocks}`,
      `${point.registers} (${point.measuredRegisters} measured)`,
    ]),
  );
}

/** Sampled beside full times of launches that were simulated both ways. */
export function samplingTable(checks: readonly SamplingCheck[]): string {
  return markdownTable(
    ['kernel', 'threads', 'blocks', 'of them sampled', 'full ms', 'sampled ms', 'error'],
    checks.map(({ kernel, threads, full, sampled }) => [
      `\`${kernel}\``,
      String(threads),
      String(full.blocks),
      String(sampled.simulatedBlocks),
      full.milliseconds.toFixed(4),
      sampled.milliseconds.toFixed(4),
      `${((sampled.milliseconds / full.milliseconds - 1) * 100).toFixed(1).replace('-', '−')} %`,
    ]),
  );
}
