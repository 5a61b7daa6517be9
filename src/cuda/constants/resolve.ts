import type { Evaluation } from './evaluation';
import type { ResolvedSymbol, Scope, TypeSymbol } from './scope';
import { withoutReference } from '../syntax/names';
import { bareType, builtinBytes, builtinScalar, type ScalarType } from './types';

/** Types whose missing components are 1. */
export function isDim3(type: string): boolean {
  return withoutReference(bareType(type)) === 'dim3';
}

/** The scalar behind a type name, aliases and template arguments followed; null for other types. */
export function scalarOf(type: string, scope: Scope, depth = 0): ScalarType | null {
  const name = withoutReference(bareType(type));
  const builtin = builtinScalar(name);
  if (builtin !== null || depth > 8) return builtin;
  if (name.endsWith('*')) return builtinScalar('size_t');
  const found = scope.lookup(name);
  if (found?.symbol.kind !== 'type' || found.symbol.target === null) return null;
  return scalarOf(found.symbol.target, outer(found), depth + 1);
}

/** An alias may shadow a name that it refers to: `using T = T` in a template argument. */
export function outer(found: ResolvedSymbol): Scope {
  const { symbol, scope } = found;
  const self = symbol.kind === 'type' && bareType(symbol.target ?? '') === symbol.name;
  return self ? (scope.parent ?? scope) : scope;
}

/** Bytes of a type; null while it or something in it is not known. */
export function bytesOf(type: string, scope: Scope, evaluation: Evaluation): number | null {
  const name = bareType(type);
  const builtin = builtinBytes(name);
  if (builtin !== null) return builtin;
  const found = scope.lookup(name);
  if (found?.symbol.kind !== 'type') return null;
  const { symbol } = found;
  return evaluation.within(symbol, () =>
    symbol.target === null
      ? classBytes(symbol, found.scope, evaluation)
      : bytesOf(symbol.target, outer(found), evaluation),
  );
}

/** Size of a class by the usual layout: members aligned to their own (element) size, at most 16. */
function classBytes(symbol: TypeSymbol, scope: Scope, evaluation: Evaluation): number | null {
  if (symbol.members.length === 0) return null;
  let offset = 0;
  let alignment = 1;
  for (const member of symbol.members) {
    const element = bytesOf(member.type, scope, evaluation);
    const count = extentProduct(member.extents, scope, evaluation);
    if (element === null || count === null || element === 0) return null;
    const align = alignmentOf(element);
    const end = Math.ceil(offset / align) * align + element * count;
    offset = symbol.isUnion === true ? Math.max(offset, element * count) : end;
    alignment = Math.max(alignment, align);
  }
  return Math.ceil(offset / alignment) * alignment;
}

function alignmentOf(bytes: number): number {
  for (const align of [16, 8, 4, 2]) if (bytes % align === 0) return Math.min(align, 8);
  return 1;
}

/** Elements of an array; 1 without extents; null while one is unknown. */
export function extentProduct(
  extents: readonly string[],
  scope: Scope,
  evaluation: Evaluation,
): number | null {
  let product = 1;
  for (const extent of extents) {
    const { number } = evaluation.evaluate(extent, scope);
    if (number === null) return null;
    product *= number;
  }
  return product;
}
