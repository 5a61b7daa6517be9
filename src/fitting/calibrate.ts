import type { KernelProfile } from '../kernel/profile';
import type { KernelProgram } from '../kernel/program';
import { InputError } from '../kernel/result';
import type { LoadedSpec } from '../simulator/spec/loadSpec';
import { countDistance, countTargets, type CountTarget } from './calibrationTargets';
import { CounterReader } from './counterReader';
import type { FittedLaunch } from './launchShape';
import { measureKernel, type KernelMeasurement } from './measure';
import { programTotals } from './programTotals';
import { residualsOf, scoreOf, type Residual, type ResidualWeights } from './residuals';

/** A number that the source does not tell. */
export interface OpenParameter {
  readonly name: string;
  /** What lowering assumed. */
  readonly value: number;
  readonly text: string;
}

/** A program from source with what was left open in it. */
export interface LoweredProgram {
  readonly program: KernelProgram;
  readonly launch: FittedLaunch;
  readonly open: readonly OpenParameter[];
}

/**
 * The program with these values of its open parameters.
 * @throws InputError for values with which there is none.
 */
export type LowerWith = (values: Readonly<Record<string, number>>) => LoweredProgram;

export interface CalibrationOptions {
  readonly weights: ResidualWeights;
  /** Core cycles over all simulations; 0 leaves alone what only a simulation can tell. */
  readonly budgetCycles: number;
  readonly windowCycles: number;
  readonly seed: number;
  readonly shouldContinue?: () => boolean;
}

/** What became of an open parameter. */
export interface CalibratedParameter {
  readonly name: string;
  readonly assumed: number;
  readonly value: number;
  /** `counts`: instruction and request counts decide it; `simulation`: traffic and stalls do; `kept`: nothing does. */
  readonly by: 'counts' | 'simulation' | 'kept';
  readonly why: string;
}

export interface Calibration {
  readonly program: KernelProgram;
  readonly launch: FittedLaunch;
  readonly parameters: readonly CalibratedParameter[];
  /** Mean distance of instruction and request counts (a logarithm of ratios) before and after. */
  readonly distance: { readonly before: number; readonly after: number };
  readonly measurement: KernelMeasurement;
  readonly residuals: readonly Residual[];
  readonly score: number;
}

/** Factors by which a count is moved, coarse ones first. */
const FACTORS = [8, 2, Math.SQRT2, 1.1];
/** Steps by which a share is moved. */
const STEPS = [0.3, 0.1, 0.03];
const MOST_ROUNDS = 4;
/** A parameter that changes the distance by less than this is not decided by counts. */
const LEAST_GAIN = 0.002;

/**
 * Calibrates a program from source to a profile: open trip counts, branch shares and sizes move until the
 * instruction and request counts of the program come nearest to the measured ones; what these do not depend
 * on is then decided by short simulations. The structure stays as it is in the source. Registers are those of
 * the profile. The duration is looked at only if `weights` says so.
 *
 * @throws InputError naming file, line and metric for counters that cannot be.
 */
export function calibrate(
  lowerWith: LowerWith,
  profile: KernelProfile,
  loaded: LoadedSpec,
  options: CalibrationOptions,
): Calibration {
  return new Calibrator(lowerWith, profile, loaded, options).run();
}

interface State {
  readonly values: Readonly<Record<string, number>>;
  readonly lowered: LoweredProgram;
  readonly cost: number;
}

type Cost = (lowered: LoweredProgram) => number;

class Calibrator {
  private readonly targets: readonly CountTarget[];
  private readonly moved = new Map<string, CalibratedParameter['by']>();
  private cycles = 0;

  constructor(
    private readonly lowerWith: LowerWith,
    private readonly profile: KernelProfile,
    private readonly loaded: LoadedSpec,
    private readonly options: CalibrationOptions,
  ) {
    this.targets = countTargets(new CounterReader(profile));
  }

