// How far off Themis is, and what it saves, against simulating every split: from one shared epoch by proactive
// prediction, and from runs of each application alone.
//   npm run study -- themis-time-saved [--pairs 12] [--write]    with --write the tables of docs/themis-time-saved.md;
// with --pairs 0 errors only, the times stay as they are
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../src/kernel/markdownTable';
import { predictSplit } from '../../src/predictors/themis/fromRunsAlone';
import { soloCounters } from '../../src/sharing/soloCounters';
import { themisModel } from '../../src/predictors/themis/coRunModel';
import { readThemisModels } from '../themis/models';
import { otherSplitsModelOf } from '../../src/predictors/themis/model/variants';
import type { CounterRates } from '../../src/predictors/counting/rates';
import { Collector } from '../themis/reproduction/collector';
import { predictorsOf, score, summarise, type ErrorSummary } from '../themis/reproduction/evaluate';
import {
  REPRODUCTION_OPTIONS,
  REPRODUCTION_SEED,
  shuffled,
  TOTAL_SMS,
} from '../themis/reproduction/protocol';
import { parseRows, rowKey, type CoRunRow, type ResultRow } from '../themis/reproduction/rows';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { writeBlock } from '../reportBlocks';
import { protocolApps } from '../themis/studies/programs';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const RESULTS = 'docs/reproduction/themis-runs.ndjson';
const REPORT = 'docs/themis-time-saved.md';
const GPU = 'themis-60sm';
const SPLITS = [10, 20, 30, 40, 50];

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '12' }, write: { type: 'boolean', default: false } },
});

const loaded = loadSpec(GPU);
const models = await readThemisModels(path.join(ROOT, 'models/themis'));
const rows = parseRows(RESULTS, fs.readFileSync(path.join(ROOT, RESULTS), 'utf8'));
const { apps, test } = await protocolApps(ROOT, false);

/** CPU seconds of some work. */
function cpuSeconds<T>(work: () => T): [T, number] {
  const start = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(start);
  return [value, (user + system) / 1e6];
}

/** CPU seconds of work that is done many times, after as many times that are not counted. */
function secondsOf(work: () => void, times = 50): number {
  const all = (): void => {
    for (let i = 0; i < times; i++) work();
  };
  all();
  return cpuSeconds(all)[1] / times;
}

const alone = new Map<string, CounterRates>();
const aloneSeconds = new Map<string, number>();
for (const name of test) {
  const { app } = apps.get(name)!;
  const scenario = { gpu: GPU, apps: [app], seed: REPRODUCTION_SEED };
  const [counters, seconds] = cpuSeconds(() => soloCounters(scenario, loaded));
  alone.set(name, counters.events[0]!);
  aloneSeconds.set(name, seconds);
  console.error(`${name} alone: ${seconds.toFixed(1)} s for ${counters.cycles} cycles`);
}

const fromShared = themisModel(GPU, models, 'shared');
const elsewhere = otherSplitsModelOf(models.filter(({ gpu }) => gpu === GPU));
const fromAlone = themisModel(GPU, models, 'solo');
const errors = errorTable(rows);
const pairCount = Number(values.pairs);
const times = pairCount === 0 ? null : timeTable(pairCount);
console.log(`${errors}\n\n${times ?? ''}`);
if (values.write) {
  await writeBlock(path.join(ROOT, REPORT), 'errors', errors);
  if (times !== null) await writeBlock(path.join(ROOT, REPORT), 'time', times);
}

function predictFromAlone({ apps: names, sms }: CoRunRow, app: number): number | null {
  const events = names.map((name) => alone.get(name));
  if (!events.every((one) => one !== undefined)) return null;
  return predictSplit(fromAlone, events, sms, TOTAL_SMS)[app]!.slowdown;
}

