import type { Scope } from '../constants/scope';
import { foldText } from '../syntax/angles';

/** Functions through which a kernel may be handed on until it is launched. */
const MAX_HANDED_ON = 6;
/** A kernel as an expression: a name with namespaces, perhaps with template arguments. */
const NAME = /^(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*(?:<[\s\S]*>)?$/;

/** Tests whether a launch names a variable, such as a parameter of its function, in place of a kernel. */
export function isVariable(callee: string, scope: Scope): boolean {
  return scope.lookup(foldText(callee))?.symbol.kind === 'variable';
}

/**
 * The kernels that a name stands for at a launch: those that are given to the variable, through the calls of the
 * functions that it is a parameter of. Empty where none of them is known.
 */
export function launchTargets(callee: string, scope: Scope, handedOn = 0): readonly string[] {
  const name = bareName(callee);
  if (name === null || handedOn > MAX_HANDED_ON) return [];
  const symbol = scope.lookup(name)?.symbol;
  if (symbol?.kind !== 'variable') return handedOn === 0 ? [] : [name];
  const given = symbol.values.flatMap((value) => {
    if (value.calls !== undefined) return value.calls() ?? [];
    return value.text === null
      ? []
      : [{ text: value.text, scope: value.place?.flow.at(value.place.at) ?? scope }];
  });
  return [...new Set(given.flatMap(({ text, scope: from }) => launchTargets(text, from, handedOn + 1)))];
}

/** The name in `&kernel`, `(void *)kernel` and `kernel<int>`; null for other expressions. */
function bareName(text: string): string | null {
  const bare = foldText(text)
    .replace(/^(?:[&*]|\((?:const )?void\s*\*\s*\)|\s)+/, '')
    .trim();
  return NAME.test(bare) ? bare : null;
}
