// Networks in PyTorch measured on an H100 beside each other: what corun together and corun split tell of them.
//   npm run study -- networks-on-card [TABLE…] [--write]   writes the tables of docs/networks-on-card.md, or some of them
import path from 'node:path';
import { requireGpu } from '../../src/gpu/findGpu';
import { markdownTable } from '../../src/kernel/markdownTable';
import { LATENCY_PREDICTORS } from '../../src/predictors';
import { errorsOf, errorsOfConstant } from '../hardware/applications/errors';
import { measuredNetworks } from '../hardware/networks/measured';
import { drawnOf, toldTogether, type HostTold, type ToldSlowdown } from '../hardware/networks/pairs';
import {
  instanceCurves,
  mixesTold,
  safeOf,
  safetyOf,
  type InstanceCurves,
  type MixTold,
} from '../hardware/networks/instances';
import { NetworkServices } from '../hardware/networks/services';
import { splitSlowdowns } from '../hardware/networks/splits';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/networks-on-card.md');
const HEAD = ['slowdowns', 'mean error', 'median', 'worst', 'told over measured'];

const data = measuredNetworks(ROOT);
const gpu = requireGpu(data.gpu);
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const ms = (us: number): string => (us / 1e3).toFixed(us < 1e4 ? 2 : 1);

function cells(pairs: readonly (readonly [number, number])[], constant = false): string[] {
  const { slowdowns, mean, median, worst, bias } = constant
    ? errorsOfConstant(pairs.map(([, measured]) => measured))
    : errorsOf(pairs);
  return [String(slowdowns), ...[mean, median, worst].map(percent), bias.toFixed(2)];
}

const pairsOf = (rows: readonly ToldSlowdown[]) =>
  rows.map(({ told, measured }) => [told, measured] as const);

const HOSTS: Readonly<Record<HostTold, string>> = {
  gaps: 'gaps of the device as they were',
  calls: 'calls of the host',
  pace: 'calls, and the time alone without a profiler',
};
const GROUPS = [
  ['all', [0, 1, 2]],
  ['of the six', [2]],
  ['one of the six', [1]],
  ['of the other seven', [0]],
] as const;

const TRACES = ['traces', 'traces, and times alone without a profiler'];

const servicesOf = (isPaced: boolean) =>
  new NetworkServices(data, { gpu, predictor: LATENCY_PREDICTORS[0]!, isPaced });

/** Twelve pairs beside up to eight instances, measured and told; looked at once. */
let curves: readonly InstanceCurves[] | null = null;
function curvesOnce(): readonly InstanceCurves[] {
  curves ??= instanceCurves(ROOT, { taken: servicesOf(false), paced: servicesOf(true) });
  return curves;
}

const TOLD: Readonly<Record<string, (curves: InstanceCurves) => InstanceCurves['measured']>> = {
  'traces, before they were measured': ({ before }) => before.colocate,
  'times alone as well, before': ({ before }) => before.paced,
  'traces, now': ({ now }) => now.taken,
  'times alone as well, now': ({ now }) => now.paced,
};

const errorOfMixes = (mixes: readonly MixTold[]): number =>
  errorsOf(mixes.map(({ told, measured }) => [told, measured] as const)).mean;

/** What answers that look at nothing would be off. */
function trivial(rows: readonly ToldSlowdown[]): string[][] {
  const nobody = rows.map(({ measured }) => [1, measured] as const);
  return [
    ['all', 'nobody slows anybody', ...cells(nobody)],
    ['all', 'one answer for all', ...cells(nobody, true)],
  ];
}

