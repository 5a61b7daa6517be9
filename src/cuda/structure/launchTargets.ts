import { evaluate } from '../constants/evaluate';
import { memberOf } from '../constants/members';
import { inOrder } from '../constants/variables';
import type { AssignedValue, Scope, VariableSymbol } from '../constants/scope';
import { foldText } from '../syntax/angles';
import { bracedList, elementFor } from '../syntax/braces';

/** Functions through which a kernel may be handed on until it is launched. */
const MAX_HANDED_ON = 6;
/** Elements of a table of kernels above which a launch of one of them is not told apart. */
const MAX_TABLE = 64;
/** A kernel as an expression: a name with namespaces, perhaps with template arguments. */
const NAME = /^(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*(?:<[\s\S]*>)?$/;
/** An element of a table of kernels, or the kernel that it has as a member. */
const ELEMENT = /^([A-Za-z_]\w*)\s*\[(.*)\]\s*(?:(?:\.|->)\s*([A-Za-z_]\w*))?$/s;

/** `v.kernel` where `v` is a variable. */
const MEMBER = /^([A-Za-z_]\w*)\s*(?:\.|->)\s*([A-Za-z_]\w*)$/;

/** Tests whether a launch names a variable, such as a parameter of its function, in place of a kernel. */
export function isVariable(callee: string, scope: Scope): boolean {
  const text = foldText(callee);
  return variableOf((ELEMENT.exec(text) ?? MEMBER.exec(text))?.[1] ?? text, scope) !== null;
}

function variableOf(name: string, scope: Scope): VariableSymbol | null {
  const symbol = scope.lookup(name)?.symbol;
  return symbol?.kind === 'variable' ? symbol : null;
}

/** A kernel that a launch may start. */
export interface LaunchTarget {
  /** As it is named where it is given. */
  readonly kernel: string;
  /** The variable that chose it among others, with the value that it then has. */
  readonly chosenBy?: { readonly variable: string; readonly text: string };
}

/**
 * The kernels that a name stands for at a launch: those that are given to the variable, through the calls of the
 * functions that it is a parameter of, or that are in the table which it is an element of. Empty where none of
 * them is known.
 */
export function launchTargets(callee: string, scope: Scope, handedOn = 0): readonly LaunchTarget[] {
  if (handedOn > MAX_HANDED_ON) return [];
  const text = foldText(callee);
  const element = ELEMENT.exec(text);
  if (element !== null) return inTable(element[1]!, element[2]!.trim(), element[3], scope, handedOn);
  const member = MEMBER.exec(text);
  if (member !== null) return ofMember(member[1]!, member[2]!, scope, handedOn);
  const name = bareName(callee);
  if (name === null) return [];
  const symbol = variableOf(name, scope);
  if (symbol === null) return handedOn === 0 ? [] : [{ kernel: name }];
  return distinct(
    givenTo(symbol, scope).flatMap((given) =>
      named(name, launchTargets(given.text, given.scope, handedOn + 1)),
    ),
  );
}

/** Each target once; what an element is chosen by says more than the element alone. */
function distinct(targets: readonly LaunchTarget[]): readonly LaunchTarget[] {
  const each = [...new Map(targets.map((target) => [JSON.stringify(target), target])).values()];
  const chosen = new Set(each.filter(({ chosenBy }) => chosenBy !== undefined).map(({ kernel }) => kernel));
  return each.filter(({ kernel, chosenBy }) => chosenBy !== undefined || !chosen.has(kernel));
}

/** Elements that a loop over their table goes through: the loop's variable chooses among them. */
function named(variable: string, targets: readonly LaunchTarget[]): readonly LaunchTarget[] {
  return targets.map(({ kernel, chosenBy }) => {
    if (chosenBy === undefined) return { kernel };
    return { kernel, chosenBy: chosenBy.variable === '' ? { ...chosenBy, variable } : chosenBy };
  });
}

/** The values that a variable or member may have where it is seen from. */
export function reachingValues(
  { values }: Pick<VariableSymbol, 'values'>,
  { place }: Scope,
): readonly AssignedValue[] {
  const isHere = place !== null && values.some((value) => value.place?.flow === place.flow);
  return isHere ? place.flow.reaching(values, place) : values;
}

/** What is assigned to a variable, each with the scope in which it is read. */
function givenTo(symbol: VariableSymbol, scope: Scope): readonly { text: string; scope: Scope }[] {
  return symbol.values.flatMap((value) => {
    if (value.calls !== undefined) return value.calls() ?? [];
    return value.text === null
      ? []
      : [{ text: value.text, scope: value.place?.flow.at(value.place.at) ?? scope }];
  });
}

/** The kernels of a member: those assigned to it, and those in what its variable was given as a whole. */
function ofMember(name: string, member: string, scope: Scope, handedOn: number): readonly LaunchTarget[] {
  const [owner, assigned] = [variableOf(name, scope), variableOf(`${name}.${member}`, scope)];
  const place = owner === null ? -1 : (memberOf(owner.type, member, scope)?.place ?? -1);
  const all = inOrder([...(owner?.values ?? []), ...(assigned?.values ?? [])]);
  const reaching = new Set(reachingValues({ values: all }, scope));
  const given = (symbol: VariableSymbol | null) =>
    symbol === null
      ? []
      : givenTo({ ...symbol, values: symbol.values.filter((value) => reaching.has(value)) }, scope);
  const whole = given(owner).flatMap((one) => {
    const braces = bracedList(one.text);
    const text =
      braces === null
        ? `${one.text.replace(/^[&\s]+/, '')}.${member}`
        : elementFor(braces.elements, member, place);
    return text === undefined ? [] : [{ text, scope: one.scope }];
  });
  const each = [...given(assigned), ...whole];
  return distinct(
    each.flatMap(({ text, scope: from }) => named(name, launchTargets(text, from, handedOn + 1))),
  );
}

/** The kernels of a table: the one at a known index, or all of them, each chosen by the index. */
function inTable(
  name: string,
  index: string,
  member: string | undefined,
  scope: Scope,
  handedOn: number,
): readonly LaunchTarget[] {
  const table = variableOf(name, scope);
  if (table === null) return [];
  const placed = member === undefined ? null : memberOf(table.type, member, scope);
  if (member !== undefined && placed === null) return [];
  const at = evaluate(index, scope).value;
  const kernelsIn = (element: string, from: Scope) => {
    const text =
      placed === null ? element : elementFor(bracedList(element)?.elements ?? [], member!, placed.place);
    return text === undefined ? [] : launchTargets(text, from, handedOn + 1);
  };
  const chosenBy = (place: number) =>
    index === '' || /^[A-Za-z_]\w*$/.test(index)
      ? { variable: index, text: index === '' ? `${name}[${place}]` : String(place) }
      : undefined;
  return givenTo(table, scope).flatMap(({ text, scope: from }) => {
    const elements = bracedList(text)?.elements ?? [];
    if (elements.length > MAX_TABLE) return [];
    return elements.flatMap((element, place) => {
      if (at !== null && place !== at) return [];
      const by = at === null ? chosenBy(place) : undefined;
      return kernelsIn(element, from).map(({ kernel }) => ({ kernel, ...(by && { chosenBy: by }) }));
    });
  });
}

/** The name in `&kernel`, `(void *)kernel` and `kernel<int>`; null for other expressions. */
function bareName(text: string): string | null {
  const bare = foldText(text)
    .replace(/^(?:[&*]|\((?:const )?void\s*\*\s*\)|\s)+/, '')
    .trim();
  return NAME.test(bare) ? bare : null;
}
