import type { ScenarioApp } from '../../src/kernel/scenario';
import type { Grid } from '../../src/predictors/bottlenecks/quantities';
import { phasesBeforeCut } from '../../src/predictors/counting/phasesBeforeCut';
import { phaseCycles, type Phase } from '../../src/predictors/counting/phaseSeries';
import { roundRates, soloRound, type SoloRound } from '../../src/predictors/counting/soloRound';
import { slowdownOf } from '../../src/predictors/forecast';
import { ThemisEstimator } from '../../src/predictors/themis/estimator';
import { factorsUnder } from '../../src/predictors/themis/fromRunsAlone';
import { slowdownModel } from '../../src/predictors/themis/model/kernelSlowdownModel';
import type { ThemisModelFile } from '../../src/predictors/themis/model/modelFile';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import type { RecordedRows } from '../recordedRows';
import { measureCoRun, type CoRunTruth } from '../themis/reproduction/coRun';
import { mergePhases } from '../themis/reproduction/mergedPhases';
import { keepsPace } from '../themis/studies/keepsPace';
import { gridOf } from './grids';
import { packRates, type MetRow, type PairRow } from './pairRows';

const OPTIONS = { seed: 1, limitCycles: 60_000, launchCycles: 80_000 };

/** What an application is judged by: up to its end, or without the latency of the launch that the run's end cuts. */
function judged(
  { phases, endCycles, slowdowns, cycles }: CoRunTruth,
  app: number,
): { readonly phases: readonly Phase[]; readonly slowdown: number } {
  const end = endCycles[app]!;
  const own = phases.filter(({ toCycle }) => toCycle <= end);
  if (end < cycles) return { phases: own, slowdown: slowdowns[app]! };
  const kept = phasesBeforeCut(own, app);
  const together = kept.reduce((sum, phase) => sum + phaseCycles(phase), 0);
  const latency = end - together;
  return { phases: kept, slowdown: together / (end / slowdowns[app]! - latency) };
}

/** Simulates applications on a GPU, alone and in pairs, and keeps what was counted. */
export class PairRuns {
  private readonly rounds = new Map<string, SoloRound>();
  private readonly loaded;
  private readonly file: ThemisModelFile | undefined;

  constructor(
    private readonly gpu: string,
    private readonly apps: ReadonlyMap<string, ScenarioApp>,
    private readonly rows: RecordedRows<PairRow>,
    files: readonly ThemisModelFile[],
  ) {
    this.loaded = loadSpec(gpu);
    this.file = files.find((one) => one.gpu === gpu);
  }

  /** Applications whose launches end, or keep the pace that they begin with. */
  measurable(): string[] {
    return [...this.apps.keys()].filter((name) => this.roundOf(name).launches.every(keepsPace));
  }

  /** @param share of the SMs that the first of the two gets */
  pair(names: readonly string[], share: number): PairRow {
    const total = this.loaded.spec.sms;
    const first = Math.round(share * total);
    const sms = [first, total - first];
    const key = [this.gpu, ...names, ...sms].join(' ');
    return this.rows.row(key, () => this.run(key, names, sms));
  }

  private run(key: string, names: readonly string[], sms: readonly number[]): PairRow {
    const rounds = names.map((name) => this.roundOf(name));
    const apps = names.map((name) => this.apps.get(name)!);
    const truth = measureCoRun({ ...OPTIONS, apps, sms }, rounds, this.loaded);
    const parts = names.map((_, app) => judged(truth, app));
    const grids = apps.flatMap(gridsOf);
    const met = parts.map(({ phases }) => metRows(phases, grids));
    const slowdowns = parts.map(({ slowdown }) => slowdown);
    const themis = this.themis(rounds, sms, parts);
    return { key, gpu: this.gpu, apps: names, sms, slowdowns, themis, met };
  }

  private themis(
    rounds: readonly SoloRound[],
    sms: readonly number[],
    parts: readonly { readonly phases: readonly Phase[] }[],
  ): PairRow['themis'] {
    const { file } = this;
    if (file === undefined) return null;
    const total = this.loaded.spec.sms;
    const alone = factorsUnder(slowdownModel(file, 'solo'), rounds.map(roundRates), sms, total);
    const estimator = new ThemisEstimator(slowdownModel(file), total);
    return parts.map(({ phases }, app) => ({
      alone: slowdownOf(alone[app]!),
      epoch: slowdownOf(estimator.estimate(phases)[app]!),
    }));
  }

  private roundOf(name: string): SoloRound {
    const known = this.rounds.get(name);
    if (known !== undefined) return known;
    const round = soloRound(this.apps.get(name)!, this.loaded.spec.sms, this.loaded, OPTIONS);
    this.rounds.set(name, round);
    return round;
  }
}

const gridsOf = (app: ScenarioApp): (Grid | null)[] => (app.kernels ?? [app]).map(gridOf);

function metRows(phases: readonly Phase[], grids: readonly (Grid | null)[]): MetRow[] {
  const everywhere = phases[0]!.apps.map(() => Infinity);
  return mergePhases(phases, everywhere).map(({ cycles, apps }) => ({
    cycles,
    apps: apps.map(({ active, kernel, events }) => {
      const grid = grids[kernel] ?? null;
      return active
        ? { blocks: grid && grid.blocks, warps: grid && grid.warpsPerBlock, rates: packRates(events) }
        : null;
    }),
  }));
}
