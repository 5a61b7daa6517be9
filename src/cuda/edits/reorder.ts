import { isMessage, message, type Message } from '../../kernel/message';
import type { CallPlace, MovableCall } from './independence';
import { dependence, movableCall } from './independence';
import { hostPrograms } from '../host/hostPrograms';
import { LineIndex } from '../preprocessor/sourceMap';
import type { CudaWorkspace } from '../workspace';
import { refused, type EditOutcome } from './outcome';
import { moveUnits } from './moveUnits';
import { blockAround, type Statement } from './statements';

/** A statement that is to move, with the call that it makes. */
interface Slot {
  readonly statement: Statement;
  /** Position among the statements of the block. */
  readonly index: number;
  readonly call: MovableCall;
}

/**
 * Puts launches and copies of one straight-line block into another order, when that provably changes
 * nothing but the order in which their streams are fed: calls that change places are in different
 * streams, neither waits, and neither writes a buffer that the other touches. Between them only
 * declarations may stand, which move with the call that they precede.
 *
 * @param calls all calls that take part, in the wanted order (1-based lines)
 */
export function reorderCalls(workspace: CudaWorkspace, calls: readonly CallPlace[]): EditOutcome {
  const [first] = calls;
  const text = first === undefined ? null : workspace.text(first.path);
  if (first === undefined || text === null) return refused(message('cuda.nothingToReorder'));
  if (calls.some(({ path }) => path !== first.path)) return refused(message('cuda.differentFiles'));
  const lines = new LineIndex(text);
  const slots = slotsOf(workspace, text, calls);
  if (isMessage(slots)) return refused(slots);
  const dependent = firstDependence(slots);
  if (dependent !== null) return refused(dependent);
  const order = slots.map(({ index }) => index);
  if (order.every((index, place) => place === 0 || order[place - 1]! < index))
    return refused(message('cuda.sameOrder'));
  const moved = moveUnits(text, blockAround(text, slots[0]!.statement.start)?.statements ?? [], order);
  if (isMessage(moved)) return refused(moved);
  const streams = [...new Set(slots.map(({ call }) => call.stream))];
  return {
    kind: 'edit',
    edits: [{ path: first.path, range: lines.range(moved.start, moved.end), newText: moved.text }],
    note: message('cuda.callsReordered', { calls: slots.length, streams }),
  };
}

/** The statements of the calls, in the wanted order; a reason when one of them cannot move. */
function slotsOf(workspace: CudaWorkspace, text: string, calls: readonly CallPlace[]): Slot[] | Message {
  const lines = new LineIndex(text);
  const programs = hostPrograms(workspace, calls[0]!.path);
  const slots: Slot[] = [];
  let block: number | null = null;
  for (const place of calls) {
    const call = movableCall(workspace, programs, place);
    const at = (what: Message): Message => message('kernel.atLine', { line: place.line, what });
    if (isMessage(call)) return at(call);
    const found = blockAround(text, lines.offset(place.line, call.column));
    const statement = found?.statements[found.index];
    if (!found || !statement) return at(message('cuda.noStatement'));
    if (!isPlainCall(statement.text)) return at(message('cuda.noPlainCall'));
    if (block !== null && block !== found.open) return message('cuda.differentBlocks');
    if (slots.some(({ index }) => index === found.index)) return at(message('cuda.twoCalls'));
    block = found.open;
    slots.push({ statement, index: found.index, call });
  }
  return slots;
}

/** One launch, copy or memset, perhaps within a checking macro, and nothing else. */
function isPlainCall(text: string): boolean {
  if (/^(\{|(for|while|if|else|do|switch|return)\b)/.test(text)) return false;
  return (text.match(/<<<|\bcudaMem(cpy|set)\w*\s*\(|\bcudaLaunch\w*\s*\(/g) ?? []).length === 1;
}

/** Why the wanted order could change what the program does; null when it cannot. */
function firstDependence(wanted: readonly Slot[]): Message | null {
  for (const [later, slot] of wanted.entries())
    for (const other of wanted.slice(0, later)) {
      // `other` comes first now; it must have come first before, or be independent.
      const reason = other.index > slot.index ? dependence(other.call, slot.call) : null;
      if (reason !== null) return reason;
    }
  return null;
}