  run(): Calibration {
    const first = this.lowerWith({});
    const byCounts: Cost = ({ program, launch }) =>
      countDistance(this.targets, programTotals(program, launch));
    const before = byCounts(first);
    let state: State = { values: {}, lowered: first, cost: before };
    state = this.search(state, first.open, byCounts, 'counts');
    const after = state.cost;
    const left = first.open.filter(({ name }) => !this.moved.has(name));
    if (left.length > 0 && this.options.budgetCycles > 0) {
      const score: Cost = (lowered) => this.simulate(lowered).score;
      state = this.search({ ...state, cost: score(state.lowered) }, left, score, 'simulation');
    }
    const found = this.simulate(state.lowered);
    return {
      program: this.withRegisters(state.lowered.program),
      launch: state.lowered.launch,
      parameters: first.open.map((parameter) => this.told(parameter, state.values)),
      distance: { before, after },
      ...found,
    };
  }

  private search(
    start: State,
    open: readonly OpenParameter[],
    cost: Cost,
    by: 'counts' | 'simulation',
  ): State {
    let best = start;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const { cost: before } = best;
      for (const parameter of open) {
        if (this.isSpent(by)) return best;
        const found = this.move(best, parameter, cost, by);
        if (found.cost < best.cost) this.moved.set(parameter.name, by);
        best = found;
      }
      if (before - best.cost < LEAST_GAIN) return best;
    }
    return best;
  }

  private isSpent(by: 'counts' | 'simulation'): boolean {
    if (this.options.shouldContinue?.() === false) return true;
    return by === 'simulation' && this.cycles >= this.options.budgetCycles;
  }

  /** One parameter along its line, in ever smaller steps. */
  private move(start: State, parameter: OpenParameter, cost: Cost, by: 'counts' | 'simulation'): State {
    let best = start;
    for (const candidates of stepsOf(parameter))
      for (let improved = true; improved;) {
        improved = false;
        for (const next of candidates(best.values[parameter.name] ?? parameter.value)) {
          if (this.isSpent(by)) return best;
          const found = this.attempt({ ...best.values, [parameter.name]: next }, cost);
          if (found === null || found.cost > best.cost - LEAST_GAIN) continue;
          best = found;
          improved = true;
        }
      }
    return best;
  }

  /** Null for values with which there is no program. */
  private attempt(values: Readonly<Record<string, number>>, cost: Cost): State | null {
    try {
      const lowered = this.lowerWith(values);
      return { values, lowered, cost: cost(lowered) };
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  private simulate({ program, launch }: LoweredProgram) {
    const measurement = measureKernel(this.withRegisters(program), launch, this.loaded, {
      budgetCycles: this.options.windowCycles,
      seed: this.options.seed,
      ...(this.options.shouldContinue && { shouldContinue: this.options.shouldContinue }),
    });
    this.cycles += measurement.simulatedCycles;
    const residuals = residualsOf(this.profile, measurement);
    return { measurement, residuals, score: scoreOf(residuals, this.options.weights) };
  }

  private withRegisters(program: KernelProgram): KernelProgram {
    const { registers } = this.profile;
    const isKnown = registers !== null && registers >= 1 && registers <= 255;
    return isKnown ? { ...program, registersPerThread: registers } : program;
  }

  private told({ name, value, text }: OpenParameter, values: State['values']): CalibratedParameter {
    const by = this.moved.get(name) ?? 'kept';
    return { name, assumed: value, value: values[name] ?? value, by, why: `${text} — ${WHY[by]}` };
  }
}

const WHY: Readonly<Record<CalibratedParameter['by'], string>> = {
  counts: 'chosen for the instruction and request counts of the profile',
  simulation: 'chosen for the traffic and stalls of the profile in short simulations',
  kept: 'kept: no counter of the profile comes nearer with another value',
};

/** Candidates around a value, coarse steps first: shares stay between 0 and 1, counts whole and positive. */
function stepsOf({ name, value }: OpenParameter): readonly ((from: number) => readonly number[])[] {
  if (isShare(name))
    return STEPS.map((step) => (from: number) => [Math.min(1, from + step), Math.max(0, from - step)]);
  const whole = Number.isInteger(value);
  const near = (scaled: number) => Math.max(whole ? 1 : 1e-9, whole ? Math.round(scaled) : scaled);
  return FACTORS.map(
    (factor) => (from: number) => [near(from * factor), near(from / factor)].filter((to) => to !== from),
  );
}

const isShare = (name: string): boolean => name.startsWith('share_');
