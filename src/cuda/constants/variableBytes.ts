import type { Evaluation } from './evaluation';
import { bytesOf, extentProduct } from './resolve';
import type { Scope } from './scope';
import { variableValue } from './variables';

/** Bytes of `array`, `array[0]` and `*pointer` of declared variables, as `sizeof` has them; null for all else. */
export function variableBytes(text: string, scope: Scope, evaluation: Evaluation): number | null {
  const match = /^(\*?)\s*([A-Za-z_]\w*)\s*((?:\[[^\]]*\])*)$/.exec(text);
  const found = match === null ? null : scope.lookup(match[2]!);
  if (match === null || found?.symbol.kind !== 'variable') return null;
  const { symbol, scope: declared } = found;
  const steps = (match[1] === '*' ? 1 : 0) + (match[3]!.match(/\[/g)?.length ?? 0);
  const extents = symbol.extents.slice(steps);
  const pointers = Math.max(0, steps - symbol.extents.length);
  const type = symbol.type.replace(
    new RegExp(`(\\s*\\*(\\s*(const|restrict|__restrict|__restrict__))*){${pointers}}\\s*$`),
    '',
  );
  if (pointers > 0 && type === symbol.type) return null;
  const element = bytesOf(type, declared, evaluation);
  const count =
    extents.join() === '' && extents.length === 1
      ? (variableValue(found, symbol, evaluation, scope).parts?.length ?? null)
      : extentProduct(extents, declared, evaluation);
  return element === null || count === null ? null : element * count;
}
