import { InputError } from '../../../kernel/result';
import { DenseNetwork } from '../../../stats/denseNetwork';
import type { Pressure, ThemisEvents } from '../events';
import type { KernelSlowdown, SlowdownModel } from '../slowdownModel';
import type { EventSource } from '../training/samples';
import { MODEL_INPUTS, writeInputs } from './inputs';
import type { ThemisModelFile, ThemisModelVariant } from './modelFile';

/** Places of the outputs. */
const SCALABILITY = 0;
const INTERFERENCE = 1;

/** Inputs may leave the training range by this share of it before that is told. */
const TOLERANCE = 0.01;

/** Themis's kernel slowdown model for one GPU, from trained parameters. */
export class KernelSlowdownModel implements SlowdownModel {
  private readonly network: DenseNetwork;
  private readonly outputs = new Float64Array(2);
  private readonly lowest: Float64Array;
  private readonly highest: Float64Array;

  constructor(
    readonly file: ThemisModelFile,
    readonly variant: ThemisModelVariant,
  ) {
    const { layers, biases, leak, parameters } = variant;
    this.network = new DenseNetwork({ layers, biases, leak }, Float64Array.from(parameters));
    const ranges = file.ranges[variant.events];
    this.lowest = Float64Array.from(ranges, ([low]) => low);
    this.highest = Float64Array.from(ranges, ([, high]) => high);
  }

  predict(smFraction: number, own: ThemisEvents, coRunners: Pressure): KernelSlowdown {
    if (!(smFraction > 0 && smFraction <= 1))
      throw new InputError(`a share of ${smFraction} of the SMs: expected above 0 and at most 1`);
    this.predictInto(this.outputs, smFraction, own, coRunners);
    return { scalability: this.outputs[SCALABILITY]!, interference: this.outputs[INTERFERENCE]! };
  }

  /**
   * As `predict`, without a check and without allocating: writes SD_scal and SD_inter to `target`. An event beyond its
   * training range is taken at the edge of it, because a network extrapolates without bound; `warnings` tells
   * of it.
   */
  predictInto(target: Float64Array, smFraction: number, own: ThemisEvents, coRunners: Pressure): void {
    const { network, variant, file } = this;
    const { inputs } = network;
    writeInputs(inputs, smFraction, own, coRunners);
    inputs[0]! /= variant.scales[0]!;
    for (let i = 1; i < inputs.length; i++) {
      const value = inputs[i]!;
      const high = this.highest[i]!;
      const low = this.lowest[i]!;
      inputs[i] = (value > high ? high : value < low ? low : value) / variant.scales[i]!;
    }
    const outputs = network.evaluate();
    target[SCALABILITY] = Math.max(file.leastFactors.scalability, outputs[0]!);
    target[INTERFERENCE] = Math.max(file.leastFactors.interference, outputs[1]!);
  }

  /** A line for each input that lies outside of what the model was trained on, with the numbers. */
  warnings(smFraction: number, own: ThemisEvents, coRunners: Pressure): string[] {
    const values = new Float64Array(MODEL_INPUTS.length);
    writeInputs(values, smFraction, own, coRunners);
    return this.file.ranges[this.variant.events].flatMap(([low, high], i) => {
      const value = values[i]!;
      const margin = TOLERANCE * (high - low);
      if (value >= low - margin && value <= high + margin) return [];
      const side = value < low ? 'below' : 'above';
      return [
        `${MODEL_INPUTS[i]!} is ${value.toPrecision(3)}, ${side} the training range ` +
          `${low.toPrecision(3)} to ${high.toPrecision(3)} of the model for ${this.file.gpu}`,
      ];
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
  events: EventSource = 'shared',
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
  throw new InputError(
    `Themis has no model for ${gpu} (trained: ${known}); corun train themis --gpu ${gpu} makes one`,
    'no-model',
  );
}

/**
 * Checks an allocation before anything is predicted for it.
 *
 * @throws InputError when there are more applications than SMs, or the counts do not fit the GPU
 */
export function checkAllocation(sms: readonly number[], total: number): void {
  if (sms.length > total)
    throw new InputError(`${sms.length} applications are more than the GPU's ${total} SMs`);
  const bad = sms.find((count) => !Number.isInteger(count) || count < 1);
  if (bad !== undefined) throw new InputError(`${bad} SMs for an application: expected 1 or more`);
  const sum = sms.reduce((a, b) => a + b, 0);
  if (sum > total) throw new InputError(`${sum} SMs in all, but the GPU has ${total}`);
}
