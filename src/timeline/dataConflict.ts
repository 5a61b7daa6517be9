import type { DeviceOperation } from '../kernel/application';

/** Whether the source tells what an operation reads and writes. */
export function tellsData({ reads, writes }: DeviceOperation): boolean {
  return reads !== undefined && writes !== undefined;
}

/** Whether one of two operations writes what the other touches; null where the source does not tell of both. */
export function dataConflict(first: DeviceOperation, second: DeviceOperation): boolean | null {
  if (!tellsData(first) || !tellsData(second)) return null;
  return writesInto(first, second) || writesInto(second, first);
}

function writesInto({ writes = [] }: DeviceOperation, other: DeviceOperation): boolean {
  return writes.some((buffer) => other.reads!.includes(buffer) || other.writes!.includes(buffer));
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
