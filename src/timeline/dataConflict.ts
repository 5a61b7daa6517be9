import type { DeviceOperation } from '../kernel/application';

/** Whether the source tells what an operation reads and writes. */
export function tellsData({ reads, writes }: DeviceOperation): boolean {
  return reads !== undefined && writes !== undefined;
}

/** Whether one of two operations writes what the other touches; null where the source does not tell of both. */
export function dataConflict(first: DeviceOperation, second: DeviceOperation): boolean | null {
  return tellsData(first) && tellsData(second) ? sharedBuffer(first, second) !== null : null;
}

/** A buffer that both may touch, in whatever part, and one of them writes; null where none is known. */
export function sharedBuffer(first: DeviceOperation, second: DeviceOperation): string | null {
  return writtenInto(first, second) ?? writtenInto(second, first);
}

function writtenInto({ writes = [] }: DeviceOperation, other: DeviceOperation): string | null {
  const { reads: read = [], writes: written = [] } = other;
  return writes.find((buffer) => read.includes(buffer) || written.includes(buffer)) ?? null;
}

/** A buffer that two operations are proved to touch at the same place, one of them writing; null where none is. */
export function certainConflict(first: DeviceOperation, second: DeviceOperation): string | null {
  const [one, other] = [first.certain, second.certain];
  if (one === undefined || other === undefined || one.stage !== other.stage) return null;
  return (
    one.writes.find((buffer) => other.reads.includes(buffer) || other.writes.includes(buffer)) ??
    other.writes.find((buffer) => one.reads.includes(buffer)) ??
    null
  );
}
