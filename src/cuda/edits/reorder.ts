import type { CallPlace, MovableCall } from './independence';
import { dependence, movableCall } from './independence';
import { hostPrograms } from '../host/hostPrograms';
import { LineIndex } from '../preprocessor/sourceMap';
import type { CudaWorkspace } from '../workspace';
import { refused, type EditOutcome } from './outcome';
import { blockAround, type Statement } from './statements';

/** A declaration that calls nothing: `const size_t bytes = n * sizeof(float);`, `dim3 grid(n / 16);`. */
const PLAIN_DECLARATION =
  /^(const\s+|constexpr\s+)?(unsigned\s+)?[A-Za-z_][\w:]*\s+([A-Za-z_]\w*)\s*(=[^;&[\]{}]*|\([^;&[\]{}]*\))?;$/;
const CALLS = /\b(?!sizeof\b|dim3\b)[A-Za-z_]\w*\s*\(/;

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
 * declarations may stand.
 *
 * @param calls all calls that take part, in the wanted order (1-based lines)
 */
export function reorderCalls(workspace: CudaWorkspace, calls: readonly CallPlace[]): EditOutcome {
  const [first] = calls;
  const text = first === undefined ? null : workspace.text(first.path);
  if (first === undefined || text === null) return refused('there is nothing to reorder');
  if (calls.some(({ path }) => path !== first.path)) return refused('the calls stand in different files');
  const slots = slotsOf(workspace, text, calls);
  if (typeof slots === 'string') return refused(slots);
  const reason = reasonAgainst(slots, statementsAround(text, slots));
  return reason === null ? edits(text, first.path, slots) : refused(reason);
}

/** The statements of the calls, in the wanted order; a reason when one of them cannot move. */
function slotsOf(workspace: CudaWorkspace, text: string, calls: readonly CallPlace[]): Slot[] | string {
  const lines = new LineIndex(text);
  const programs = hostPrograms(workspace, calls[0]!.path);
  const slots: Slot[] = [];
  let block: number | null = null;
  for (const place of calls) {
    const call = movableCall(workspace, programs, place);
    if (typeof call === 'string') return `line ${place.line}: ${call}`;
    const found = blockAround(text, lines.offset(place.line, call.column));
    const statement = found?.statements[found.index];
    if (!found || !statement) return `line ${place.line}: its statement could not be found`;
    if (!isPlainCall(statement.text)) return `line ${place.line}: the call is not a statement of its own`;
    if (block !== null && block !== found.open) return 'the calls stand in different blocks';
    if (slots.some(({ index }) => index === found.index))
      return `line ${place.line}: two calls are in one statement`;
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

function statementsAround(text: string, slots: readonly Slot[]): readonly Statement[] {
  return blockAround(text, slots[0]!.statement.start)?.statements ?? [];
}

/** Why the wanted order could change what the program does; null when it cannot. */
function reasonAgainst(wanted: readonly Slot[], statements: readonly Statement[]): string | null {
  const places = wanted.map(({ index }) => index).sort((a, b) => a - b);
  for (const [later, slot] of wanted.entries()) {
    const target = places[later]!;
    for (const other of wanted.slice(0, later)) {
      // `other` comes first now; it must have come first before, or be independent.
      const reason = other.index > slot.index ? dependence(other.call, slot.call) : null;
      if (reason !== null) return reason;
    }
    const reason = crossedStatements(slot, target, statements, places);
    if (reason !== null) return reason;
  }
  return null;
}

/** Statements that stay and that a call moves over: plain declarations that it does not need. */
function crossedStatements(
  slot: Slot,
  target: number,
  statements: readonly Statement[],
  moving: readonly number[],
): string | null {
  const [from, to] = [Math.min(slot.index, target), Math.max(slot.index, target)];
  for (let index = from; index <= to; index++) {
    if (moving.includes(index)) continue;
    const { text } = statements[index]!;
    const name = PLAIN_DECLARATION.exec(text)?.[3];
    const isList = /\bdim3\s+\w+\s*\(/.test(text);
    if (name === undefined || CALLS.test(isList ? text.replace(/\bdim3\s+\w+\s*\(/, '') : text)) {
      return `another statement stands between the calls: ${text.replace(/\s+/g, ' ').slice(0, 60)}`;
    }
    const needs = new RegExp(`\\b${name}\\b`).test(slot.statement.text);
    if (needs && target < index)
      return `line ${slot.call.line} needs ${name}, which is declared behind its new place`;
  }
  return null;
}

/** Each place in the block gets the statement that is wanted there; everything between stays. */
function edits(text: string, path: string, wanted: readonly Slot[]): EditOutcome {
  const lines = new LineIndex(text);
  const places = wanted.toSorted((a, b) => a.index - b.index);
  const changed = places.flatMap(({ statement }, position) => {
    const { text: newText } = wanted[position]!.statement;
    return newText === statement.text
      ? []
      : [{ path, range: lines.range(statement.start, statement.end), newText }];
  });
  if (changed.length === 0) return refused('the calls are in that order already');
  const streams = [...new Set(wanted.map(({ call }) => call.stream))].join(', ');
  return {
    kind: 'edit',
    edits: changed,
    note: `${changed.length} statements of streams ${streams} change places; none depends on another.`,
  };
}
