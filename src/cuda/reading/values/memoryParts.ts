import type { MemoryPart, Value, WrittenMemory } from './graph';
import type { MemorySpace } from './types';

/** The memory that a pointer of this space leads to: one of unknown space leads to global memory. */
function groupOf(space: MemorySpace): MemorySpace {
  return space === 'generic' ? 'global' : space;
}

export function spaceOf({ type }: Value): MemorySpace {
  return type.kind === 'pointer' ? type.space : 'generic';
}

/** What a pointer leads into. */
export function partOf(base: Value): MemoryPart {
  const [under] = base.args;
  if (base.kind === 'convert' && under?.type.kind === 'pointer') return partOf(under);
  const group = groupOf(spaceOf(base));
  const isArray = group === 'shared' && base.kind === 'symbol' && base.name.startsWith('&');
  return { group, array: isArray ? base : null };
}

/** Tests whether two parts may have a place in common. */
function mayMeet(a: MemoryPart, b: MemoryPart): boolean {
  return a.group === b.group && (a.array === null || b.array === null || a.array === b.array);
}

/** Tests whether code that writes may change what a pointer leads to. */
export function mayChange(written: WrittenMemory, base: Value): boolean {
  if (written === 'everything') return true;
  const part = partOf(base);
  return written.some((one) => mayMeet(one, part));
}
