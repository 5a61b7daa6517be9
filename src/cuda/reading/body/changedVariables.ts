import type { WrittenMemory } from '../values/graph';
import { memberIn } from '../values/layout';
import type { CType } from '../values/types';
import type { Node } from 'web-tree-sitter';
import { mathCost } from '../../mix/cost/mathCosts';
import { changesOf, rootName, type Changes } from './induction';
import { classOf, isConstMethod, mayWriteArgument } from './inlining';
import { resolvePointer } from './places';
import { seenFrom } from './lambdas';
import type { KernelState, Lambda, Variable } from './state';

import { writtenMemory } from './writtenMemory';

/** What a loop changes, with the memory that it may write. */
export interface LoopChanges extends Changes {
  readonly written: WrittenMemory;
}

/** Effects of a piece of code where it stands: a name may refer to memory there. */
export function changesIn(state: KernelState, nodes: readonly (Node | null)[]): LoopChanges {
  const found = changesOf(nodes, isPureCall);
  const memory = found.memory || writesReferred(state, found);
  const present = nodes.filter((node) => node !== null);
  return { ...found, memory, written: memory ? writtenMemory(state, present, found) : [] };
}

/** Conversions between numbers of 32 and 64 bits, and their bits as those of another type. */
const CONVERSION =
  /^__((int|uint|float|double|ll|ull)2(int|uint|float|double|ll|ull)_r[nzud]|(int|uint|float|double|longlong)_as_\w+)$/;

export function isPureCall(callee: string): boolean {
  const name = callee.replace(/^.*::/, '');
  if (CONVERSION.test(name)) return true;
  return mathCost(name) !== null || /^(f?min|f?max|abs|__ldg|make_\w+|\w+_cast<.*>)$/.test(name);
}

/** Variables in registers that code changes, by their name, a reference or a pointer. */
export function changedVariables(state: KernelState, changes: Changes): ReadonlySet<Variable> {
  return changedIn(state, changes, new Set());
}

/** @param seen lambdas that were looked into: one may call itself */
function changedIn(state: KernelState, changes: Changes, seen: Set<Node>): ReadonlySet<Variable> {
  const { names, whole, passed, called, targets } = changes;
  const changed = new Set<Variable>();
  for (const name of new Set([...names.keys(), ...passed.keys()])) {
    const named = state.lookup(name);
    const variable = named === null ? null : referredTo(named);
    if (variable === null || variable.base !== null) continue;
    if (variable.lambda !== null && passed.has(name)) {
      for (const one of changedByLambda(state, variable.lambda, seen)) changed.add(one);
      continue;
    }
    // What a pointer points to is an array in registers or memory, which the loop writes; the pointer stays.
    if (variable.value?.type.kind === 'pointer' && !whole.has(name)) {
      const pointed = state.addressed.get(resolvePointer(state, variable.value).base);
      if (pointed?.kind === 'variable') changed.add(pointed.variable);
    } else if (
      (names.has(name) && (whole.has(name) || isWrittenIn(variable.type, name, targets))) ||
      variable.type.kind === 'array' ||
      passed.get(name)?.some((one) => mayWriteArgument(state, one))
    )
      changed.add(variable);
  }
  for (const callee of called)
    for (const variable of changedByCall(state, callee, seen)) changed.add(variable);
  return changed;
}

/** Tests whether code writes to a variable itself, not only to where pointers in it lead (`box.data[i] = 0`). */
function isWrittenIn(type: CType, name: string, targets: readonly Node[]): boolean {
  return targets.some((target) => rootName(target) === name && partOf(type, target) !== 'elsewhere');
}

/** The type of a part of an object as far as it is known, or that it lies where a pointer in the object leads. */
function partOf(type: CType | null, part: Node): CType | 'elsewhere' | null {
  const inner =
    part.childForFieldName('argument') ??
    (part.type === 'parenthesized_expression' ? part.namedChild(0) : null);
  if (inner === null) return type;
  const around = partOf(type, inner);
  if (around === 'elsewhere' || around === null || part.type === 'parenthesized_expression') return around;
  if (around.kind === 'pointer') return 'elsewhere';
  if (part.type === 'subscript_expression') return around.kind === 'array' ? around.element : null;
  const member = part.childForFieldName('field')?.text;
  return member === undefined ? null : (memberIn(around, `.${member}`)?.type ?? null);
}

/** What a lambda changes of what it refers to, and the object that a method may change. */
function changedByCall(state: KernelState, callee: string, seen: Set<Node>): Iterable<Variable> {
  const lambda = state.lookup(callee)?.lambda ?? null;
  if (lambda !== null) return changedByLambda(state, lambda, seen);
  const [, object, method] = /^(\w+)(?:\.|->)(\w+)$/.exec(callee) ?? [];
  const named = object === undefined ? null : state.lookup(object);
  const variable = named === null ? null : referredTo(named);
  if (variable?.type.kind !== 'struct' || variable.base !== null) return [];
  return isConstMethod(state, `${classOf(variable.type)}::${method!}`) ? [] : [variable];
}

function changedByLambda(state: KernelState, { node, scopes }: Lambda, seen: Set<Node>): Iterable<Variable> {
  if (seen.has(node)) return [];
  const changes = changesOf([node], isPureCall);
  return seenFrom(state, scopes, () => changedIn(state, changes, seen.add(node)));
}

/** The variable in registers that a name stands for; null where it refers to memory. */
function referredTo(variable: Variable): Variable | null {
  if (variable.alias === null) return variable;
  return variable.alias.kind === 'variable' ? referredTo(variable.alias.variable) : null;
}

/** Tests whether code assigns to memory through a reference. */
function writesReferred(state: KernelState, { names }: Changes): boolean {
  return [...names.keys()].some((name) => {
    const variable = state.lookup(name);
    return variable !== null && referredTo(variable) === null;
  });
}
