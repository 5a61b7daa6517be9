// Repeats Themis' evaluation on the simulator: runs what is missing in the result file, then writes the report.
//   npm run reproduce:themis                                  the report from the results that are there
//   npm run reproduce:themis -- --seconds 600 --parts solo,pairs   new runs first, for so long
//   … --methods HP,ASM   only these of the runs under the engine
//   … --lower    lowers the workloads again first; runs of programs that have changed are dropped
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fairPolicy, type AllocationPolicy } from '../src/predictors/themis/allocation/policy';
import { aimedQosPolicy } from '../src/predictors/themis/allocation/qosAim';
import { BUBBLE_STAGE_CYCLES } from '../src/predictors/baselines/bubbleFlux/bubbleFlux';
import { Collector } from '../src/predictors/themis/reproduction/collector';
import {
  qosAimOf,
  type EngineMethod,
  type EngineModels,
} from '../src/predictors/themis/reproduction/engineMethods';
import { engineRun } from '../src/predictors/themis/reproduction/engineRun';
import { REPRODUCTION_OPTIONS, type CoLocation } from '../src/predictors/themis/reproduction/protocol';
import { compact, parseRows, rowKey, type ResultRow } from '../src/predictors/themis/reproduction/rows';
import { loadSpec } from '../src/simulator/spec/loadSpec';
import { InputError } from '../src/kernel/result';
import { protocolApps } from './themis/programs';
import { modelHash, readRunModels } from './themis/runModels';
import { startAlone } from './themis/startAlone';
import { goalText, PARTS, tasksOf, type Goal, type Part, type Task } from './themis/tasks';
import { writeReport } from './themis/report';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const RESULTS = path.join(ROOT, 'docs/reproduction/themis-runs.ndjson');
/** A run under the allocation engine, and its epochs. */
const ENGINE_RUN = { cycles: 100_000, epochCycles: 10_000 };
/** Figure 7b: lengths of a period. */
const PERIODS = [5_000, 10_000, 20_000, 40_000];

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '0' },
    parts: { type: 'string', default: PARTS.join(',') },
    runs: { type: 'string' },
    methods: { type: 'string' },
    lower: { type: 'boolean', default: false },
  },
});

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
      const row = runTask(task, collector);
      if (row === null) continue;
      known.set(task.key, row);
      fs.appendFileSync(RESULTS, `${compact(row)}\n`);
      console.error(
        `${part} ${at + 1}/${tasks.length} ${task.key}: ${((Date.now() - start) / 1000).toFixed(1)} s`,
      );
    }
  }
}

function isWanted(task: Task): boolean {
  return task.kind !== 'engine' || (values.methods?.split(',').includes(task.method) ?? true);
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

function runTask(task: Task, collector: Collector): ResultRow | null {
  try {
    switch (task.kind) {
      case 'solo':
        return collector.solo(task.app, task.sms);
      case 'corun':
        return collector.coRun(task.at);
      case 'asm':
        return collector.asm(task.at);
      case 'bubble':
        return collector.bubble(task.at, BUBBLE_STAGE_CYCLES);
      case 'periods':
        return collector.periods(task.at, PERIODS);
      case 'engine':
        return engineRow(task, collector);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    console.error(`${task.key}: ${error.message}`);
    return null;
  }
}

type EngineTask = Extract<Task, { kind: 'engine' }>;

function engineRow(task: EngineTask, collector: Collector): ResultRow {
  const { method, goal } = task;
  const length = goal.length ?? ENGINE_RUN;
  const setting = {
    at: startOf(task, collector),
    method,
    policy: policyOf(goal, method, length.epochCycles),
    policyText: goalText(goal),
    ...length,
    ...(goal.kind === 'fair' && goal.maxDistance !== undefined ? { maxDistance: goal.maxDistance } : {}),
    ...(goal.kind === 'fair' && goal.preemption !== undefined ? { preemption: goal.preemption } : {}),
  };
  const model = modelHash(method, trained);
  return {
    ...engineRun(setting, collector, loaded, engineModels()),
    ...(model === null ? {} : { model }),
  };
}

/** The method that runs alone advise begins where they see the target kept, all others as the task says. */
function startOf({ at, method, goal }: EngineTask, collector: Collector): CoLocation {
  if (method !== 'Themis advised' || goal.kind !== 'qos') return at;
  if (trained.solo === null) throw new Error('there is no network for runs alone to advise where to begin');
  return { ...at, sms: startAlone(trained.solo, collector.solosOf(at.apps), goal.target, at.sms) };
}

function policyOf(goal: Goal, method: EngineMethod, epochCycles: number): AllocationPolicy {
  if (goal.kind === 'split') return fairPolicy(goal.sms);
  if (goal.kind === 'fair') return fairPolicy(goal.weights, goal.threshold);
  const ratios = trained.elsewhere?.elsewhere.variant.progressRatios ?? null;
  return aimedQosPolicy([goal.target, null], qosAimOf(method, ratios, epochCycles));
}

function engineModels(): Partial<EngineModels> {
  const { themis, elsewhere, gpm } = trained;
  return {
    ...(themis === null ? {} : { themis }),
    ...(elsewhere === null ? {} : { elsewhere }),
    ...(gpm === null ? {} : { gpm }),
    measured: [...known.values()].flatMap((row) =>
      row.kind === 'engine' && row.method === 'Static'
        ? [{ apps: row.apps, sms: row.allocations[0]!, slowdowns: row.slowdowns }]
        : [],
    ),
  };
}
