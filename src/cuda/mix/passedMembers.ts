import type { Launch } from '../../kernel/kernel';
import { evaluate } from '../constants/evaluate';
import { scalarOf } from '../constants/resolve';
import type { Scope, TypeSymbol } from '../constants/scope';
import { bareType } from '../constants/types';
import { withoutLastArguments } from '../syntax/names';
import type { FunctionUnit } from '../files/functionUnit';
import type { MixSources } from './unitNames';

/** Members of one argument that are looked at, and classes one in the other. */
const [MOST_MEMBERS, DEPTH] = [64, 3];
/** An argument whose members have names: a variable or a member of one. */
const PATH = /^[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*)*$/;

/** Numbers in the structures that a launch passes by value, by path (`box.width`), as far as host code tells them. */
export function passedMembers(
  kernel: FunctionUnit,
  launch: Launch,
  sources: MixSources,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const structures = kernel.outline.parameters.flatMap(({ name, type }, place) => {
    const text = launch.arguments[place]?.text.trim() ?? '';
    return PATH.test(text) && !/[*&]/.test(type) ? [{ name, type, text }] : [];
  });
  const kernelScope = kernel.scopeAt(0);
  const classes = structures.flatMap((one) => {
    const members = pathsOf(one.type, kernelScope, DEPTH).slice(0, MOST_MEMBERS);
    return members.length === 0 ? [] : [{ ...one, members }];
  });
  const scope = classes.length === 0 ? null : sources.scopeOfLaunch(launch);
  if (scope === null) return found;
  for (const { name, text, members } of classes)
    for (const member of members) {
      const { value } = evaluate(`${text}.${member}`, scope);
      if (value !== null) found.set(`${name}.${member}`, value);
    }
  return found;
}

/** The scalar members of a class by path, those of its members of classes too; none of another type. */
function pathsOf(type: string, scope: Scope, depth: number): readonly string[] {
  const symbol = classOf(type, scope);
  if (symbol === null || depth === 0) return [];
  const inherited = (symbol.bases ?? []).flatMap((base) => pathsOf(base, scope, depth - 1));
  const own = symbol.members.flatMap(({ name, type, extents }) => {
    if (extents.length > 0 || /[*&]/.test(type)) return [];
    if (scalarOf(type, scope) !== null) return [name];
    return pathsOf(type, scope, depth - 1).map((path) => `${name}.${path}`);
  });
  return [...inherited, ...own];
}

/** The class that a type names, through aliases. */
function classOf(type: string, scope: Scope, depth = DEPTH): TypeSymbol | null {
  const symbol = scope.lookup(withoutLastArguments(bareType(type)))?.symbol;
  if (symbol?.kind !== 'type') return null;
  if (symbol.target === null) return symbol;
  return depth === 0 ? null : classOf(symbol.target, scope, depth - 1);
}
