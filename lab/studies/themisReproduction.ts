// Repeats Themis' evaluation on the simulator: runs what is missing in the result file, then writes the report.
//   npm run study -- themis-reproduction                                  the report from the results that are there
//   npm run study -- themis-reproduction --seconds 600 --parts solo,pairs   new runs first, for so long
//   … --methods HP,ASM   only these of the runs under the engine
//   … --lower    lowers the workloads again first; runs of programs that have changed are dropped
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Collector } from '../themis/reproduction/collector';
import { ENGINE_METHODS, type EngineMethod } from '../themis/reproduction/engineMethods';
import { REPRODUCTION_OPTIONS } from '../themis/reproduction/protocol';
import { compact, parseRows, rowKey, type ResultRow } from '../themis/reproduction/rows';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { InputError } from '../../src/kernel/result';
import { protocolApps } from '../themis/studies/programs';
import { modelHash, readRunModels } from '../themis/studies/runModels';
import { runTask } from '../themis/studies/runTask';
import { PARTS, tasksOf, type Part, type Task } from '../themis/studies/tasks';
import { writeReport } from '../themis/studies/report';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const RESULTS = path.join(ROOT, 'docs/reproduction/themis-runs.ndjson');

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '0' },
    parts: { type: 'string', default: PARTS.join(',') },
    runs: { type: 'string' },
    methods: { type: 'string' },
    lower: { type: 'boolean', default: false },
  },
});

const methods = chosenMethods(values.methods);
const loaded = loadSpec('themis-60sm');
const trained = readRunModels(ROOT);
const known = new Map<string, ResultRow>();
if (fs.existsSync(RESULTS))
  for (const row of parseRows(RESULTS, fs.readFileSync(RESULTS, 'utf8'))) known.set(rowKey(row), row);

tidy();
const seconds = Number(values.seconds);
const parts = PARTS.filter((part) => values.parts.split(',').includes(part));
if (seconds > 0) await collect(parts, seconds, values.runs === undefined ? Infinity : Number(values.runs));
await writeReport(ROOT, [...known.values()]);

/** Writes the rows once each, with their fields in the order of their schema. */
function tidy(): void {
  if (known.size > 0)
    fs.writeFileSync(RESULTS, [...known.values()].map((row) => `${compact(row)}\n`).join(''));
}

/** Runs what is missing of some parts, part by part, until the time is over. */
async function collect(wanted: readonly Part[], limitSeconds: number, runs: number): Promise<void> {
  const { apps, train, test } = await protocolApps(ROOT, values.lower);
  console.error(`test: ${test.join(' ')}; training: ${train.join(' ')}`);
  const collector = new Collector(apps, loaded, REPRODUCTION_OPTIONS);
  dropOutdated(collector);
  for (const row of known.values()) if (row.kind === 'solo') collector.know(row);
  const end = Date.now() + limitSeconds * 1000;
  for (const part of wanted) {
    const tasks = tasksOf(part, test).slice(0, runs);
    for (const [at, task] of tasks.entries()) {
      if (known.has(task.key) || !isWanted(task)) continue;
      if (Date.now() > end) return;
      const start = Date.now();
      const row = rowOf(task, collector);
      if (row === null) continue;
      known.set(task.key, row);
      fs.appendFileSync(RESULTS, `${compact(row)}\n`);
      console.error(
        `${part} ${at + 1}/${tasks.length} ${task.key}: ${((Date.now() - start) / 1000).toFixed(1)} s`,
      );
    }
  }
}

/** @throws InputError on a name that no method has */
function chosenMethods(names: string | undefined): readonly EngineMethod[] {
  if (names === undefined) return ENGINE_METHODS;
  return names.split(',').map((name) => {
    const method = ENGINE_METHODS.find((one) => one === name);
    if (method !== undefined) return method;
    throw new InputError(`--methods takes ${ENGINE_METHODS.join(', ')}, not '${name}'`);
  });
}

function isWanted(task: Task): boolean {
  return task.kind !== 'engine' || methods.includes(task.method);
}

/** Rows of programs, or of a trained model, that have changed since are run again. */
function dropOutdated(collector: Collector): void {
  for (const [key, row] of known) {
    const names = row.kind === 'solo' ? [row.app] : row.apps;
    const isModel = row.kind !== 'engine' || (row.model ?? null) === modelHash(row.method, trained);
    if (isModel && collector.has(names) && collector.programs(names) === row.programs) continue;
    console.error(`out of date: ${key}`);
    known.delete(key);
  }
  tidy();
}

/** The row of a task; null where the run is refused. */
function rowOf(task: Task, collector: Collector): ResultRow | null {
  try {
    return runTask(task, { collector, trained, known: [...known.values()] });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(`${task.key}: ${error.message}`);
    return null;
  }
}
