import { tracedRun } from '../../../src/analysis/applications/soloRun';
import type { SimulatedKernel } from '../../../src/analysis/simulation/preparation';
import type { Application } from '../../../src/kernel/application';
import { roundRates, soloRound } from '../../../src/predictors/counting/soloRound';
import { slowdownOf } from '../../../src/predictors/forecast';
import type { ReadyPredictor } from '../../../src/predictors/port';
import {
  ApplicationForecasts,
  type SharingApplication,
} from '../../../src/sharing/applications/applicationForecasts';
import { KernelFactors, type CountedKernel } from '../../../src/sharing/applications/kernelFactors';
import { DEFAULT_SEED } from '../../../src/simulator/run/plan';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { SoloRun } from '../../../src/predictors/latencyPort';
import { modelsOfRuns, ORDER_ADVISER, PROCESS_COPIES } from '../../../src/predictors';
import type { measuredApplications, Setting } from './measured';
import { traceOf } from './profiles';

/** A slowdown of an application with its copies on a part of the SMs beside another on the rest, told and measured. */
export interface ToldApplication {
  readonly of: string;
  readonly beside: string;
  /** Against a run alone on all SMs. */
  readonly measured: number;
  /** With their copies as they were traced. */
  readonly told: number;
  /** Of their kernels, as if they did nothing else. */
  readonly kernels: number;
}

/** What is told from. */
interface ToldMeans {
  readonly measured: ReturnType<typeof measuredApplications>;
  /** In which the applications were traced. */
  readonly setting: Setting;
  readonly loaded: LoadedSpec;
  readonly predictor: ReadyPredictor;
  /** Of the applications that are told of. */
  readonly kernels: readonly SimulatedKernel[];
}

/** Core cycles after which a launch that runs alone is cut, as `corun split` cuts it. */
const LAUNCH_CYCLES = 40_000;

/** Applications on halves of the SMs, each with its copies as they were traced and one kernel known from its source. */
export class ToldHalves {
  private readonly applications = new Map<
    string,
    { readonly sharing: SharingApplication; readonly run: SoloRun }
  >();
  private readonly factors: KernelFactors;

  private constructor(
    private readonly loaded: LoadedSpec,
    predictor: ReadyPredictor,
    counted: ReadonlyMap<string, CountedKernel>,
  ) {
    this.factors = new KernelFactors(loaded, predictor, counted);
  }

  static async of({ measured, setting, loaded, predictor, kernels }: ToldMeans): Promise<ToldHalves> {
    const counted = kernels.map(({ kernelId, app }): [string, CountedKernel] => {
      const round = soloRound(app, loaded.spec.sms, loaded, {
        seed: DEFAULT_SEED,
        launchCycles: LAUNCH_CYCLES,
      });
      return [kernelId, { app, rates: roundRates(round) }];
    });
    const told = new ToldHalves(loaded, predictor, new Map(counted));
    for (const { kernelId } of kernels) {
      const { run } = tracedRun(await traceOf(measured, kernelId, setting), loaded.gpu);
      const { application } = run;
      const names = kernelNames(application).map((launched) => [launched, kernelId] as const);
      told.applications.set(kernelId, { sharing: { application, kernels: new Map(names) }, run });
    }
    return told;
  }

  /** Both of each pair of a setting on halves, over runs alone on all SMs. */
  rows({ groups }: Setting, alone: Setting['alone']): readonly ToldApplication[] {
    return groups.flatMap((group) => {
      const names = group.map(([name]) => name);
      const known = names.flatMap((name) => this.applications.get(name) ?? []);
      if (known.length !== 2 || group.length !== 2) return [];
      const { gpu, spec } = this.loaded;
      const sms = [spec.sms / 2, spec.sms / 2];
      const launch = ORDER_ADVISER.models(gpu, null).launch;
      const models = modelsOfRuns(
        known.map(({ run }) => run),
        { gpu, launch },
        PROCESS_COPIES,
      );
      const means = { gpu, models, factors: this.factors };
      const forecasts = new ApplicationForecasts(
        known.map(({ sharing }) => sharing),
        means,
      ).all();
      const kernels = this.factors.at(names, sms);
      return group.map(([of, us], at) => ({
        of,
        beside: names[1 - at]!,
        measured: us / alone[of]!,
        told: slowdownOf(forecasts[at]!.at(sms)),
        kernels: slowdownOf(kernels[at]!),
      }));
    });
  }
}

const kernelNames = ({ operations }: Application): string[] => [
  ...new Set(operations.flatMap((each) => (each.kind === 'kernel' ? [each.kernel] : []))),
];
