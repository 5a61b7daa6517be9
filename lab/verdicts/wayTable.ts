import { markdownTable } from '../../src/kernel/markdownTable';
import { mean } from '../../src/stats/means';
import type { PairCase, PairWay } from './pairs';

const WAYS: readonly PairWay[] = ['started whole', 'started, cut', 'started on a slice', 'relaunched'];

/** How verdicts on pairs are come by, and how far each way's time together is from that of whole launches. */
export function wayTable(cases: readonly PairCase[]): string {
  const rows = WAYS.map((way) => {
    const errors = cases.flatMap(({ ways }) =>
      ways.filter((one) => one.way === way).map(({ error }) => error),
    );
    const sizes = errors.map(Math.abs);
    return [
      way,
      String(cases.filter((one) => one.way === way).length),
      ...(way === 'started whole'
        ? ['–', '0 by design', '–']
        : [String(errors.length), percent(mean(sizes)), percent(Math.max(...sizes))]),
    ];
  });
  return markdownTable(['way', 'verdicts', 'pairs tried', 'mean error of the time together', 'worst'], rows);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
