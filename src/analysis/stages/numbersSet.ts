import { namesGiven } from '../../cuda/files/sizedLaunches';
import type { Kernel, Launch } from '../../kernel/kernel';
import { isSettable, settableOf, type SymbolicValue } from '../../kernel/symbolic';
import type { AnalysisSettings } from '../workspaceState';

/** Keys of a kernel's assumptions begin like this. */
export function assumptionPrefix({ path, name }: Pick<Kernel, 'path' | 'name'>): string {
  return `${path}:${name}:`;
}

/** What the user has set for one kernel, by the key of its assumption or, shorter, by `kernel:what`; undefined for nothing. */
export function setForKernel(
  kernel: Pick<Kernel, 'path' | 'name'>,
  { assumptions }: Pick<AnalysisSettings, 'assumptions'>,
  what: string,
): AnalysisSettings['assumptions'][string] | undefined {
  return assumptions[`${assumptionPrefix(kernel)}${what}`] ?? assumptions[`${kernel.name}:${what}`];
}

/** The numbers that the user has set for names of the sources: one value for all kernels of the project. */
export function projectNumbers({
  assumptions,
}: Pick<AnalysisSettings, 'assumptions'>): ReadonlyMap<string, number> {
  return new Map(
    Object.entries(assumptions).flatMap(([key, value]) =>
      isSettable(key) && typeof value === 'number' ? [[key, value] as const] : [],
    ),
  );
}

/** What the user has set for one kernel alone, by the names that its lowering asks for. */
export function ownNumbers(
  kernel: Pick<Kernel, 'path' | 'name'>,
  { assumptions }: AnalysisSettings,
): Record<string, number> {
  const set = (prefix: string): [string, number][] =>
    Object.entries(assumptions).flatMap(([key, value]) =>
      key.startsWith(prefix) && typeof value === 'number' ? [[key.slice(prefix.length), value]] : [],
    );
  return Object.fromEntries([...set(`${kernel.name}:`), ...set(assumptionPrefix(kernel))]);
}

/** A kernel with the launch that stands for all of them. */
export interface LaunchedKernel {
  readonly kernel: Kernel;
  readonly launch: Launch | null;
}

/** What the user has set for a kernel: its own numbers, and those of the project where its launch leaves a parameter open. */
export function numbersSet(launched: LaunchedKernel, settings: AnalysisSettings): Record<string, number> {
  return {
    ...ofParameters(launched, projectNumbers(settings)),
    ...ownNumbers(launched.kernel, settings),
  };
}

/** Numbers of the project for the parameters of a kernel that its launch leaves open. */
export function ofParameters(
  { kernel, launch }: LaunchedKernel,
  numbers: ReadonlyMap<string, number>,
): Record<string, number> {
  return Object.fromEntries(
    kernel.parameters.flatMap(({ name }, place) => {
      const value = numbers.get(name);
      return value !== undefined && (launch?.arguments[place]?.value ?? null) === null ? [[name, value]] : [];
    }),
  );
}

/** Names of the project whose numbers a kernel and its launch have taken. */
export function namesTaken(
  launched: LaunchedKernel,
  numbers: ReadonlyMap<string, number>,
): readonly string[] {
  const atLaunch = launched.launch === null ? [] : namesGiven(launched.launch);
  return [...new Set([...atLaunch, ...Object.keys(ofParameters(launched, numbers))])];
}

/**
 * The name under which the whole project knows a parameter of a kernel: that of the variable which its launch hands
 * over, its own where there is no launch; null where the launch computes it of something else.
 */
export function projectName({ kernel, launch }: LaunchedKernel, parameter: string): string | null {
  const place = kernel.parameters.findIndex(({ name }) => name === parameter);
  if (place < 0) return null;
  const argument = launch?.arguments[place];
  if (argument === undefined) return launch === null || launch.arguments.length === 0 ? parameter : null;
  return namesIn([argument])[0] === argument.text ? argument.text : null;
}

/** Names that make the values of a launch known; none where no name would make one of them so. */
export function namesIn(values: readonly SymbolicValue[]): readonly string[] {
  const lacking = values.filter(({ value }) => value === null).map(settableOf);
  return lacking.every((names) => names.length > 0) ? [...new Set(lacking.flat())] : [];
}
