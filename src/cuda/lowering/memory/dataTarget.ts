import { message } from '../../../kernel/message';
import type { ChargeEvent, Value } from '../../reading/values/graph';
import { rangeUnder, type Range } from '../index/constraint';
import { add, constantForm, isAffine, isPrintable } from '../index/form';
import type { UnrolledRegion } from '../index/unrolledRegion';
import type { KernelContext } from '../kernelContext';
import type { Address, DataTerm } from './address';
import type { Target } from './arrays';
import { chaseOf } from './chase';
import { combined, positionOf, type DataPosition } from './dataPosition';
import { dataRange } from './dataRange';

/** Bytes beyond which the range of a number says nothing about the data that it leads to. */
const FARTHEST = 2 ** 24;

/** Target assumed for an address that data decides. */
export function dataTarget(
  context: KernelContext,
  event: ChargeEvent,
  address: Address,
  at: UnrolledRegion,
): Target {
  return chaseTarget(context, event, at) ?? indirectTarget(context, event, address, at);
}

/** A walk over a linked list: where it starts is known, where it leads is not. */
function chaseTarget(context: KernelContext, event: ChargeEvent, at: UnrolledRegion): Target | null {
  const { access } = event;
  const chased = chaseOf(event, (value) => context.carried.get(value.id));
  if (chased === null || access === null || chased.start === null) return null;
  const outside = at.holderOf(chased.inside.region).parent ?? at;
  const first = chased.inside === access.index ? { ...access, index: chased.start } : null;
  const start = first === null ? null : context.addresses.of(first, outside);
  const affine =
    start !== null && start.data.length === 0 && isAffine(start.bytes) && isPrintable(start.bytes);
  if (!affine) return null;
  context.state.assume(message('cuda.dataChain', { array: nameOf(start.object) }));
  return { kind: 'chase', start: start.bytes };
}

function indirectTarget(
  context: KernelContext,
  { access }: ChargeEvent,
  address: Address,
  unrolled: UnrolledRegion,
): Target {
  const { data, bytes } = address;
  const positions = data.map((term) => positionOf(context, term));
  const at = combined(positions);
  const name = nameOf(address.object);
  if (data.length === 0 || !isPrintable(at) || !isPrintable(bytes)) {
    context.state.assume(message('cuda.dataElements', { array: access?.base.text ?? name }));
    return { kind: 'random' };
  }
  const step = data.map((term) => Math.abs(term.bytes)).reduce(commonDivisor);
  const [row] = data.flatMap((term) => term.row ?? []);
  // Rows lie one behind the other: row r begins near r times the mean length of a row.
  if (row !== undefined && data.length === 1) {
    const range = rangeUnder(bytes, unrolled.constraints);
    return { kind: 'indirect', at, offset: bytes, range, values: null, window: 1, step: step * row };
  }
  const window = windowOf(context, positions, name);
  if (window !== null) {
    const range = rangeUnder(bytes, unrolled.constraints);
    return { kind: 'indirect', at, offset: bytes, range, values: null, window, step };
  }
  const reach = reachOf(context, data);
  const offset = reach === null ? bytes : add(bytes, constantForm(reach.low));
  return {
    kind: 'indirect',
    at: combined(positions, (position) => add(position.at, constantForm(position.salt))),
    offset,
    range: rangeUnder(offset, unrolled.constraints),
    values: reach === null ? null : (reach.high - reach.low) / step + 1,
    window,
    step,
  };
}

/** Bytes between which everything that data adds to an address lies; null when nothing bounds it. */
function reachOf(context: KernelContext, data: readonly DataTerm[]): Range | null {
  let [low, high] = [0, 0];
  for (const { value, at, bytes } of data) {
    const range = dataRange(context.forms, value, at);
    if (range === null) return null;
    const ends = [range.low * bytes, range.high * bytes];
    low += Math.min(...ends);
    high += Math.max(...ends);
  }
  return high - low <= FARTHEST ? { low, high } : null;
}

/** Distance of an index array's values from their own position; null for anywhere, which is assumed. */
function windowOf(context: KernelContext, positions: readonly DataPosition[], target: string): number | null {
  const [only] = positions;
  if (only === undefined || only.array === null || positions.length > 1) {
    context.state.assume(message('cuda.dataElements', { array: target }));
    return null;
  }
  const index = nameOf(only.array);
  const parameter = `window_${index.replace(/\W+/g, '_')}`;
  const given = context.state.givenNumber(parameter);
  if (given !== null) return Math.max(1, Math.round(given));
  context.state.assume(message('cuda.dataIndex', { array: target, index }), { parameter });
  return null;
}

function nameOf(object: Value): string {
  return object.text.replace(/^&/, '');
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
