import type { Node } from 'web-tree-sitter';
import { message } from '../../../kernel/message';
import type { CallSite } from './calls';
import { extent, rank } from './cooperativeGroups';
import { lowerExpression } from './expressions';
import { openBranches, splitBy } from './flow';
import { unknownValue } from './names';
import { resolvePointer, SHARED_BY_THREADS } from './places';
import type { KernelState } from './state';
import { WARP_SIZE } from '../../../kernel/warp';
import type { Region, Value } from '../values/graph';
import { I32, scalar, sizeOf, U32, type CType } from '../values/types';

/** Names under which copies, commits and waits stand in the trace; a wait needs the number of groups it lets go on. */
export const ASYNC_COPY = 'cp.async';
export const ASYNC_COMMIT = 'cp.async.commit_group';
export const ASYNC_WAIT = 'cp.async.wait_group';

/** In place of a number of groups: those but the oldest one may go on. */
export const OLDEST_GROUP = -1;

/** Widest copy of one thread by one instruction, in bytes (`cp.async`, PTX ISA). */
const WIDEST = 16;
/** Copies of one thread that are written out one by one. */
const MOST_COPIES = 64;

/** Where a copy goes, where it comes from, and how much it moves. */
interface Copy {
  readonly to: Value;
  readonly from: Value;
  /** Null where no number is at hand. */
  readonly bytes: number | null;
}

/** Who moves the bytes of a copy: the thread that asks, all threads of the block, or an engine beside them (TMA). */
type Mover = 'thread' | 'block' | 'engine';

/** A copy as a call asks for it: target, source and size. */
export function copied(state: KernelState, site: CallSite, nodes: readonly Node[], mover: Mover): Value {
  const [to, from] = nodes.slice(0, 2).map((node) => lowerExpression(state, node));
  const sizeNode = nodes[2];
  if (to === undefined || from === undefined) return unknownValue(state, site.node, I32);
  const bytes = bytesOf(state, sizeNode);
  if (bytes === null) {
    const called = { name: site.qualifiedName, bytes: pointeeBytes(from) };
    state.assumeAt(site.node, message('cuda.copySize', called));
  }
  const copy = { to, from, bytes };
  if (mover === 'block') copyTogether(state, copy, alignmentOf(sizeNode));
  else if (mover === 'engine') copyByEngine(state, copy);
  else copyAlone(state, copy);
  return state.table.constant(0, I32);
}

/** A copy that one thread makes: `cp.async` moves up to 16 bytes. */
export function copyAlone(state: KernelState, { to, from, bytes }: Copy): void {
  const all = bytes ?? pointeeBytes(from);
  const width = widthOf(all);
  const count = Math.max(1, Math.ceil(all / width));
  if (count > MOST_COPIES) state.assume(message('cuda.bulkCopy', { bytes: all, count: MOST_COPIES }));
  for (let part = 0; part < Math.min(count, MOST_COPIES); part++)
    issueCopy(state, to, moved(state, from, state.table.constant(part, U32), width), width);
}

/** A copy whose parts the threads of the block take in turn. */
function copyTogether(state: KernelState, { to, from, bytes }: Copy, alignment: number): void {
  const threads = threadsOfBlock(state);
  const all = bytes ?? pointeeBytes(from) * threads;
  const width = widthOf(Math.max(alignment, Math.min(WIDEST, pointeeBytes(from))));
  const own = rank(state, 'thread');
  inTurn(state, { to, from, bytes: all }, width, { own, stride: extent(state, 'blockDim'), threads });
}

/** Threads that share a copy: the number of each, how many there are, and the same as a value. */
interface Sharers {
  readonly own: Value;
  readonly stride: Value;
  readonly threads: number;
}

function inTurn(
  state: KernelState,
  { to, from, bytes }: Copy & { readonly bytes: number },
  width: number,
  { own, stride, threads }: Sharers,
): void {
  const parts = Math.max(1, Math.ceil(bytes / width));
  const rounds = Math.ceil(parts / threads);
  if (rounds > MOST_COPIES) state.assume(message('cuda.bulkCopy', { bytes, count: MOST_COPIES * threads }));
  for (let round = 0; round < Math.min(MOST_COPIES, rounds); round++) {
    const skipped = state.table.binary('mul', stride, state.table.constant(round, U32));
    const part = state.table.binary('add', own, skipped);
    const issue = () => issueCopy(state, to, moved(state, from, part, width), width);
    if ((round + 1) * threads <= parts) issue();
    else onlyWhere(state, state.table.binary('lt', part, state.table.constant(parts, U32)), issue);
  }
}

/**
 * A copy that one thread starts and an engine carries out (`cp.async.bulk`). A program has no engine: the threads
 * around the branch of the one that starts it, a warp at least, move 16 bytes each in turn. Out of a loop that the one
 * thread runs alone nothing is moved: there it copies by itself.
 */
