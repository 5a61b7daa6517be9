import { LOOKED_UP } from './memo';
import type { Scope } from './scope';

/**
 * Gives a variable a value, or an expression for it, where it is declared, so that everything computed from it follows; a name without
 * a declaration gets one in `scope`. Returns the undo, which must be called before the next file change.
 */
export function standIn(scope: Scope, name: string, value: number | string): () => void {
  const found = scope.lookup(name);
  const home = found?.scope ?? scope;
  const declared =
    found?.symbol.kind === 'variable'
      ? found.symbol
      : { kind: 'variable' as const, name, type: 'long', extents: [], values: [] };
  const before = home.own(declared.name);
  home.define({ ...declared, values: [{ text: String(value) }] });
  LOOKED_UP.change(declared.name);
  return () => {
    if (before === undefined) home.remove(declared.name);
    else home.define(before);
    LOOKED_UP.change(declared.name);
  };
}
