import type { Value } from '../../reading/values/graph';

/** Values looked through at most. */
const VISITS = 200;

/** The first value at or below `value`, loads not looked into, for which `look` gives something. */
export function firstPart<T>(value: Value, look: (value: Value) => T | null): T | null {
  const seen = new Set<Value>();
  const visit = (part: Value): T | null => {
    if (seen.has(part) || seen.size > VISITS) return null;
    seen.add(part);
    const result = look(part);
    if (result !== null || part.kind === 'load') return result;
    for (const arg of part.args) {
      const inner = visit(arg);
      if (inner !== null) return inner;
    }
    return null;
  };
  return visit(value);
}
