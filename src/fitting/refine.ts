import type { KernelProfile } from '../kernel/profile';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import { withParameters, type FittedProgram } from './fromProfile';
import { measureKernel, type KernelMeasurement } from './measure';
import type { FitParameterName, FitParameters } from './parameters';
import { residualsOf, scoreOf, type Residual, type ResidualWeights } from './residuals';

/** Budget and target of a refinement. */
export interface RefineOptions {
  readonly weights: ResidualWeights;
  /** Core cycles over all simulations together. */
  readonly budgetCycles: number;
  /** Core cycles of one simulation at most. */
  readonly windowCycles: number;
  readonly seed: number;
  /** Asked between stretches; the best program so far is returned when it answers false. */
  readonly shouldContinue?: () => boolean;
}

/** A program, how it did in the simulator, and how far that is from the profile. */
export interface Evaluation {
  readonly fitted: FittedProgram;
  readonly measurement: KernelMeasurement;
  readonly residuals: readonly Residual[];
  readonly score: number;
}

/** One parameter that was moved. */
export interface RefinementStep {
  readonly parameter: FitParameterName;
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

/** Refinement of a fit by simulation: its steps and its result. */
export interface Refinement {
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly steps: readonly RefinementStep[];
  readonly simulatedCycles: number;
  readonly simulations: number;
  readonly end: 'converged' | 'budget' | 'cancelled';
}

/** Values that a parameter may take; the first fit's own value is added to them. */
const LADDERS: Readonly<Record<Exclude<FitParameterName, 'hotBytes'>, readonly number[]>> = {
  distance: [1, 2, 3, 4, 6, 8],
  loadsInFlight: [1, 2, 4, 8, 16],
  barriersPerStore: [0.25, 0.5, 1, 2],
  spread: [0, 1],
  randomShare: [0, 0.25, 0.5, 1],
};
const HOT_FACTORS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8];

/** In the order in which they are tried: what moves most comes first. */
const ORDER: readonly FitParameterName[] = [
  'distance',
  'loadsInFlight',
  'barriersPerStore',
  'spread',
  'hotBytes',
  'randomShare',
];
/** A step has to lower the score by this much: less is noise of the random draws. */
const LEAST_GAIN = 0.001;

/** A program in the simulator, beside the profile. */
export function evaluateFit(
  fitted: FittedProgram,
  profile: KernelProfile,
  loaded: LoadedSpec,
  options: Pick<RefineOptions, 'weights' | 'windowCycles' | 'seed' | 'shouldContinue'>,
): Evaluation {
  const measurement = measureKernel(fitted.program, fitted.launch, loaded, {
    budgetCycles: options.windowCycles,
    seed: options.seed,
    ...(options.shouldContinue && { shouldContinue: options.shouldContinue }),
  });
  const residuals = residualsOf(profile, measurement);
  return { fitted, measurement, residuals, score: scoreOf(residuals, options.weights) };
}

/**
 * Coordinate search over what the counters leave open: each parameter in turn moves along its ladder as long
 * as the score falls, and rounds go on until none of them moves or the budget is spent. The same profile,
 * budget and seed give the same program.
 */
export function refineFit(
  first: FittedProgram,
  profile: KernelProfile,
  loaded: LoadedSpec,
  options: RefineOptions,
): Refinement {
  const search = new Search(first, profile, loaded, options);
  const end = search.run();
  return {
    before: search.before,
    after: search.best,
    steps: search.steps,
    simulatedCycles: search.cycles,
    simulations: search.simulations,
    end,
  };
}

class Search {
  readonly before: Evaluation;
  best: Evaluation;
  cycles = 0;
  simulations = 0;
  readonly steps: RefinementStep[] = [];
  private readonly tried = new Set<string>();

  constructor(
    private readonly first: FittedProgram,
    private readonly profile: KernelProfile,
    private readonly loaded: LoadedSpec,
    private readonly options: RefineOptions,
  ) {
    this.before = this.simulate(first);
    this.best = this.before;
  }

  run(): Refinement['end'] {
    for (;;) {
      const { score } = this.best;
      for (const parameter of ORDER) {
        if (this.isCancelled) return 'cancelled';
        if (!this.hasBudget) return 'budget';
        if (!this.move(parameter, 1)) this.move(parameter, -1);
      }
      if (score - this.best.score < LEAST_GAIN) return this.isCancelled ? 'cancelled' : 'converged';
    }
  }

  private get hasBudget(): boolean {
    return this.cycles + this.before.measurement.simulatedCycles <= this.options.budgetCycles;
  }

  private get isCancelled(): boolean {
    return this.best.measurement.cancelled || this.options.shouldContinue?.() === false;
  }

  /** Moves a parameter one way as long as it pays; whether it moved at all. */
  private move(parameter: FitParameterName, direction: 1 | -1): boolean {
    let moved = false;
    for (;;) {
      const { parameters } = this.best.fitted;
      const from = parameters[parameter];
      const to = this.next(parameter, from, direction);
      if (to === null || !this.hasBudget) return moved;
      const candidate = this.attempt({ ...parameters, [parameter]: to });
      if (candidate === null || candidate.score > this.best.score - LEAST_GAIN) return moved;
      this.best = candidate;
      this.steps.push({ parameter, from, to, score: candidate.score });
      moved = true;
    }
  }

  private next(parameter: FitParameterName, from: number, direction: 1 | -1): number | null {
    const ladder =
      parameter === 'hotBytes'
        ? HOT_FACTORS.map((factor) =>
            Math.max(4096, 128 * Math.round((this.first.parameters.hotBytes * factor) / 128)),
          )
        : LADDERS[parameter];
    const beyond = ladder.filter((value) => (value - from) * direction > 0);
    if (beyond.length === 0) return null;
    return direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
  }

  /** Null for parameters that were tried before, for a program that stays the same, and when cancelled. */
  private attempt(parameters: FitParameters): Evaluation | null {
    const fitted = withParameters(this.first, this.loaded.gpu, parameters);
    const key = JSON.stringify(fitted.program);
    if (this.tried.has(key)) return null;
    const evaluation = this.simulate(fitted, key);
    return evaluation.measurement.cancelled ? null : evaluation;
  }

  private simulate(fitted: FittedProgram, key = JSON.stringify(fitted.program)): Evaluation {
    this.tried.add(key);
    const evaluation = evaluateFit(fitted, this.profile, this.loaded, this.options);
    this.cycles += evaluation.measurement.simulatedCycles;
    this.simulations++;
    return evaluation;
  }
}
