import { isMessage, type Words } from '../../kernel/message';
import type { KernelResult, OpenSize } from '../results/kernelResult';
import { distinctNumbers, guessedNumbers } from '../results/openNumbers';
import type { KernelPair, MetKernel } from './kernelPairs';
import type { PairVerdict } from './pairVerdicts';

/** One thing that a verdict on a pair waits for. */
export type PairLack =
  /** Numbers that the sources leave open. */
  | { readonly what: 'sizes'; readonly sizes: readonly OpenSize[] }
  /** Of a launch whose kernel is timed at another one: what is missing, and the numbers that would tell it. */
  | {
      readonly what: 'launch';
      readonly name: string;
      readonly missing: readonly string[];
      readonly sizes: readonly OpenSize[];
    }
  /** Code that a simulation leaves out: only a profile tells the time. */
  | { readonly what: 'code'; readonly name: string; readonly missing: readonly string[] }
  /** Types that nothing declares: only a profile, or their declaration, tells the time. */
  | { readonly what: 'type'; readonly name: string; readonly missing: readonly string[] }
  /** A time that no simulation can give as things are, and why. */
  | { readonly what: 'refused'; readonly name: string; readonly reason: Words }
  /** A time that is not simulated, or not yet. */
  | { readonly what: 'time'; readonly name: string }
  /** How much one of the pair is slowed down by the other; by another launch of it where that is null. */
  | { readonly what: 'slowdown'; readonly name: string; readonly beside: string | null };

/** All that a verdict on a pair waits for; nothing where there is one, or where it only has to be exact. */
export function pairLacks({ pair, answers, verdict }: PairVerdict): readonly PairLack[] {
  if (verdict !== null) return [];
  const kernels = distinctKernels(pair);
  const sizes = distinctNumbers(kernels.flatMap(openSizesOf));
  const others = kernels.flatMap((one) => [...launchLack(one), ...timeLack(one.kernel)]);
  const lacks: readonly PairLack[] = [
    ...(sizes.length === 0 ? [] : [{ what: 'sizes', sizes } as const]),
    ...others,
  ];
  return lacks.length > 0 ? lacks : [slowdownLack(pair, answers[0] === null ? 0 : 1)];
}

function slowdownLack(pair: KernelPair, at: 0 | 1): PairLack {
  const [{ kernel: victim }, { kernel: other }] = at === 0 ? pair : [pair[1], pair[0]];
  return { what: 'slowdown', name: victim.name, beside: victim.id === other.id ? null : other.name };
}

/** Numbers that pairs wait for, each once. */
export function sizesIn(lacks: readonly PairLack[]): readonly OpenSize[] {
  return distinctNumbers(lacks.flatMap((lack) => ('sizes' in lack ? lack.sizes : [])));
}

/** A number as `--arguments` takes it: one of a kernel alone stands behind the kernel's name. */
export function typedName({ key, name }: OpenSize): string {
  if (key === name) return name;
  const [kernel] = key
    .slice(0, -name.length - 1)
    .split(':')
    .slice(-1);
  return `${kernel}:${name}`;
}

/** Whether numbers alone tell what a pair waits for. */
export function isToldByNumbers(lacks: readonly PairLack[]): boolean {
  return lacks.length > 0 && lacks.every((lack) => 'sizes' in lack && lack.sizes.length > 0);
}

/** Numbers of a kernel that has a time with them: no number helps where code is missing. */
const openSizesOf = ({ kernel }: MetKernel): readonly OpenSize[] => {
  if (kernel.time !== null) return guessedNumbers(kernel);
  return timeLack(kernel).length === 0 ? kernel.openSizes : [];
};

function launchLack({ kernel: { name, time }, lacks }: MetKernel): readonly PairLack[] {
  if (time === null || lacks === undefined) return [];
  const sizes = lacks.sizes.map((size): OpenSize => ({ key: size, name: size, value: null }));
  return [{ what: 'launch', name, missing: lacks.missing, sizes }];
}

/** Why a kernel has no time, where that is not numbers alone. */
function timeLack({ name, time, openSizes, refused, simulation }: KernelResult): readonly PairLack[] {
  if (time !== null) return [];
  if (refused !== null) return [{ what: 'refused', name, reason: refused }];
  const { undeclared = [], assumptions = [], status, reason = null } = simulation ?? {};
  if (undeclared.length > 0) return [{ what: 'type', name, missing: undeclared }];
  const missing = [...new Set(assumptions.flatMap(({ omits }) => omits ?? []))];
  if (missing.length > 0) return [{ what: 'code', name, missing }];
  if (openSizes.length > 0) return [];
  return status === 'refused' && reason !== null && !isOutOfBudget(reason)
    ? [{ what: 'refused', name, reason }]
    : [{ what: 'time', name }];
}

/** Whether a kernel is not simulated only since others come first. */
const isOutOfBudget = (reason: Words): boolean =>
  isMessage(reason) && reason.say === 'analysis.mostSimulated';

const distinctKernels = (pair: KernelPair): readonly MetKernel[] =>
  pair[0].kernel.id === pair[1].kernel.id && pair[1].lacks === undefined ? [pair[0]] : pair;
