import { Scope, type TypeSymbol } from './scope';
import type { Value } from './value';

/**
 * What a class holds beside its members (aliases, constants), with its template's parameters standing for arguments.
 *
 * @param given arguments as written, by place; defaults stand for those that are missing
 * @param scope in which the arguments are read
 * @returns null where the text of the class is not at hand
 */
export function classScope(
  { statics, template = [] }: TypeSymbol,
  given: readonly string[],
  scope: Scope,
  evaluate: (text: string, scope: Scope) => Value,
): Scope | null {
  if (statics === undefined) return null;
  const bound = new Scope(statics);
  template.forEach(({ name, kind, default: fallback }, place) => {
    const isPack = kind.includes('...');
    const text = isPack ? `{${given.slice(place).join(', ')}}` : (given[place] ?? fallback);
    if (text === undefined || name === '') return;
    const from = given[place] === undefined ? bound : scope;
    if (isTypeParameter(kind))
      bound.define({ kind: 'type', name, target: text, members: [], calls: () => [{ text, scope: from }] });
    else bound.define({ kind: 'bound', name, value: evaluate(text, from) });
  });
  // Copies have values of their own: what one set of arguments makes of them is not remembered for others.
  for (const own of statics.symbols()) {
    if (own.kind === 'variable') bound.define({ ...own, values: own.values.map(({ text }) => ({ text })) });
    else if (own.kind === 'type' && own.target !== null) bound.define({ ...own });
  }
  return bound;
}

/** Tests whether a template parameter stands for a type. */
export const isTypeParameter = (kind: string): boolean => /^(typename|class)\b/.test(kind);
