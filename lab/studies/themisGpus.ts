// How far the shipped networks of the GPUs that users pick are off on applications that none of them has learned from:
//   npm run study -- themis-gpus [--pairs 24] [--gpus gtx-950,v100-sxm2,h100-sxm]      writes docs/themis-gpus.md
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readThemisModels } from '../themis/models';
import { markdownTable } from '../../src/kernel/markdownTable';
import { REPRODUCTION_SEED, shuffled } from '../themis/reproduction/protocol';
import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import { unseenApps } from '../themis/studies/unseenApps';
import { UnseenPairs, type PairOutcome } from '../themis/studies/unseenPairs';

/** Shares of the SMs that the first of two applications gets, in turn. */
const SHARES = [1 / 2, 1 / 3, 2 / 3, 1 / 6];
/** The pair that the README and the sample scenario show stands before those that are drawn. */
const SHOWN = ['n-body', 'transpose'];

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '24' },
    gpus: { type: 'string', default: 'gtx-950,v100-sxm2,h100-sxm' },
  },
});
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const files = await readThemisModels(path.join(root, 'models/themis'));
const apps = await unseenApps(root);
const outcomes = new Map(values.gpus.split(',').map((gpu) => [gpu, outcomesOn(gpu)]));
await writeFile(path.join(root, 'docs/themis-gpus.md'), report());

function outcomesOn(gpu: string): PairOutcome[] {
  const pairs = new UnseenPairs(gpu, files, apps);
  const names = pairs.measurable();
  const drawn = shuffled(
    names.flatMap((a) => names.filter((b) => b !== a).map((b) => [a, b])),
    REPRODUCTION_SEED,
  );
  return [SHOWN, ...drawn].slice(0, Number(values.pairs)).map((pair, at) => {
    console.error(`${gpu}: ${at + 1}/${values.pairs} ${pair.join(' ')}`);
    return pairs.outcome(pair, SHARES[at % SHARES.length]!);
  });
}

function report(): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const errors = (list: readonly PairOutcome[], way: 'alone' | 'epoch'): number[] =>
    list.flatMap(({ apps: pair }) => pair.map((app) => Math.abs(app[way] / app.simulated - 1)));
  const summary = [...outcomes].flatMap(([gpu, list]) =>
    (['alone', 'epoch'] as const).map((way) => {
      const values = errors(list, way);
      return [
        gpu,
        way === 'alone' ? 'runs alone' : 'shared epoch',
        String(values.length),
        ...[mean(values), median(values), Math.max(...values)].map(percent),
      ];
    }),
  );
  const rows = [...outcomes].flatMap(([gpu, list]) =>
    list.flatMap(({ apps: [first, second] }) =>
      [
        [first, second],
        [second, first],
      ].map(([app, beside]) => [
        gpu,
        app!.name,
        String(app!.sms),
        beside!.name,
        ...[app!.simulated, app!.alone, app!.epoch].map((slowdown) => slowdown.toFixed(2)),
      ]),
    ),
  );
  return `${[
    '# The shipped networks on applications that they have not seen',
    'Written by `npm run study -- themis-gpus`: pairs of bundled samples that no workload of the suite refers to and of the ' +
      "test workloads of Themis' table III, drawn, on SMs of their own: half, a third, two thirds and a sixth of the GPU " +
      'for the first. Each is predicted by the networks that ship for the GPU, from runs alone on the whole GPU and from ' +
      'the shared epoch at the split itself, and simulated for up to 60,000 core cycles, without the latency of a launch ' +
      'that is cut there. Applications with a launch that ' +
      'is too long to be run to its end and does not keep its pace are left out. The same simulator made the training ' +
      'data: what a GPU would do is not told here.',
    markdownTable(['GPU', 'counters', 'slowdowns', 'errSD mean', 'median', 'worst'], summary),
    markdownTable(['GPU', 'application', 'SMs', 'beside', 'simulated', 'runs alone', 'shared epoch'], rows),
  ].join('\n\n')}\n`;
}