export function copyByEngine(state: KernelState, copy: Copy): void {
  const before = state.region;
  if (before === null) return;
  let around = before;
  while (around.parent !== null && around.kind !== 'loop' && threadsIn(state, around) < WARP_SIZE - 0.5)
    around = around.parent;
  const threads = Math.round(threadsIn(state, around));
  const bytes = copy.bytes ?? pointeeBytes(copy.from);
  if (threads < WARP_SIZE || around === before) return copyAlone(state, copy);
  const isBlock = threads === threadsOfBlock(state);
  const own = rank(state, 'thread');
  const lanes = state.table.constant(WARP_SIZE, U32);
  state.region = around;
  inTurn(
    state,
    { ...copy, bytes },
    widthOf(bytes),
    isBlock
      ? { own, stride: extent(state, 'blockDim'), threads }
      : { own: state.table.binary('mod', own, lanes), stride: lanes, threads: WARP_SIZE },
  );
  state.region = before;
}

/** Threads of a block that run what stands in a region, by the branches that lead there. */
export function threadsIn(state: KernelState, region: Region): number {
  let share = 1;
  for (let at: Region = region; at.parent !== null; at = at.parent)
    if (at.kind === 'branch' && at.parent.weight > 0) share *= at.weight / at.parent.weight;
  return share * threadsOfBlock(state);
}

export function threadsOfBlock({ block: [x, y, z] }: KernelState): number {
  return x * y * z;
}

/** Runs code for the threads that meet a condition. */
function onlyWhere(state: KernelState, condition: Value, action: () => void): void {
  const before = state.region;
  if (before === null) return;
  state.demand(condition);
  const { taken } = openBranches(state, before, condition, splitBy(state, condition, before.population));
  state.region = taken;
  action();
  state.region = before;
}

/** A pointer `part` copies of `width` bytes further on. */
function moved(state: KernelState, from: Value, part: Value, width: number): Value {
  const { base, index } = resolvePointer(state, from);
  const elements = Math.max(1, Math.round(width / pointeeBytes(from)));
  const further = state.table.binary('mul', part, state.table.constant(elements, U32));
  return state.table.pointer(base, state.table.binary('add', index, further), from.type);
}

function issueCopy(state: KernelState, to: Value, from: Value, width: number): void {
  const makes = state.table.opaque(I32, state.varying, 0, [], ASYNC_COPY);
  const access = { ...resolvePointer(state, from), field: '', type: typeOf(width) };
  state.demand(to);
  state.memory.address(access.base, access.index, state.here);
  state.ledger.charge('globalLoad', 1, state.here, { makes, needs: [to], access, callee: ASYNC_COPY });
}

/** The copies so far belong together: later waits count groups. */
export function committed(state: KernelState): Value {
  return issued(state, ASYNC_COMMIT);
}

/**
 * Waits until no more than so many groups of copies are under way.
 *
 * @param prior groups that may go on, or `OLDEST_GROUP`; null where no number is at hand
 * @param together whether the threads of the block wait for each other, too
 */
export function waited(state: KernelState, prior: number | null, together: boolean): Value {
  const needs = [state.table.constant(prior ?? 0, I32)];
  state.settleLoads(SHARED_BY_THREADS);
  state.ledger.charge('control', 1, state.here, { needs, callee: ASYNC_WAIT });
  if (together) state.ledger.charge('barrier', 1, state.here, { callee: 'bar.sync' });
  state.invalidateMemory();
  return state.table.constant(0, I32);
}

export function issued(state: KernelState, callee: string): Value {
  state.ledger.charge('control', 1, state.here, { callee });
  return state.table.constant(0, I32);
}

/** Bytes that a copy is given, `aligned_size_t<N>(bytes)` included; null where they are not known. */
function bytesOf(state: KernelState, node: Node | undefined): number | null {
  if (node === undefined) return null;
  const size = alignedSize(node);
  const value = lowerExpression(state, size ?? node);
  const bytes = value.constant ?? value.known;
  return bytes !== null && bytes > 0 ? bytes : null;
}

/** The bytes of `cuda::aligned_size_t<N>(bytes)`; null for any other expression. */
function alignedSize(node: Node): Node | null {
  const callee = node.type === 'call_expression' ? node.childForFieldName('function') : null;
  if (!callee || !/\baligned_size_t\s*</.test(callee.text)) return null;
  return node.childForFieldName('arguments')?.firstNamedChild ?? null;
}

/** Bytes to which a copy says that it is aligned; 1 where it says nothing. */
function alignmentOf(node: Node | undefined): number {
  return Number(/\baligned_size_t\s*<\s*(\d+)/.exec(node?.text ?? '')?.[1] ?? 1);
}

function pointeeBytes({ type }: Value): number {
  return Math.max(1, (type.kind === 'pointer' ? sizeOf(type.to) : null) ?? 4);
}

/** The widest copy that divides so many bytes. */
function widthOf(bytes: number): number {
  return [WIDEST, 8, 4, 2].find((width) => bytes % width === 0) ?? 1;
}

function typeOf(width: number): CType {
  if (width === WIDEST) return { kind: 'vector', scalar: 'f32', lanes: 4 };
  return scalar(width === 8 ? 'u64' : width === 4 ? 'u32' : width === 2 ? 'u16' : 'u8');
}
