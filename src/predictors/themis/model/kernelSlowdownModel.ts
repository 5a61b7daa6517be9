import { message } from '../../../kernel/message';
import { InputError } from '../../../kernel/result';
import type { Pressure } from '../events';
import type { CounterRates } from '../../counting/rates';
import type { SlowdownFactors } from '../../forecast';
import type { SlowdownModel } from '../slowdownModel';
import { rangeWarning, type RangeWarning } from './inputNames';
import { MODEL_INPUTS, writeInputs } from './inputs';
import { fittedNetwork, inputRanges, type ThemisModelFile, type ThemisModelVariant } from './modelFile';
import type { SampleSet } from './sampleSets';
import { INTERFERENCE, SCALABILITY, SlowdownNetwork } from './slowdownNetwork';

/** Inputs may leave the training range by this share of it before that is told. */
const TOLERANCE = 0.01;

/** Themis's kernel slowdown model for one GPU, from trained parameters. */
export class KernelSlowdownModel implements SlowdownModel {
  private readonly network: SlowdownNetwork;
  private readonly factors = new Float64Array(2);

  constructor(
    readonly file: ThemisModelFile,
    readonly variant: ThemisModelVariant,
  ) {
    this.network = new SlowdownNetwork(fittedNetwork(file, variant));
  }

  predict(
    smFraction: number,
    own: CounterRates,
    coRunners: Pressure,
    countedFraction = this.countedAt(smFraction),
  ): SlowdownFactors {
    if (!(smFraction > 0 && smFraction <= 1))
      throw new InputError(message('predictors.themis.share', { given: smFraction }));
    this.predictInto(this.factors, smFraction, own, coRunners, countedFraction);
    return { scalability: this.factors[SCALABILITY]!, interference: this.factors[INTERFERENCE]! };
  }

  /**
   * As `predict`, without a check and without allocating: writes both factors to `target`. Events beyond the
   * training range are taken at its edge; `warnings` tells of them.
   */
  predictInto(
    target: Float64Array,
    smFraction: number,
    own: CounterRates,
    coRunners: Pressure,
    countedFraction = this.countedAt(smFraction),
  ): void {
    this.network.predictInto(target, smFraction, own, coRunners, countedFraction);
  }

  /** Events of runs alone are those of the whole GPU, others those of the split itself unless told otherwise. */
  private countedAt(smFraction: number): number {
    return this.variant.events === 'solo' ? 1 : smFraction;
  }

  /** Each input that lies outside of what the model was trained on. */
  warnings(smFraction: number, own: CounterRates, coRunners: Pressure): RangeWarning[] {
    const values = new Float64Array(MODEL_INPUTS.length);
    writeInputs(values, smFraction, own, coRunners);
    return inputRanges(this.file, this.variant).flatMap(([low, high], i) => {
      const value = values[i]!;
      const margin = TOLERANCE * (high - low);
      if (value >= low - margin && value <= high + margin) return [];
      return [rangeWarning(MODEL_INPUTS[i]!, value, [low, high], this.file.gpu)];
    });
  }
}

/**
 * The model of a file that reads events of the given source: the default one, or the one of the given name.
 *
 * @throws InputError when the file has none
 */
export function slowdownModel(
  file: ThemisModelFile,
  events: SampleSet = 'shared',
  name?: string,
): KernelSlowdownModel {
  const variant = file.variants.find(
    (one) => one.events === events && (name === undefined || one.name === name),
  );
  if (variant === undefined)
    throw new InputError(`the Themis model for ${file.gpu} has no variant ${name ?? 'for'} ${events} events`);
  return new KernelSlowdownModel(file, variant);
}

/**
 * The model file for a GPU.
 *
 * @throws InputError when none was trained for it: a model of one GPU says nothing about another
 */
export function modelFor(gpu: string, files: readonly ThemisModelFile[]): ThemisModelFile {
  const file = files.find((one) => one.gpu === gpu);
  if (file !== undefined) return file;
  const known = files.length === 0 ? 'none' : files.map((one) => one.gpu).join(', ');
  throw new InputError(message('predictors.themis.noModel', { gpu, trained: known }), 'no-model');
}
