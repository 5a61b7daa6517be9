import { markdownTable } from '../../../src/kernel/markdownTable';
import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import { groupBy } from '../../../src/stats/grouping';
import type { PairRow } from '../../bottlenecks/pairRows';

const WAYS = { alone: 'runs alone', epoch: 'shared epoch' } as const;
type Way = keyof typeof WAYS;
const WAY_NAMES = ['alone', 'epoch'] as const satisfies readonly Way[];

const percent = (share: number): string => `${(100 * share).toFixed(1).replace('-', '−')} %`;

/** What networks said of recorded pairs, as a page. */
export function unseenReport(rows: readonly PairRow[]): string {
  const told = rows.filter(({ themis }) => themis !== null);
  return `${[
    '# The shipped networks on applications that they have not seen',
    'Written by `npm run study -- themis-gpus` from the runs in [bottleneck-pairs.ndjson](bottleneck-pairs.ndjson), which ' +
      '`npm run study -- bottleneck-pairs` made: pairs of bundled samples that no workload of the suite refers to and of ' +
      "the test workloads of Themis' table III, drawn, on SMs of their own: half, a third, two thirds and a sixth of the " +
      'GPU for the first. Each is predicted by the networks that ship for the GPU, from runs alone on the whole GPU and ' +
      'from the shared epoch at the split itself, and simulated for up to 60,000 core cycles, without the latency of a ' +
      'launch that is cut there. Applications with a launch that is too long to be run to its end and does not keep its ' +
      'pace are left out. The networks were trained on an earlier simulator, with other caches and another order of ' +
      'warps; pairs are of the one and the programs of the day when they were recorded. What a GPU would do is not told ' +
      'here. How our own predictor and others do on the same pairs: [bottlenecks](bottlenecks.md#errors).',
    markdownTable(['GPU', 'counters', 'slowdowns', 'errSD mean', 'median', 'worst', 'bias'], summaryOf(told)),
    markdownTable(
      ['GPU', 'application', 'SMs', 'beside', 'simulated', ...Object.values(WAYS)],
      told.flatMap(pairLines),
    ),
  ].join('\n\n')}\n`;
}

/** Bias: mean of predicted over simulated, less 1. */
function summaryOf(rows: readonly PairRow[]): string[][] {
  return [...groupBy(rows, ({ gpu }) => gpu)].flatMap(([gpu, list]) =>
    WAY_NAMES.map((way) => {
      const off = list.flatMap(({ slowdowns, themis }) =>
        slowdowns.map((truth, app) => themis![app]![way] / truth - 1),
      );
      const errors = off.map(Math.abs);
      const figures = [mean(errors), median(errors), Math.max(...errors), mean(off)];
      return [gpu, WAYS[way], String(errors.length), ...figures.map(percent)];
    }),
  );
}

function pairLines({ gpu, apps, sms, slowdowns, themis }: PairRow): string[][] {
  return apps.map((name, app) => [
    gpu,
    name,
    String(sms[app]),
    apps[1 - app]!,
    ...[slowdowns[app]!, ...WAY_NAMES.map((way) => themis![app]![way])].map((value) => value.toFixed(2)),
  ]);
}
