import { addressReader, fetchInto, putFrom, type AccessPlan } from './accesses';
import { floatArithmetic } from './floats';
import { binaryInteger } from './integers';
import type { Storage } from './storage';
import type { Execute, OperationType } from './types';

/** Slots of an atomic operation: two of its own, for the value before and after. */
export interface AtomicSlots {
  readonly before: number;
  readonly after: number;
  readonly operand: number;
  /** Third operand of `cas`. */
  readonly other: number;
  /** Where the value before is wanted, or null. */
  readonly to: number | null;
}

/** `atom` and `red`; null for operations that are not known. */
export function atomic(
  storage: Storage,
  operation: string,
  type: OperationType,
  plan: AccessPlan,
  slots: AtomicSlots,
): Execute | null {
  const change = changeOf(storage, operation, type, slots);
  if (change === null) return null;
  const { space, address, bytes, fault } = plan;
  const { unknown, longs, words } = storage;
  const addressIn = addressReader(storage, address);
  const fetch = fetchInto(storage, bytes, type.signed);
  const put = putFrom(storage, bytes);
  return (t) => {
    if (unknown !== null) {
      // What other threads add is not known.
      if (slots.to !== null) unknown[t + slots.to] = 1;
      return;
    }
    storage.locate(space, addressIn(t), bytes, t, fault);
    if (storage.allocation !== undefined) storage.allocation.accesses.atomic++;
    const at = storage.offset;
    fetch(at, t + slots.before);
    change(t);
    put(at, t + slots.after);
    if (slots.to === null) return;
    if (bytes === 8) longs[t + slots.to] = longs[t + slots.before]!;
    else words[(t + slots.to) << 1] = words[(t + slots.before) << 1]!;
  };
}

function changeOf(
  storage: Storage,
  operation: string,
  type: OperationType,
  { before, after, operand, other }: AtomicSlots,
): Execute | null {
  const { words, longs } = storage;
  const word = (slot: number, t: number): number => words[(t + slot) << 1]! >>> 0;
  switch (operation) {
    case 'exch':
      return (t) => void (longs[t + after] = longs[t + operand]!);
    case 'cas':
      return (t) => {
        const [x, y] = [longs[t + before]!, longs[t + operand]!];
        const same = BigInt.asUintN(type.bits, x) === BigInt.asUintN(type.bits, y);
        longs[t + after] = same ? longs[t + other]! : x;
      };
    case 'inc':
      return (t) =>
        void (words[(t + after) << 1] = word(before, t) >= word(operand, t) ? 0 : word(before, t) + 1);
    case 'dec':
      return (t) => {
        const [old, most] = [word(before, t), word(operand, t)];
        words[(t + after) << 1] = old === 0 || old > most ? most : old - 1;
      };
    default: {
      const own = type.kind === 'integer' ? binaryInteger : null;
      if (own !== null) return own(storage, operation, type, [after, before, operand]);
      return floatArithmetic(storage, [operation, 'rn'], type, [after, before, operand]);
    }
  }
}
