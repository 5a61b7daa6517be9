import type { ScenarioApp } from '../../src/kernel/scenario';
import { appStretches } from '../../src/predictors/counting/kernelStretches';
import { PhaseSeries } from '../../src/predictors/counting/phaseSeries';
import { spatialScenario } from '../../src/predictors/counting/soloRound';
import { thinned } from '../../src/predictors/counting/workCurve';
import { namedCounters, warpInstructions } from '../../src/simulator/core/counters';
import type { SimulatorRun } from '../../src/simulator/run/simulatorRun';
import { createRun } from '../../src/simulator/simulate';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import type { AloneRow, AppRecord, TogetherRow } from './rows';

/** Core cycles between two points of a curve, and how many of them are kept. */
const STEP = 512;
const POINTS = 256;
const SEED = 1;

/** A run in which every program begins anew when it ends, until each has ended once or so many cycles are over. */
function runOf(apps: readonly ScenarioApp[], sms: readonly number[], gpu: LoadedSpec, cycles: number) {
  const scenario = spatialScenario(apps.map(again), sms, gpu, SEED);
  return createRun({ ...scenario, limits: { ...scenario.limits, cycles } }, gpu);
}

/** The same for so many cycles, however often programs end. */
export function endlessRun(
  apps: readonly ScenarioApp[],
  sms: readonly number[],
  gpu: LoadedSpec,
  cycles: number,
) {
  return createRun({ ...spatialScenario(apps.map(again), sms, gpu, SEED), limits: { cycles } }, gpu);
}

const again = (app: ScenarioApp): ScenarioApp => ({ ...app, repeat: 'always' });

/** Runs a program alone on so many SMs. */
export function runAlone(
  key: string,
  app: ScenarioApp,
  sms: number,
  gpu: LoadedSpec,
  cycles: number,
): AloneRow {
  const run = runOf([app], [sms], gpu, cycles);
  const points: [number, number][] = [[0, 0]];
  const series = new PhaseSeries(run);
  run.run({
    ...series.hooks(),
    progressCycles: STEP,
    onProgress: () => {
      points.push([run.cycles, workOf(run, 0)]);
      return true;
    },
  });
  series.cut();
  const record = recordOf(run, series, 0);
  points.push([record.finishedAt ?? run.cycles, record.instructions]);
  const curve = { finished: record.finishedAt !== null, points: thinned(points, POINTS) };
  return { kind: 'alone', key, app: app.name, sms, ...record, curve };
}

/** Runs programs on SMs of their own. */
export function runTogether(
  key: string,
  apps: readonly ScenarioApp[],
  sms: readonly number[],
  gpu: LoadedSpec,
  cycles: number,
): TogetherRow {
  const run = runOf(apps, sms, gpu, cycles);
  const series = new PhaseSeries(run);
  run.run(series.hooks());
  series.cut();
  const each = apps.map((_, app) => recordOf(run, series, app));
  return { kind: 'together', key, apps: apps.map(({ name }) => name), sms, cycles: run.cycles, each };
}

/** Only the first round counts (section 5): what came after an application's end is not looked at. */
function recordOf(run: SimulatorRun, { phases }: PhaseSeries, app: number): AppRecord {
  const { queue, plan } = run.machine;
  const first = queue.firstFinish[app]!;
  const finishedAt = first < 0 ? null : first;
  const own = finishedAt === null ? phases : phases.filter(({ toCycle }) => toCycle <= finishedAt);
  const instructions = own.reduce((sum, { apps }) => sum + warpInstructions(apps[app]!.counters), 0);
  const blocksOf = (kernel: number): number => plan.kernels.kernels[kernel]!.blocks;
  return { instructions, finishedAt, stretches: appStretches(own, app, blocksOf) };
}

export function workOf({ machine }: SimulatorRun, app: number): number {
  machine.settleCounters();
  return machine.queue.plans[app]!.kernels.reduce(
    (sum, kernel) => sum + warpInstructions(namedCounters(machine.counters, kernel)),
    0,
  );
}
