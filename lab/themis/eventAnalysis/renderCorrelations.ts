import { markdownTable } from '../../../src/kernel/markdownTable';
import type { BaseRate } from '../../../src/predictors/counting/rates';
import { CORRELATES, type Correlate, type EventCorrelation } from './correlations';

/** |ρ| as table I prints them: scalability, interference, bandwidth, cache. */
const PAPER: Readonly<Record<BaseRate, readonly [number, number, number, number]>> = {
  ipc: [0.81, 0.71, 0.43, 0.36],
  l1DataAccesses: [0.56, 0.44, 0.24, 0.21],
  l1DataMisses: [0.63, 0.47, 0.48, 0.52],
  l1ConstantAccesses: [0.66, 0.67, 0.39, 0.19],
  l1ConstantMisses: [0.76, 0.7, 0.41, 0.33],
  l2Accesses: [0.63, 0.51, 0.42, 0.66],
  l2Misses: [0.69, 0.58, 0.78, 0.36],
  memoryBandwidth: [0.76, 0.67, 0.73, 0.31],
};

const HEADINGS: Readonly<Record<Correlate, string>> = {
  scalability: '\\|ρ\\| scalability',
  interference: '\\|ρ\\| interference',
  bandwidth: '\\|ρ\\| bandwidth pressure',
  cache: '\\|ρ\\| cache pressure',
};

/** Beside an event for which nvprof has no metric. */
const MARK = '†';

/** A Markdown table of the coefficients, the paper's beside ours where it has them, and what marked events are. */
export function renderCorrelations(correlations: readonly EventCorrelation[]): string {
  const head = ['event', ...CORRELATES.flatMap((name) => [HEADINGS[name], 'paper'])];
  const lines = correlations.map(({ event, standIn, coefficients }) => [
    standIn === null ? event : `${event} ${MARK}`,
    ...CORRELATES.flatMap((name, i) => {
      const paper = isTableEvent(event) ? PAPER[event][i]!.toFixed(2) : '';
      return [coefficients[name]?.toFixed(2) ?? '–', paper];
    }),
  ]);
  return [markdownTable(head, lines), ...legend(correlations)].join('\n');
}

function legend(correlations: readonly EventCorrelation[]): string[] {
  const marked = correlations.filter(({ standIn }) => standIn !== null);
  if (marked.length === 0) return [];
  const standIns = marked.map(({ event, standIn }) => `for ${event} ${standIn}`).join(', ');
  return ['', `${MARK} nvprof has no metric for it. What stands in: ${standIns}.`];
}

function isTableEvent(event: string): event is BaseRate {
  return event in PAPER;
}
