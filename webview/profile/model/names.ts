import type { Dim3 } from '../../../src/kernel/symbolic';

/**
 * A demangled kernel name without its result type and parameters, which fill a column and tell
 * little: `void gemm<float, 16>(float*, int)` → `gemm<float, 16>`. Other names stay as they are.
 */
export function shortName(name: string): string {
  const open = parameterList(name);
  const head = open === null ? name : name.slice(0, open);
  return head.replace(/^void /, '').trim() || name;
}

/** Where the parameter list at the end of a name begins; null for a name without one. */
function parameterList(name: string): number | null {
  if (!name.endsWith(')')) return null;
  let depth = 0;
  for (let at = name.length - 1; at > 0; at--) {
    if (name[at] === ')') depth++;
    else if (name[at] === '(' && --depth === 0) return at;
  }
  return null;
}

/** A grid or block without trailing ones: `64 × 64`, `256`. */
export function dimensions([x, y, z]: Dim3): string {
  if (z !== 1) return `${x} × ${y} × ${z}`;
  return y === 1 ? String(x) : `${x} × ${y}`;
}
