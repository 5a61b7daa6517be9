import type { Launch } from '../../kernel/kernel';
import { evaluate } from '../constants/evaluate';
import { constant, Scope } from '../constants/scope';
import type { FunctionUnit } from '../files/functionUnit';
import type { AllocationCall } from '../mix/allocationCalls';
import type { MixSources } from '../mix/unitNames';
import { splitCommas } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { GivenNumbers } from './directives';

/**
 * Bytes behind the pointers that a launch passes, by parameter name: what the launching file allocates for a
 * variable of that name, as far as the sizes are known.
 */
export function allocatedBytes(
  kernel: FunctionUnit,
  launch: Launch | null,
  given: GivenNumbers,
  sources: MixSources,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (launch === null) return found;
  const passed = kernel.outline.parameters.flatMap(({ name }, place) => {
    const variable = /^[A-Za-z_]\w*$/.exec(launch.arguments[place]?.text ?? '')?.[0];
    return variable === undefined ? [] : [{ name, variable }];
  });
  // Most allocations of a long file are for other launches: those are neither read nor evaluated.
  const wanted = new Set(passed.map(({ variable }) => variable));
  const calls = sources
    .allocationsIn(launch.path)
    .filter(({ names }) => names.some((name) => wanted.has(name)));
  const outer = calls.length === 0 ? null : sources.scopeOfLaunch(launch);
  if (outer === null) return found;
  const scope = new Scope(outer);
  for (const [name, value] of given) scope.define(constant(name, String(value)));
  const sizes = allocations(calls, scope);
  for (const { name, variable } of passed) {
    const bytes = sizes.get(variable);
    if (bytes !== undefined) found.set(name, bytes);
  }
  return found;
}

/** Sizes of variables that calls allocate device memory for; of several allocations the largest. */
function allocations(calls: readonly AllocationCall[], scope: Scope): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { text } of calls) {
    const tokens = tokenize(text, false);
    const [target, size] = splitCommas(tokens, 0, tokens.count);
    if (!target || !size) continue;
    const name = /&\s*([A-Za-z_]\w*)\s*$/.exec(tokens.slice(target.from, target.to))?.[1];
    const bytes = evaluate(balanced(tokens.slice(size.from, size.to)), scope).value;
    if (name !== undefined && bytes !== null && bytes > 0)
      sizes.set(name, Math.max(sizes.get(name) ?? 0, bytes));
  }
  return sizes;
}

/** An argument up to the parenthesis that ends the call. */
function balanced(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth < 0) return text.slice(0, at);
  }
  return text;
}
