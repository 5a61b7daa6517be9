import { simulatorGeneration } from '../../src/simulator/spec/generation';
import type { ScenarioApp } from '../../src/kernel/scenario';
import type { Grid } from '../../src/predictors/bottlenecks/quantities';
import type { Phase } from '../../src/predictors/counting/phaseSeries';
import { roundRates } from '../../src/predictors/counting/soloRound';
import { slowdownOf } from '../../src/predictors/forecast';
import { ThemisEstimator } from '../../src/predictors/themis/estimator';
import { factorsUnder } from '../../src/predictors/themis/fromRunsAlone';
import { slowdownModel } from '../../src/predictors/themis/model/kernelSlowdownModel';
import type { ThemisModelFile } from '../../src/predictors/themis/model/modelFile';
import type { RecordedRows } from '../recordedRows';
import { mergePhases } from '../themis/reproduction/mergedPhases';
import { PairTruths, type JudgedApp } from '../themis/studies/pairTruths';
import { gridOf } from './grids';
import { packRates, type MetRow, type PairRow } from './pairRows';

/** Simulates applications on a GPU, alone and in pairs, and keeps what was counted. */
export class PairRuns {
  private readonly truths: PairTruths;
  private readonly file: ThemisModelFile | undefined;

  constructor(
    private readonly gpu: string,
    apps: ReadonlyMap<string, ScenarioApp>,
    private readonly rows: RecordedRows<PairRow>,
    files: readonly ThemisModelFile[],
  ) {
    this.truths = new PairTruths(gpu, apps);
    this.file = files.find((one) => one.gpu === gpu);
  }

  measurable(): string[] {
    return this.truths.measurable();
  }

  /** @param share of the SMs that the first of the two gets */
  pair(names: readonly string[], share: number): PairRow {
    const sms = this.truths.split(share);
    const network = this.file?.provenance.dataHash.slice(0, 8) ?? '-';
    const key = [simulatorGeneration(this.gpu), network, this.gpu, ...names, ...sms].join(' ');
    return this.rows.row(key, () => this.run(key, names, sms));
  }

  private run(key: string, names: readonly string[], sms: readonly number[]): PairRow {
    const measured = this.truths.together(names, sms);
    const grids = names.flatMap((name) => gridsOf(this.truths.apps.get(name)!));
    const met = measured.map(({ phases }) => metRows(phases, grids));
    const slowdowns = measured.map(({ slowdown }) => slowdown);
    const themis = this.themis(names, sms, measured);
    const simulator = simulatorGeneration(this.gpu);
    return { key, gpu: this.gpu, apps: names, sms, simulator, slowdowns, themis, met };
  }

  private themis(
    names: readonly string[],
    sms: readonly number[],
    measured: readonly JudgedApp[],
  ): PairRow['themis'] {
    const { file, truths } = this;
    if (file === undefined) return null;
    const rates = names.map((name) => roundRates(truths.round(name)));
    const alone = factorsUnder(slowdownModel(file, 'solo'), rates, sms, truths.sms);
    const estimator = new ThemisEstimator(slowdownModel(file), truths.sms);
    return measured.map(({ phases }, app) => ({
      alone: slowdownOf(alone[app]!),
      epoch: slowdownOf(estimator.estimate(phases)[app]!),
    }));
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
