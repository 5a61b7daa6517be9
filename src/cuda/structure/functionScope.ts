import { Scope, type CallArgument, type TypeSymbol } from '../constants/scope';
import type { FunctionOutline } from './outline';
import type { UnitText } from './unitText';

/** The arguments with which a function is called: by position in its (template) parameters. */
export interface Callers {
  argument(outline: FunctionOutline, index: number): readonly CallArgument[] | null;
  templateArgument(outline: FunctionOutline, index: number): readonly CallArgument[] | null;
  /** Reads something once for each known way in which a function is called, or once where there is none. */
  eachCall(outline: FunctionOutline, read: () => void): void;
}

/** The scope of a function: its template parameters (with defaults) and its parameters. */
export function functionScope(unit: UnitText, outline: FunctionOutline, callers: Callers): Scope {
  const scope = new Scope(outline.scope, unit.macrosIn(outline.body));
  outline.template.forEach(({ name, kind, default: fallback }, index) => {
    if (name === '') return;
    if (/^(typename|class)\b/.test(kind)) {
      scope.define(typeParameter(name, fallback, () => callers.templateArgument(outline, index)));
      return;
    }
    const given = { text: null, calls: () => callers.templateArgument(outline, index) };
    const values = fallback === undefined ? [given] : [{ text: fallback }];
    scope.define({ kind: 'variable', name, type: kind, extents: [], values });
  });
  for (const { name, type } of outline.parameters) {
    if (name !== '') scope.define({ kind: 'variable', name, type, extents: [], values: [] });
  }
  return scope;
}

/** A type parameter stands for its default, else for the type that all known calls name. */
function typeParameter(
  name: string,
  fallback: string | undefined,
  calls: () => readonly CallArgument[] | null,
): TypeSymbol {
  if (fallback !== undefined) return { kind: 'type', name, target: fallback, members: [] };
  return {
    kind: 'type',
    name,
    members: [],
    calls,
    get target() {
      const types = new Set((calls() ?? []).map(({ text }) => text));
      const [type] = types;
      return types.size === 1 && type !== name ? type! : null;
    },
  };
}
