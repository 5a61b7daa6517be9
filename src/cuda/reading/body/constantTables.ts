import type { Value } from '../values/graph';
import { isFoldable } from '../values/linear';
import { I32, type CType } from '../values/types';
import type { KernelState, Place, Variable } from './state';

type VariablePlace = Extract<Place, { kind: 'variable' }>;

/** Elements up to which a table is written out as a choice between them. */
const MOST_ELEMENTS = 32;

/** The path of an element of a local array by its place among all of them: `[1][0]` for the third of `int a[2][2]`. */
export function elementPath(type: CType, place: number): string {
  if (type.kind !== 'array') return '';
  const inner = countOf(type.element);
  return `[${Math.floor(place / inner)}]${elementPath(type.element, place % inner)}`;
}

function countOf(type: CType): number {
  return type.kind === 'array' ? (type.length ?? 1) * countOf(type.element) : 1;
}

/**
 * What an unrolled loop reads of a local array whose elements are all constants, as a choice by the counter: in each of
 * the loop's copies a constant. Null for other arrays.
 */
export function tableElement(state: KernelState, { variable, element, type }: VariablePlace): Value | null {
  if (element === undefined || type.kind !== 'scalar' || !isTable(variable)) return null;
  const indices: Value[] = [];
  let path = '';
  for (let part: VariablePlace['element'] = element; part !== undefined;) {
    indices.unshift(part.index);
    const { of }: { of: Place } = part;
    if (of.kind !== 'variable') return null;
    path = of.path;
    part = of.element;
  }
  return path === '' ? chosen(state, variable, variable.type, indices, '') : null;
}

/** Tests whether all that was written to an array are a few constants. */
function isTable({ type, base, parts }: Variable): boolean {
  if (type.kind !== 'array' || base !== null || parts.size === 0 || countOf(type) > MOST_ELEMENTS)
    return false;
  return [...parts].every(([path, { constant }]) => constant !== null && !path.includes('#'));
}

function chosen(
  state: KernelState,
  variable: Variable,
  type: CType,
  [index, ...others]: readonly Value[],
  path: string,
): Value | null {
  if (index === undefined) return variable.parts.get(path) ?? null;
  if (type.kind !== 'array' || type.length === null) return null;
  const at = (place: number): Value | null =>
    chosen(state, variable, type.element, others, `${path}[${place}]`);
  if (index.constant !== null) return at(index.constant);
  const { table } = state;
  let choice = at(type.length - 1);
  for (let place = type.length - 2; place >= 0 && choice !== null; place--) {
    const one = at(place);
    choice = one && table.ternary(table.binary('eq', index, table.constant(place, I32)), one, choice);
  }
  return choice;
}

/** What an unrolled loop reads of a constant array of the program, likewise. Null for other places. */
export function globalElement(
  state: KernelState,
  { base, index, field, type }: Extract<Place, { kind: 'memory' }>,
): Value | null {
  const elements = state.tables.get(base);
  if (elements === undefined || field !== '' || type.kind !== 'scalar' || !isFoldable(index)) return null;
  const { table } = state;
  const at = (place: number): Value => table.constant(elements[place]!, type);
  const { constant } = index;
  if (constant !== null) return elements[constant] === undefined ? null : at(constant);
  return elements.reduceRight<Value>(
    (choice, _, place) =>
      table.ternary(table.binary('eq', index, table.constant(place, I32)), at(place), choice),
    at(elements.length - 1),
  );
}

/** An element that unrolled loops choose of a table that is no constant: each of their copies has its own. */
export function ofCopy({ table }: KernelState, element: Value, index: Value): Value {
  return index.constant === null ? table.extract(element, '', element.type, [index]) : element;
}
