import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { isPureCall } from './changedVariables';
import { changesOf, type Changes } from './induction';
import { codeSize, type CodeFacts } from './codeSize';
import type { KernelState } from './state';

/** Calls that are looked into one in the other at most. */
const DEPTH = 6;

/**
 * Tests whether what a loop calls has no loops, so that the compiler, which reads it in place of the calls, repeats the loop
 * all the same.
 */
export function callsRepeatedCode(state: KernelState, { calls }: Pick<Changes, 'calls'>, depth = 0): boolean {
  return calls.every((call) => {
    const definitions = definitionsOf(state, call);
    return (
      depth < DEPTH && definitions.length > 0 && definitions.every((one) => isRepeated(state, one, depth))
    );
  });
}

/** Tests whether the functions that a loop calls have no branch before they return. */
export function callsStraightCode(state: KernelState, { calls }: Pick<Changes, 'calls'>): boolean {
  return calls.every((call) =>
    definitionsOf(state, call).every((definition) => {
      const statements = namedChildren(definition.childForFieldName('body') ?? definition);
      const before = statements.at(-1)?.type === 'return_statement' ? statements.slice(0, -1) : statements;
      const isPlain = !changesOf(before, isPureCall).branches;
      return isPlain && callsStraightCode(state, changesOf(statements, isPureCall));
    }),
  );
}

function definitionsOf(state: KernelState, call: Node): readonly Node[] {
  return state.context.names.deviceFunctions(call.childForFieldName('function')?.text ?? '');
}

function isRepeated(state: KernelState, definition: Node, depth: number): boolean {
  const body = definition.childForFieldName('body');
  // Turns that read volatile memory do not overlap: blocks of `shared` (lab/hardware/card/bodies.cuh) leave a scheduler
  // idle on an H100 for long enough that two on an SM take no longer than one.
  const head = definition.childForFieldName('declarator')?.text ?? '';
  if (body === null || /\bvolatile\b/.test(head)) return false;
  const changes = changesOf(namedChildren(body), isPureCall);
  return !changes.loops && callsRepeatedCode(state, changes, depth + 1);
}

/** Instructions, about, of the functions that stand in the place of a loop's calls. */
export function calledSize(
  state: KernelState,
  { calls }: Pick<Changes, 'calls'>,
  facts: CodeFacts,
  depth = 0,
): number {
  if (depth >= DEPTH) return 0;
  const bodies = calls.flatMap((call) => definitionsOf(state, call)[0]?.childForFieldName('body') ?? []);
  return bodies.reduce((sum, body) => {
    const inner = changesOf(namedChildren(body), isPureCall);
    return sum + codeSize(body, facts) + calledSize(state, inner, facts, depth + 1);
  }, 0);
}
