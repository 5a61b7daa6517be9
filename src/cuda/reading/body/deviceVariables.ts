import type { Value } from '../values/graph';
import { isFloating, type CType } from '../values/types';
import { Source } from '../values/value';
import type { HostNumber } from '../values/valueTable';
import { ofCopy } from './constantTables';
import type { MemoryPlace } from './memoryContents';
import type { KernelState } from './state';

/** The mark in front of a variable's name in that of its address. */
const ADDRESS = '&';

/** A number that the host sets in a variable of the program before a launch: it is the same for all threads, like an argument. */
export function constantNumber(state: KernelState, place: MemoryPlace): Value | null {
  const name = nameOf(state, place);
  if (name === null) return null;
  const { known } = hostNumber(state, name, place.type);
  const number = state.table.symbol(name, place.type, Source.argument, known, known !== null);
  return ofCopy(state, number, place.index);
}

/**
 * A whole number in a variable of the program that the kernel only reads (`__device__ int count`): it is loaded, and
 * the host tells it like an argument. Null for all other memory.
 */
export function loadedNumber(state: KernelState, place: MemoryPlace): HostNumber | null {
  const { base, index, type } = place;
  const isWhole = type.kind === 'scalar' && !isFloating(type.scalar) && type.scalar !== 'bool';
  if (!isWhole || index.constant === null || state.ownWrites.has(base.name.slice(ADDRESS.length)))
    return null;
  const name = nameOf(state, place);
  return name === null ? null : hostNumber(state, name, type);
}

function hostNumber(state: KernelState, name: string, type: CType): HostNumber {
  state.settable.add(name);
  return { name, known: type.kind === 'scalar' ? (state.context.parameters.get(name) ?? null) : null };
}

/** What the source calls a number in a variable of the program: `limit`, `box.width`, `sizes[2]`. */
function nameOf({ objects }: KernelState, { base, index, field }: MemoryPlace): string | null {
  if (base.kind !== 'symbol' || !base.name.startsWith(ADDRESS)) return null;
  const object = objects.get(base.name);
  const space = base.type.kind === 'pointer' ? base.type.space : null;
  if (object === undefined || (space !== 'global' && space !== 'constant')) return null;
  const element = object.kind === 'array' ? `[${index.text}]` : '';
  return `${base.name.slice(ADDRESS.length)}${element}${field}`;
}