const tables: Readonly<Record<string, () => string>> = {
  alone: () =>
    markdownTable(
      [
        'network',
        'ms alone, twice',
        '95th percentile',
        'without MPS',
        'under the profiler',
        'kernels and copies',
      ],
      [...new Set(data.alone.map(([name]) => name))].map((name) => {
        const own = data.alone.filter(([each]) => each === name);
        const [, , turns] = data.aloneInTurns.find(([each]) => each === name)!;
        const { periodNs, rows } = data.traces[name]!;
        return [
          name,
          own.map(([, , mean]) => ms(mean)).join(', '),
          own.map(([, , , , p95]) => ms(p95)).join(', '),
          ms(turns),
          ms(periodNs / 1e3),
          ms(rows.reduce((sum, [, duration]) => sum + duration, 0) / 1e3),
        ];
      }),
    ),
  together: () => {
    const [predictor] = LATENCY_PREDICTORS;
    const rows: string[][] = [];
    let last: readonly ToldSlowdown[] = [];
    for (const host of ['gaps', 'calls', 'pace'] as const) {
      last = toldTogether(data, { gpu, predictor: predictor!, host });
      for (const [name, drawn] of GROUPS) {
        const own = last.filter((row) => (drawn as readonly number[]).includes(drawnOf(data, row)));
        rows.push([name, HOSTS[host], ...cells(pairsOf(own))]);
      }
    }
    return markdownTable(['pairs', 'told from', ...HEAD], [...rows, ...trivial(last)]);
  },
  services: () => {
    const rows: string[][] = [];
    let last: readonly ToldSlowdown[] = [];
    for (const isPaced of [false, true]) {
      last = servicesOf(isPaced).besideOne();
      for (const [name, drawn] of GROUPS) {
        const own = last.filter((row) => (drawn as readonly number[]).includes(drawnOf(data, row)));
        rows.push([name, TRACES[Number(isPaced)]!, ...cells(pairsOf(own))]);
      }
    }
    return markdownTable(['pairs', '95th percentile told from', ...HEAD], [...rows, ...trivial(last)]);
  },
  instances: () => {
    const rows: string[][] = [];
    let last: readonly ToldSlowdown[] = [];
    for (const isPaced of [false, true]) {
      const all = servicesOf(isPaced).besideSeveral();
      last = all;
      for (const count of [2, 3])
        rows.push([
          String(count),
          TRACES[Number(isPaced)]!,
          ...cells(pairsOf(all.filter(({ instances }) => instances === count))),
        ]);
    }
    return markdownTable(['instances', '95th percentile told from', ...HEAD], [...rows, ...trivial(last)]);
  },
  loads: () => {
    const rows: string[][] = [];
    for (const load of [0.3, 0.6]) {
      const own = servicesOf(true)
        .atLoads()
        .filter((row) => row.load === load);
      const name = percent(load);
      rows.push(
        [name, 'time of a query', ...cells(pairsOf(own))],
        [name, 'and its wait for earlier ones', ...cells(own.map((row) => [row.withQueue, row.measured]))],
      );
    }
    return markdownTable(['load', '95th percentile told', ...HEAD], rows);
  },
  safe: () => {
    const rows = [1.25, 1.5, 2, 3].flatMap((slowdown) =>
      Object.entries(TOLD).map(([name, told]) => {
        const { oracle, utilisation, violations, worst, tooFew } = safetyOf(curvesOnce(), told, slowdown);
        const broken = violations === 0 ? '' : percent(worst);
        return [
          `${slowdown} × alone`,
          name,
          ...[utilisation, oracle].map(percent),
          ...[String(violations), broken, String(tooFew)],
        ];
      }),
    );
    return markdownTable(
      [
        'target',
        'told from',
        'places filled',
        'oracle',
        'pairs that miss it',
        'by at most',
        'pairs with too few',
      ],
      rows,
    );
  },
  counts: () =>
    markdownTable(
      ['service', 'beside', 'safe as measured', ...Object.keys(TOLD)],
      curvesOnce().map((each) => [
        each.service,
        each.beside,
        String(safeOf(each.measured, 2)),
        ...Object.values(TOLD).map((told) => String(safeOf(told(each), 2))),
      ]),
    ),
  mixes: () => {
    const told = [false, true].map((isPaced) => mixesTold(ROOT, servicesOf(isPaced)));
    const rows = told[0]!.map(({ service, beside, measured }, at) => [
      service,
      beside.map(([name, instances]) => `${instances} ${name}`).join(' and '),
      ...[measured, ...told.map((each) => each[at]!.told)].map((slowdown) => slowdown.toFixed(2)),
    ]);
    const errors = told.map((each) => percent(errorOfMixes(each)));
    const head = [
      'service',
      'beside',
      '95 % as measured, over the time alone',
      ...TRACES.map((from) => `told from ${from}`),
    ];
    return markdownTable(head, [...rows, ['mean error', '', '', ...errors]]);
  },
  split: () => {
    const rows = splitSlowdowns(data, gpu);
    const of = (told: (row: (typeof rows)[number]) => number) =>
      cells(rows.map((row) => [told(row), row.interference] as const));
    return markdownTable(
      ['time beside the other over that alone', ...HEAD],
      [
        ['from times and use of memory', ...of(({ told }) => told)],
        ['no change', ...of(() => 1)],
        [
          'one answer for all',
          ...cells(
            rows.map(({ interference }) => [1, interference] as const),
            true,
          ),
        ],
      ],
    );
  },
};

const wanted = process.argv.filter((each) => each in tables);
for (const [name, table] of Object.entries(tables)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const text = table();
  console.log(`${name}\n${text}\n`);
  if (process.argv.includes('--write')) await writeBlock(PAGE, name, text);
}
