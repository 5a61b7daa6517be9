import type { Assumption, Guess } from '../../kernel/origin';
import type { KernelResult } from './kernelResult';
import type { KernelSimulation } from './simulationResult';

/** Numbers of the whole project that kernels wait for. */
export interface OpenNumbers {
  readonly names: readonly string[];
  /** Kernels that have a time, or can be simulated for one, once these have numbers. */
  readonly kernels: number;
}

/** Names that are asked for at once, at most. */
const MOST_NAMES = 4;

/** The few numbers without which most kernels have no time; null where none waits for such numbers alone. */
export function mostWanted(kernels: readonly KernelResult[]): OpenNumbers | null {
  const wanted = kernels.filter(waits).map(({ openSizes }) => openSizes.map(({ name }) => name));
  const choices = wanted
    .filter(({ length }) => length <= MOST_NAMES)
    .map((names) => ({ names, kernels: wanted.filter((others) => isWithin(others, names)).length }));
  const [best] = choices.toSorted((a, b) => b.kernels - a.kernels || a.names.length - b.names.length);
  return best ?? null;
}

/** Whether numbers that the whole project shares are all that a kernel lacks. */
function waits({ time, refused, openSizes, simulation }: KernelResult): boolean {
  const shared = openSizes.length > 0 && openSizes.every(({ key, name }) => key === name);
  const isTold = simulation === null || isWhole(simulation);
  return time === null && refused === null && shared && isTold;
}

/** Whether a program is all of its kernel: else numbers alone give no time. */
const isWhole = ({ undeclared, assumptions }: KernelSimulation): boolean =>
  undeclared.length === 0 && assumptions.every(({ omits = [] }) => omits.length === 0);

function isWithin(names: readonly string[], others: readonly string[]): boolean {
  return names.every((name) => others.includes(name));
}

/** An assumption as the number that it leaves to the user. */
export function openSizeOf({ key, value }: Assumption): Guess {
  return { key, name: key.slice(key.lastIndexOf(':') + 1), value: Number(value) };
}

/** Each number once, by the key that sets it: the last that is said of it. */
export function distinctNumbers<T extends { readonly key: string }>(numbers: readonly T[]): readonly T[] {
  return [...new Map(numbers.map((one) => [one.key, one])).values()];
}

/** Numbers that data decide and nobody has told, with which a time was simulated: no verdict rests on them. */
export const guessedNumbers = ({ time }: Pick<KernelResult, 'time'>): readonly Guess[] => time?.guesses ?? [];

/** The guesses among what was assumed, each once. */
export function guessesAmong(assumptions: readonly Assumption[]): readonly Guess[] {
  return distinctNumbers(assumptions.filter(({ isGuess }) => isGuess === true).map(openSizeOf));
}
