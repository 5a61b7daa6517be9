import type { MODEL_INPUTS } from './inputs';

export type ModelInput = (typeof MODEL_INPUTS)[number];

/** What people call an input, and how they read its value. */
interface InputName {
  readonly name: string;
  readonly unit: '%' | 'per cycle' | 'sectors per cycle';
}

const SECTORS = 'sectors per cycle';

/** The inputs of equation 7; rates are per core cycle over the SMs of the kernel, sectors have 32 bytes. */
const INPUT_NAMES: Readonly<Record<ModelInput, InputName>> = {
  smFraction: { name: 'share of the SMs', unit: '%' },
  ipc: { name: 'warp instructions', unit: 'per cycle' },
  l1DataAccesses: { name: 'accesses of the L1 data cache', unit: SECTORS },
  l1DataMisses: { name: 'misses of the L1 data cache', unit: SECTORS },
  l1ConstantAccesses: { name: 'accesses of the constant cache', unit: 'per cycle' },
  l1ConstantMisses: { name: 'misses of the constant cache', unit: 'per cycle' },
  l2Accesses: { name: 'accesses of the L2 cache', unit: SECTORS },
  l2Misses: { name: 'misses of the L2 cache', unit: SECTORS },
  memoryBandwidth: { name: 'use of the DRAM bandwidth', unit: '%' },
  coRunnerL2Accesses: { name: 'accesses of the L2 cache by the others', unit: SECTORS },
  coRunnerL2Misses: { name: 'misses of the L2 cache by the others', unit: SECTORS },
  coRunnerMemoryBandwidth: { name: 'use of the DRAM bandwidth by the others', unit: '%' },
};

/** An input outside of what a model was trained on. */
export interface RangeWarning {
  readonly input: ModelInput;
  /** One line for the user, with the numbers. */
  readonly text: string;
}

export function rangeTexts(warnings: readonly RangeWarning[]): string[] {
  return warnings.map(({ text }) => text);
}

/** @param range least and largest value in training */
export function rangeWarning(
  input: ModelInput,
  value: number,
  [low, high]: readonly [number, number],
  gpu: string,
): RangeWarning {
  const { name, unit } = INPUT_NAMES[input];
  const shown = (x: number): string => (unit === '%' ? 100 * x : x).toPrecision(3);
  const side = value < low ? 'below' : 'above';
  const text = `${name}: ${shown(value)} ${unit}, ${side} the training range ${shown(low)} to ${shown(high)} of the model for ${gpu}`;
  return { input, text };
}
