import type { Application, DeviceOperation, Operation } from '../kernel/application';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { dataConflict } from './dataConflict';
import { hostWaits } from './hostThread';
import { labelOf } from './operationNode';
import { isDeviceWork } from './timeline';

/** The operation at a place of the application as written is to run in this stream. */
export interface Move {
  readonly index: number;
  readonly stream: string;
}

/** An application after operations were moved to other streams. */
export interface Rearranged {
  readonly application: Application;
  /** Place in the application as written of each operation; null for the events that keep an order. */
  readonly places: readonly (number | null)[];
  /** Orders that the streams gave and events give now, by places as written. */
  readonly waits: readonly { readonly after: number; readonly before: number }[];
}

const DEFAULT_STREAM = 'default';

/**
 * Moves operations to other streams and keeps what the program computes: what a moved operation needs, or what needs
 * it, still waits, now by an event. Operations of one stream count as dependent unless the source tells what both
 * touch; what the source tells decides alone.
 */
export function rearranged({ operations, ...application }: Application, moves: readonly Move[]): Rearranged {
  const streams = new Map(moves.map(({ index, stream }) => [index, stream]));
  const moved = operations.map((operation, index) => inStream(operation, streams.get(index)));
  const waits = neededWaits(operations, moved);
  const result: { operation: Operation; place: number | null }[] = [];
  for (const [index, operation] of moved.entries()) {
    for (const { after, before } of waits)
      if (before === index) result.push({ operation: event('wait', operation, after), place: null });
    result.push({ operation, place: index });
    if (waits.some(({ after }) => after === index))
      result.push({ operation: event('record', operation, index), place: null });
  }
  return {
    application: { ...application, operations: result.map(({ operation }) => operation) },
    places: result.map(({ place }) => place),
    waits,
  };
}

function inStream(operation: Operation, stream: string | undefined): Operation {
  return stream === undefined || !isWork(operation) ? operation : { ...operation, stream };
}

const isWork = (operation: Operation): operation is DeviceOperation => isDeviceWork(operation);

function event(kind: 'record' | 'wait', operation: Operation, after: number): Operation {
  return { kind, stream: streamOf(operation) ?? DEFAULT_STREAM, event: `after operation ${after}` };
}

function streamOf(operation: Operation): string | null {
  return operation.kind === 'host' ? null : operation.stream;
}

/** Of the orders that no stream gives any more, those that do not follow from others. */
function neededWaits(
  written: readonly Operation[],
  moved: readonly Operation[],
): { after: number; before: number }[] {
  const waits: { after: number; before: number }[] = [];
  /** By stream that waits and stream waited for: the last place that was waited for. */
  const known = new Map<string, number>();
  for (const [before, operation] of moved.entries()) {
    const into = streamOf(operation);
    if (into === null) continue;
    for (const [from, after] of lastNeeded(before, written, moved)) {
      const key = JSON.stringify([into, from]);
      if ((known.get(key) ?? -1) >= after) continue;
      known.set(key, after);
      waits.push({ after, before });
    }
  }
  return waits;
}

/** The last operation of every other stream that has to be done before one starts. */
function lastNeeded(
  before: number,
  written: readonly Operation[],
  moved: readonly Operation[],
): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  const into = streamOf(moved[before]!);
  for (let after = 0; after < before; after++) {
    const from = streamOf(moved[after]!);
    const isMoved = [after, before].some((index) => written[index] !== moved[index]);
    if (!isMoved || from === null || from === into) continue;
    // For these the host has waited.
    if (written[after]!.kind === 'synchronize' || hostWaits(written[after]!)) continue;
    if (areOrdered(written[after]!, written[before]!)) last.set(from, after);
  }
  return last;
}

/** Whether the second of two operations may need the first to be done. */
function areOrdered(first: Operation, second: Operation): boolean {
  if (isWork(first) && isWork(second) && !hostWaits(second)) {
    const conflict = dataConflict(first, second);
    if (conflict !== null) return conflict;
  }
  const [one, other] = [streamOf(first), streamOf(second)];
  return one === other || one === DEFAULT_STREAM || other === DEFAULT_STREAM;
}

/** One operation is issued a place earlier (−1) or later (1) than before. */
export interface IssueStep {
  readonly index: number;
  readonly by: -1 | 1;
}

/**
 * Places of an application's operations in another order of issue.
 *
 * @throws InputError where an operation would pass one that it has to stay in order with: dependent work, an event,
 *   or a call for which the host waits
 */
export function reissued(operations: readonly Operation[], steps: readonly IssueStep[]): readonly number[] {
  const order = operations.map((_, index) => index);
  for (const { index, by } of steps) {
    const place = order.indexOf(index);
    const other = order[place + by];
    if (other === undefined) continue;
    const [first, second] = by < 0 ? [other, index] : [index, other];
    const pair = [operations[first]!, operations[second]!] as const;
    if (!pair.every((one) => isWork(one) && !hostWaits(one)) || areOrdered(...pair))
      throw new InputError(
        message('timeline.staysInOrder', {
          name: labelOf(operations[index]!),
          other: labelOf(operations[other]!),
        }),
      );
    [order[place], order[place + by]] = [other, index];
  }
  return order;
}
