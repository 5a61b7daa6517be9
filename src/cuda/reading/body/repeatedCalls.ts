import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { isPureCall } from './changedVariables';
import { changesOf, type Changes } from './induction';
import { codeSize, type CodeFacts } from './codeSize';
import type { KernelState } from './state';

/** Calls that are looked into one in the other at most. */
const DEPTH = 6;

/**
 * Tests whether what a loop calls is straight code once it is read in place of the calls, so that the compiler repeats
 * the loop all the same: functions that return at their end alone, and call nothing else.
 */
export function callsStraightCode(state: KernelState, { calls }: Pick<Changes, 'calls'>, depth = 0): boolean {
  return calls.every((call) => {
    const definitions = definitionsOf(state, call);
    return (
      depth < DEPTH && definitions.length > 0 && definitions.every((one) => isStraight(state, one, depth))
    );
  });
}

function definitionsOf(state: KernelState, call: Node): readonly Node[] {
  return state.context.names.deviceFunctions(call.childForFieldName('function')?.text ?? '');
}

function isStraight(state: KernelState, definition: Node, depth: number): boolean {
  const body = definition.childForFieldName('body');
  // Turns that read volatile memory do not overlap: blocks of `shared` (lab/hardware/card/bodies.cuh) leave a scheduler
  // idle on an H100 for long enough that two on an SM take no longer than one.
  const head = definition.childForFieldName('declarator')?.text ?? '';
  if (body === null || /\bvolatile\b/.test(head)) return false;
  const statements = namedChildren(body).filter(({ type }) => type !== 'comment');
  const before = statements.at(-1)?.type === 'return_statement' ? statements.slice(0, -1) : statements;
  const changes = changesOf(before, isPureCall);
  const all = changesOf(statements, isPureCall);
  return !changes.jumps && !changes.branches && callsStraightCode(state, all, depth + 1);
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
