import type { Value } from '../values/graph';
import { isFoldable } from '../values/linear';
import { sizeOf, type CType } from '../values/types';
import type { Place } from './state';

export type VariablePlace = Extract<Place, { kind: 'variable' }>;

/** A part of a variable that has a value of its own, and where it begins in the variable, in bytes. */
interface Leaf {
  readonly path: string;
  readonly type: CType;
  readonly at: number;
  readonly bytes: number;
}

/** Parts up to which a variable is looked at. */
const MOST_LEAVES = 32;
const LANES = ['.x', '.y', '.z', '.w'];

/**
 * The part of a vector, struct or number in registers that a pointer of another type leads to (`((half2 *)&v)[k]`,
 * `*(int *)&f`): the compiler keeps the variable in registers. Null where the place is none that is known when it compiles.
 *
 * @param index behind the cast, in elements of `type`
 */
export function registerView(
  { variable, path }: VariablePlace,
  type: CType,
  index: Value,
): VariablePlace | null {
  const [leaves, wide] = [leavesOf(variable.type), sizeOf(type)];
  const first = leaves?.find((leaf) => leaf.path === path || path === '');
  if (leaves === null || wide === null || first === undefined || !isFoldable(index)) return null;
  if (index.constant === null)
    return { kind: 'variable', variable, path: `[#${index.id}]`, type, chosenIn: index.region };
  const [from, to] = [first.at + index.constant * wide, first.at + (index.constant + 1) * wide];
  const inside = leaves.filter(({ at, bytes }) => at < to && at + bytes > from);
  const [only] = inside;
  if (only === undefined || to > leaves.at(-1)!.at + leaves.at(-1)!.bytes) return null;
  if (inside.length === 1)
    return only.at === from && only.bytes === wide
      ? { kind: 'variable', variable, path: only.path, type }
      : { kind: 'variable', variable, path: `${only.path}@${from - only.at}`, type };
  const isWhole = only.at === from && inside.at(-1)!.at + inside.at(-1)!.bytes === to;
  const covers = inside.map((leaf) => ({
    kind: 'variable' as const,
    variable,
    path: leaf.path,
    type: leaf.type,
  }));
  return isWhole ? { kind: 'variable', variable, path: '', type, covers } : null;
}

/** The parts of a type with values of their own; null for what has none that are known, or too many. */
function leavesOf(type: CType): readonly Leaf[] | null {
  const leaves: Leaf[] = [];
  const add = (part: CType, path: string): boolean => {
    if (leaves.length > MOST_LEAVES) return false;
    if (part.kind === 'vector')
      return LANES.slice(0, part.lanes).every((lane) =>
        add({ kind: 'scalar', scalar: part.scalar }, path + lane),
      );
    if (part.kind === 'struct')
      return part.fields?.every(({ name, type: inner }) => add(inner, `${path}.${name}`)) ?? false;
    if (part.kind === 'array')
      return Array.from({ length: part.length ?? MOST_LEAVES + 1 }, (_, at) => at).every((at) =>
        add(part.element, `${path}[${at}]`),
      );
    const bytes = sizeOf(part);
    if (bytes === null) return false;
    const last = leaves.at(-1);
    const end = last === undefined ? 0 : last.at + last.bytes;
    leaves.push({ path, type: part, at: Math.ceil(end / bytes) * bytes, bytes });
    return true;
  };
  return add(type, '') && leaves.length > 0 ? leaves : null;
}