/** Errors over the pairs of test workloads at 30:30, 20:40 and 10:50. */
function errorTable(results: readonly ResultRow[]): string {
  const pairs = results.filter((row): row is CoRunRow => row.kind === 'corun' && row.apps.length === 2);
  const uneven = pairs.filter(({ sms }) => sms[0] !== sms[1]);
  const known = predictorsOf(results, new Map([['Themis', fromShared]]), null, elsewhere);
  const line = (what: string, of: readonly CoRunRow[], predict: Parameters<typeof score>[1]): string[] => [
    what,
    ...cells(summarise(score(of, predict, () => 1))),
  ];
  return markdownTable(
    ['counters', 'co-locations', 'mean errSD', 'median', '90 %', 'worst'],
    [
      line('a shared epoch at every split itself', pairs, known.get('Themis')!),
      line(
        'a shared epoch at 30:30, the other splits by the network for them',
        uneven,
        known.get('Themis learned PSP')!,
      ),
      line(
        'a shared epoch at 30:30, the other splits by equations 9 and 10',
        uneven,
        known.get('Themis PSP')!,
      ),
      line('runs alone', pairs, predictFromAlone),
      line('runs alone, uneven splits only', uneven, predictFromAlone),
    ],
  );
}

function cells(summary: ErrorSummary | null): string[] {
  if (summary === null) return ['0', '–', '–', '–', '–'];
  const { coLocations, mean, median, p90, maximum } = summary;
  return [String(coLocations), ...[mean, median, p90, maximum].map(percent)];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** CPU time for five splits of some pairs, drawn with a seed. */
function timeTable(count: number): string {
  const collector = new Collector(apps, loaded, REPRODUCTION_OPTIONS);
  const known = new Map(rows.map((row) => [rowKey(row), row]));
  for (const row of known.values()) if (row.kind === 'solo') collector.know(row);
  const all = test.flatMap((a, i) => test.slice(i).map((b) => [a, b] as const));
  const pairs = shuffled(all, REPRODUCTION_SEED).slice(0, count);
  let [every, epoch] = [0, 0];
  for (const pair of pairs)
    for (const first of SPLITS) {
      const sms = [first, TOTAL_SMS - first];
      const [, seconds] = cpuSeconds(() => collector.coRun({ apps: [...pair], sms }));
      every += seconds;
      if (first * 2 === TOTAL_SMS) epoch += seconds;
      console.error(`${pair.join(' + ')} at ${sms.join(':')}: ${seconds.toFixed(1)} s`);
    }
  const names = [...new Set(pairs.flat())];
  const solos = test.reduce((sum, name) => sum + aloneSeconds.get(name)!, 0);
  const inference = secondsOf(() =>
    pairs.forEach((pair) =>
      SPLITS.forEach((first) =>
        predictSplit(
          fromAlone,
          pair.map((name) => alone.get(name)!),
          [first, TOTAL_SMS - first],
          TOTAL_SMS,
        ),
      ),
    ),
  );
  const line = (of: number, what: string, runs: string, seconds: number): string[] => [
    what,
    runs,
    seconds.toFixed(1),
    `${(of / seconds).toFixed(1)}×`,
  ];
  const table = (title: string, many: number, alone: number): string => {
    const share = many / pairs.length;
    const whole = every * share;
    return markdownTable(
      [title, 'simulated', 'CPU seconds', 'saved'],
      [
        line(whole, 'every split simulated', `${many * SPLITS.length} co-runs`, whole),
        line(whole, 'one shared epoch a pair', `${many} co-runs`, epoch * share),
        line(whole, 'runs alone', `${alone} runs of one application`, solos),
      ],
    );
  };
  return [
    table(`${pairs.length} pairs at ${SPLITS.length} splits`, pairs.length, names.length),
    '',
    table(
      `All ${all.length} pairs of the ${test.length} applications, reckoned from the ${pairs.length}`,
      all.length,
      test.length,
    ),
    '',
    `Prediction itself took ${((inference / (pairs.length * SPLITS.length)) * 1e6).toFixed(0)} µs a pair and split. The runs alone on the whole GPU that turn simulated times into slowdowns are not counted in the first row.`,
  ].join('\n');
}
