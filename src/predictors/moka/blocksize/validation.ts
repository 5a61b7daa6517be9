import { message, type Message } from '../../../kernel/message';
import type { BlockMethod } from './methods';
import data from './data/validation.json';

/** How a method did on measured kernels. */
export interface MethodValidation {
  readonly method: BlockMethod;
  /** Time of its choice over the best time, geometric mean over kernels. */
  readonly regret: number;
  readonly worst: number;
}

/** Methods whose mean regrets are closer than this cannot be told apart by so few kernels. */
const INDISTINGUISHABLE = 0.01;

/** Among methods that cannot be told apart, those that change less or know more of the kernel come first. */
const PREFERENCE: readonly BlockMethod[] = [
  'current if sound',
  'occupancy near 128',
  'occupancy',
  'SimK',
  'nearest kernels',
  '128 threads',
  '64 threads',
  '256 threads',
  'current',
];

/** Methods in the order in which they are followed: those as good as the best by preference, then by regret. */
export function rankMethods(validations: readonly MethodValidation[]): readonly BlockMethod[] {
  const best = Math.min(...validations.map((row) => row.regret));
  const asGood = (row: MethodValidation) => row.regret <= best + INDISTINGUISHABLE;
  const place = (row: MethodValidation) => PREFERENCE.indexOf(row.method);
  return [...validations]
    .sort((a, b) =>
      asGood(a) && asGood(b) ? place(a) - place(b) : a.regret - b.regret || place(a) - place(b),
    )
    .map((row) => row.method);
}

/** The methods as the stored validation ranks them. */
export function preferredMethods(): readonly BlockMethod[] {
  return rankMethods(data.methods as readonly MethodValidation[]);
}

/** One clause on how a method validated. */
export function validationOf(method: BlockMethod): Message {
  const row = (data.methods as readonly MethodValidation[]).find((other) => other.method === method)!;
  const { regret, worst } = row;
  const random = data.random.regret;
  return message('predictors.block.validation', { kernels: data.kernels.length, regret, worst, random });
}
