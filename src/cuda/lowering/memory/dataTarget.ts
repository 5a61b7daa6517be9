import type { ChargeEvent } from '../../mix/model/trace';
import type { Value } from '../../mix/model/value';
import { add, constantForm, divide, scale, type Form } from '../index/form';
import type { Instance } from '../index/instance';
import type { KernelContext } from '../kernelContext';
import type { Address } from './address';
import type { Target } from './arrays';
import { pointeeBytes } from './address';

/** Values looked through for the load that decides an index. */
const VISITS = 200;

/** What is taken for an address that data decides. */
export function dataTarget(context: KernelContext, event: ChargeEvent, address: Address): Target {
  if (isChase(context, event)) return { kind: 'chase' };
  const { data } = address;
  if (data === null) return random(context, event);
  const walk = rowWalk(context, data.value, data.at);
  if (walk !== null) return walk;
  const position = loadedPosition(context, data.value, data.at);
  return position === null ? random(context, event) : { kind: 'indirect', at: position, near: null };
}

function random(context: KernelContext, { access }: ChargeEvent): Target {
  const text = access === null ? 'memory' : access.base.text;
  context.state.assume(`which elements of ${text} are touched depends on data: taken as random ones`);
  return { kind: 'random' };
}

/** Whether the address comes from the same load one iteration before, as in a walk over a linked list. */
function isChase(context: KernelContext, { makes, access }: ChargeEvent): boolean {
  if (makes === null || access === null) return false;
  return (
    reaches(access.index, (value) => endsAs(context, value, makes)) ||
    reaches(access.base, (value) => endsAs(context, value, makes))
  );
}

function endsAs(context: KernelContext, value: Value, load: Value): boolean {
  let end = context.carried.get(value.id)?.end ?? null;
  while (end?.kind === 'convert' || end?.kind === 'pointer') end = end.args[0] ?? null;
  return end === load;
}

function reaches(value: Value, found: (value: Value) => boolean): boolean {
  return find(value, (part) => (found(part) ? true : null)) !== null;
}

/** The first value below `value`, loads not looked into, for which `look` gives something. */
function find<T>(value: Value, look: (value: Value) => T | null): T | null {
  const seen = new Set<Value>();
  const visit = (part: Value): T | null => {
    if (seen.has(part) || seen.size > VISITS) return null;
    seen.add(part);
    const result = look(part);
    if (result !== null || part.kind === 'load') return result;
    for (const arg of part.args) {
      const inner = visit(arg);
      if (inner !== null) return inner;
    }
    return null;
  };
  return visit(value);
}

/** The element of an index array that a value was loaded from. */
function loadedPosition(context: KernelContext, value: Value, at: Instance): Form | null {
  return find(value, (part) => {
    const source = part.kind === 'opaque' ? context.carried.get(part.id)?.start : part;
    if (source?.kind !== 'load') return null;
    return elementOf(context, source, at);
  });
}

function elementOf(context: KernelContext, load: Value, at: Instance): Form | null {
  const [base, index] = load.args;
  if (base === undefined || index === undefined) return null;
  const address = context.addresses.of({ base, index, field: load.name, type: load.type }, at);
  return address.bytes === null ? null : divide(address.bytes, constantForm(pointeeBytes(base.type)));
}

/**
 * A row of a compressed sparse structure: a counter that starts where another array says. Rows lie one behind the
 * other, so row r begins near r times the mean length of a row.
 */
function rowWalk(context: KernelContext, value: Value, at: Instance): Target | null {
  const walk = find(value, (part) => {
    const { count } = part.region;
    if (part.kind !== 'index' || !count?.counter || count.known) return null;
    const row = loadedPosition(context, count.counter.start, at);
    const iteration = at.holderOf(part.region).iteration;
    return row === null || iteration === null
      ? null
      : { row, iteration, length: Math.max(1, Math.round(count.mean)) };
  });
  if (walk === null) return null;
  const position = add(scale(walk.row, walk.length), walk.iteration);
  return { kind: 'indirect', at: position, near: { window: walk.length } };
}
