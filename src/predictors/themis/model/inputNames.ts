import { message, type Words } from '../../../kernel/message';
import type { MODEL_INPUTS } from './inputs';

export type ModelInput = (typeof MODEL_INPUTS)[number];

/** What people call an input, and how they read its value. */
interface InputName {
  readonly name: Words;
  readonly unit: Unit;
}

type Unit = 'share' | 'perCycle' | 'sectorsPerCycle';

const SECTORS: Unit = 'sectorsPerCycle';

/** The inputs of equation 7; rates are per core cycle over the SMs of the kernel, sectors have 32 bytes. */
const INPUT_NAMES: Readonly<Record<ModelInput, InputName>> = {
  smFraction: { name: message('predictors.themis.input.smFraction'), unit: 'share' },
  ipc: { name: message('predictors.themis.input.ipc'), unit: 'perCycle' },
  l1DataAccesses: { name: message('predictors.themis.input.l1DataAccesses'), unit: SECTORS },
  l1DataMisses: { name: message('predictors.themis.input.l1DataMisses'), unit: SECTORS },
  l1ConstantAccesses: { name: message('predictors.themis.input.l1ConstantAccesses'), unit: 'perCycle' },
  l1ConstantMisses: { name: message('predictors.themis.input.l1ConstantMisses'), unit: 'perCycle' },
  l2Accesses: { name: message('predictors.themis.input.l2Accesses'), unit: SECTORS },
  l2Misses: { name: message('predictors.themis.input.l2Misses'), unit: SECTORS },
  memoryBandwidth: { name: message('predictors.themis.input.memoryBandwidth'), unit: 'share' },
  coRunnerL2Accesses: { name: message('predictors.themis.input.coRunnerL2Accesses'), unit: SECTORS },
  coRunnerL2Misses: { name: message('predictors.themis.input.coRunnerL2Misses'), unit: SECTORS },
  coRunnerMemoryBandwidth: {
    name: message('predictors.themis.input.coRunnerMemoryBandwidth'),
    unit: 'share',
  },
};

/** An input outside of what a model was trained on. */
export interface RangeWarning {
  readonly input: ModelInput;
  /** One line for the user, with the numbers. */
  readonly text: Words;
}

export function rangeTexts(warnings: readonly RangeWarning[]): Words[] {
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
  const shown = (x: number): string => (unit === 'share' ? 100 * x : x).toPrecision(3);
  const side = value < low ? 'predictors.themis.below' : 'predictors.themis.above';
  const told = message(`predictors.themis.unit.${unit}`, { value: shown(value) });
  return { input, text: message(side, { name, value: told, low: shown(low), high: shown(high), gpu }) };
}
