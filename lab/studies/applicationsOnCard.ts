// Applications measured on an H100 and an H200 beside each other: groups from pairs, turns, what traces alone predict,
// services.
//   npm run study -- applications-on-card [TABLE…] [--write]   writes these or all tables of docs/applications-on-card.md
import path from 'node:path';
import { requireGpu } from '../../src/gpu/findGpu';
import { markdownTable } from '../../src/kernel/markdownTable';
import { LATENCY_PREDICTORS } from '../../src/predictors';
import { errorsOf, errorsOfConstant, type SlowdownErrors } from '../hardware/applications/errors';
import { groupsRows } from '../hardware/applications/groups';
import { measuredApplications, slowdownsOf } from '../hardware/applications/measured';
import { serviceRows, type ServiceRow } from '../hardware/applications/services';
import { predictedPairs, tracedSetting } from '../hardware/applications/together';
import { replayedTurns } from '../hardware/applications/turns';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/applications-on-card.md');
const HEAD = ['slowdowns', 'mean error', 'median', 'worst', 'predicted over measured'];
const COUNTS = [1, 2, 4, 8, 12];

const measured = measuredApplications(ROOT);
const gpu = requireGpu(measured.gpu);
const settingOf = (id: string) => measured.settings.find((setting) => setting.id === id)!;
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const cells = ({ slowdowns, mean, median, worst, bias }: SlowdownErrors): string[] => [
  String(slowdowns),
  ...[mean, median, worst].map(percent),
  bias.toFixed(2),
];

const tables: Readonly<Record<string, () => string | Promise<string>>> = {
  groups: () =>
    markdownTable(
      ['setting', 'together', ...HEAD, 'one answer for all: mean error'],
      groupsRows(measured.settings).map(({ setting, size, added, constant }) => [
        setting,
        String(size),
        ...cells(added),
        percent(constant.mean),
      ]),
    ),
  turns: () => {
    const setting = settingOf('kernels-turns');
    const slowdowns = slowdownsOf(setting, 2);
    const pairs = slowdowns.map(
      ({ of, beside, slowdown }) => [replayedTurns(setting, gpu, of, beside[0]!), slowdown] as const,
    );
    return markdownTable(
      ['answer', ...HEAD],
      [
        ['turns as measured, looked at', ...cells(errorsOf(pairs.slice(0, LOOKED_AT)))],
        ['turns as measured, the others', ...cells(errorsOf(pairs.slice(LOOKED_AT)))],
        ['each takes 2.2 times as long', ...cells(errorsOf(pairs.map(([, own]) => [2.2, own])))],
        ['one answer for all', ...cells(errorsOfConstant(pairs.map(([, own]) => own)))],
      ],
    );
  },
  together: () => togetherTable(measured, ['kernels-mps', 'mps']),
  'together elsewhere': () =>
    togetherTable(measuredApplications(ROOT, 'h200'), ['kernels-mps-one', 'kernels-mps-more']),
  instances: () => {
    const programs = [...new Set(measured.instances.map(([program]) => program))];
    const rate = (program: string, count: number): string => {
      const [, , us] = measured.instances.find(
        ([name, instances]) => name === program && instances === count,
      )!;
      return ((count * copiedBytes(program)) / us / 1000).toFixed(1);
    };
    return markdownTable(
      ['GB/s of instances', ...COUNTS.map(String)],
      programs.map((program) => [program, ...COUNTS.map((count) => rate(program, count))]),
    );
  },
  services: async () => {
    const rows: string[][] = [];
    for (const predictor of LATENCY_PREDICTORS) {
      const all = await serviceRows(measured, gpu, predictor);
      for (const count of COUNTS) rows.push([predictor.id, ...serviceCells(all, count)]);
    }
    const head = [
      'predictor',
      'instances',
      'pairs',
      'no answer',
      'error of the mean',
      'of the 95th percentile',
    ];
    return markdownTable([...head, 'nobody slows anybody: mean', '95th percentile'], rows);
  },
};

/** What traces alone, and with counters, tell of every two different applications of settings. */
async function togetherTable(of: typeof measured, ids: readonly string[]): Promise<string> {
  const rows: string[][] = [];
  for (const id of ids) {
    const setting = of.settings.find((each) => each.id === id)!;
    const traced = await tracedSetting(ROOT, of, setting);
    for (const predictor of LATENCY_PREDICTORS)
      for (const counted of [false, true]) {
        const { pairs, starved } = predictedPairs(traced, requireGpu(of.gpu), predictor, counted);
        const name = `${predictor.id}${counted ? ' with counters' : ''}`;
        rows.push([id, name, String(starved), ...cells(errorsOf(pairs))]);
      }
    const all = setting.groups.filter(({ length, 0: a, 1: b }) => length === 2 && a![0] !== b![0]);
    const own = all.flatMap((group) => group.map(([name, us]) => us / setting.alone[name]!));
    rows.push([id, 'nobody slows anybody', '0', ...cells(errorsOf(own.map((each) => [1, each])))]);
    rows.push([id, 'one answer for all', '0', ...cells(errorsOfConstant(own))]);
  }
  return markdownTable(['setting', 'answer', 'no answer', ...HEAD], rows);
}

/** Bytes that a run of a program moves between host and device. */
const copiedBytes = (program: string): number =>
  measured.traces[program]!.reduce(
    (sum, [, , what, bytes]) => sum + (what === 'HtoD' || what === 'DtoH' ? Number(bytes) : 0),
    0,
  );

/** Slowdowns that the numbers of turns were read off. */
const LOOKED_AT = 120;

function serviceCells(all: readonly ServiceRow[], count: number): string[] {
  const rows = all.filter(({ instances }) => instances === count);
  const known = rows.filter(({ predicted }) => Number.isFinite(predicted.p95));
  const error = (of: 'mean' | 'p95', nobody: boolean): string =>
    percent(
      errorsOf(known.map(({ predicted, measured: own }) => [nobody ? 1 : predicted[of], own[of]])).mean,
    );
  const numbers = [count, rows.length, rows.length - known.length].map(String);
  return [...numbers, error('mean', false), error('p95', false), error('mean', true), error('p95', true)];
}

const wanted = process.argv.slice(2).filter((word) => word !== '--write');
for (const [name, tableOf] of Object.entries(tables)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const table = await tableOf();
  console.log(`${name}\n\n${table}\n`);
  if (process.argv.includes('--write')) await writeBlock(PAGE, name, table);
}
