import { message, type Words } from '../../kernel/message';
import type { Launch } from '../../kernel/kernel';
import { resolveDim3, volume, type SymbolicValue } from '../../kernel/symbolic';
import { firstTimeNote } from '../constants/firstTime';
import type { FunctionUnit } from '../files/functionUnit';
import type { LoweringAssumption } from './assumption';
import type { GivenNumbers } from './directives';
import type { LaunchExtents } from './index/formOf';

/**
 * Conditions that host code's values for arguments rest on, by name, where the kernel is launched with another
 * number of threads than host code gives under the same conditions: then they need not hold.
 */
export function conditionsOf(
  kernel: FunctionUnit,
  launch: Launch | null,
  given: GivenNumbers,
  chosen: LaunchExtents,
): ReadonlyMap<string, Words> {
  if (launch === null || hasSize(launch, chosen)) return new Map();
  const found = kernel.outline.parameters.flatMap(({ name }, place): [string, Words][] => {
    const notes = launch.arguments[place]?.notes ?? [];
    if (notes.length === 0 || given.has(name)) return [];
    const then = message('cuda.otherThreads');
    return [[name, [...notes, then].reduce((first, next) => message('kernel.sentences', { first, next }))]];
  });
  return new Map(found);
}

/** Tests whether host code launches as many threads, but for what fills the last block; also where it does not tell. */
function hasSize(launch: Launch, { grid, block }: LaunchExtents): boolean {
  const [ownGrid, ownBlock] = [resolveDim3(launch.grid), resolveDim3(launch.block)];
  if (ownGrid === null || ownBlock === null) return true;
  const difference = Math.abs(volume(ownGrid) * volume(ownBlock) - volume(grid) * volume(block));
  return difference < Math.max(volume(ownBlock), volume(block));
}

/**
 * Says of a launch that stands for several which numbers of the first one were taken: those of arguments that later
 * turns of a loop, or later calls of a function, change; of extents where no argument changes with them. Types likewise.
 */
export function firstTimeAssumptions(
  kernel: FunctionUnit,
  launch: Launch | null,
  given: GivenNumbers,
): readonly LoweringAssumption[] {
  if (launch === null) return [];
  return [...laterTypesOf(kernel, launch), ...firstNumbers(kernel, launch, given)];
}

function laterTypesOf(kernel: FunctionUnit, launch: Launch): readonly LoweringAssumption[] {
  return (launch.laterTypes ?? []).map(({ place, types }) => {
    const name = kernel.outline.template[place]?.name ?? '';
    const text = message('cuda.typeTaken', { name, type: launch.templateArguments[place]!, types });
    return { text, line: null, range: null, parameter: null, value: null };
  });
}

function firstNumbers(
  kernel: FunctionUnit,
  launch: Launch,
  given: GivenNumbers,
): readonly LoweringAssumption[] {
  const ofArguments = kernel.outline.parameters.flatMap(({ name }, place) =>
    given.has(name) ? [] : firstTimeAssumption(name, launch.arguments[place]),
  );
  if (ofArguments.length > 0) return ofArguments;
  return (['grid', 'block'] as const).flatMap((what) =>
    launch[what].flatMap((extent, axis) => firstTimeAssumption(`${what}Dim.${'xyz'[axis]}`, extent)),
  );
}

function firstTimeAssumption(name: string, of: SymbolicValue | undefined): LoweringAssumption[] {
  const value = of?.value ?? null;
  const why = of && firstTimeNote(of);
  if (value === null || why === undefined) return [];
  const text = message('cuda.argumentTaken', { name, value, why });
  return [{ text, line: null, range: null, parameter: null, value: null, ofFirst: { name, value } }];
}
