import type { PtxInstruction } from '../module';
import type { AccessSpace, PtxFault, Storage } from './storage';
import type { Execute } from './types';

/** Where an access goes: a slot with an address, or 32-bit one, and bytes on top. */
export interface AddressOperand {
  readonly slot: number;
  readonly isWide: boolean;
  readonly offset: number;
}

/** What an access needs of its instruction. */
export interface AccessPlan {
  readonly space: AccessSpace;
  readonly address: AddressOperand;
  readonly bytes: number;
  readonly signed: boolean;
  /** Slots of the elements; null for one that is not wanted. */
  readonly elements: readonly (number | null)[];
  readonly fault: (code: string, address: number) => PtxFault;
}

const SPACES: readonly AccessSpace[] = ['global', 'shared', 'local', 'const', 'param'];

/** The space that an opcode names, generic where it names none. */
export function spaceOf({ opcode }: Pick<PtxInstruction, 'opcode'>): AccessSpace {
  const named = opcode.map((part) => part.split('::')[0]);
  return SPACES.find((space) => named.includes(space)) ?? 'generic';
}

/** Reads an address in a thread. */
export function addressReader(
  storage: Storage,
  { slot, isWide, offset }: AddressOperand,
): (base: number) => number {
  const { words } = storage;
  if (!isWide) return (t) => (words[(t + slot) << 1]! >>> 0) + offset;
  return (t) => {
    const at = (t + slot) << 1;
    return words[at + 1]! * 2 ** 32 + (words[at]! >>> 0) + offset;
  };
}

/** `ld`: elements side by side into slots. */
export function load(storage: Storage, plan: AccessPlan): Execute {
  const { space, address, bytes, elements, fault } = plan;
  const { words, unknown } = storage;
  const addressIn = addressReader(storage, address);
  const whole = bytes * elements.length;
  const fetch = fetchInto(storage, bytes, plan.signed);
  const mark = (t: number, place: number, value: number): void => {
    const slot = elements[place];
    if (unknown !== null && slot !== null && slot !== undefined) unknown[t + slot] = value;
  };
  return (t) => {
    if (unknown !== null && unknown[t + address.slot] === 1) {
      elements.forEach((_, place) => mark(t, place, 1));
      return;
    }
    storage.locate(space, addressIn(t), whole, t, fault);
    const { bytes: memory } = storage;
    if (storage.allocation !== undefined) storage.allocation.accesses.load++;
    for (let place = 0; place < elements.length; place++) {
      const slot = elements[place];
      if (slot === null || slot === undefined) continue;
      if (memory === null) {
        mark(t, place, 1);
        words[(t + slot) << 1] = 0;
        continue;
      }
      const at = storage.offset + place * bytes;
      fetch(at, t + slot);
      if (unknown !== null) mark(t, place, memory.unknown === null ? 0 : anyOf(memory.unknown, at, bytes));
    }
  };
}

function anyOf(flags: Uint8Array, at: number, bytes: number): number {
  for (let byte = 0; byte < bytes; byte++) if (flags[at + byte] === 1) return 1;
  return 0;
}

/** Reads bytes of the memory that was located last into a slot of 64 bits. */
export function fetchInto(
  storage: Storage,
  bytes: number,
  signed: boolean,
): (at: number, index: number) => void {
  const { words } = storage;
  switch (bytes) {
    case 1:
      return (at, index) =>
        extend(words, index, signed ? (storage.bytes!.u8[at]! << 24) >> 24 : storage.bytes!.u8[at]!, signed);
    case 2:
      return (at, index) =>
        extend(
          words,
          index,
          signed ? (storage.bytes!.u16[at >> 1]! << 16) >> 16 : storage.bytes!.u16[at >> 1]!,
          signed,
        );
    case 4:
      return (at, index) => extend(words, index, storage.bytes!.i32[at >> 2]!, signed);
    default:
      return (at, index) => {
        words[index << 1] = storage.bytes!.i32[at >> 2]!;
        words[(index << 1) + 1] = storage.bytes!.i32[(at >> 2) + 1]!;
      };
  }
}

function extend(words: Int32Array, index: number, value: number, signed: boolean): void {
  words[index << 1] = value;
  words[(index << 1) + 1] = signed && value < 0 ? -1 : 0;
}

/** Writes a slot into the memory that was located last. */
export function putFrom(storage: Storage, bytes: number): (at: number, index: number) => void {
  const { words } = storage;
  switch (bytes) {
    case 1:
      return (at, index) => void (storage.bytes!.u8[at] = words[index << 1]!);
    case 2:
      return (at, index) => void (storage.bytes!.u16[at >> 1] = words[index << 1]!);
    case 4:
      return (at, index) => void (storage.bytes!.i32[at >> 2] = words[index << 1]!);
    default:
      return (at, index) => {
        storage.bytes!.i32[at >> 2] = words[index << 1]!;
        storage.bytes!.i32[(at >> 2) + 1] = words[(index << 1) + 1]!;
      };
  }
}

/** `st`: slots into elements side by side. */
export function store(storage: Storage, plan: AccessPlan): Execute {
  const { space, address, bytes, elements, fault } = plan;
  const { unknown } = storage;
  const addressIn = addressReader(storage, address);
  const whole = bytes * elements.length;
  const put = putFrom(storage, bytes);
  return (t) => {
    if (unknown !== null && unknown[t + address.slot] === 1) {
      // Any of its bytes may have changed.
      if (space !== 'global' && space !== 'generic') forget(storage, space, t);
      return;
    }
    storage.locate(space, addressIn(t), whole, t, fault);
    if (storage.allocation !== undefined) storage.allocation.accesses.store++;
    if (storage.bytes === null) return;
    for (let place = 0; place < elements.length; place++) {
      const at = storage.offset + place * bytes;
      put(at, t + elements[place]!);
      storage.bytes.unknown?.fill(unknown?.[t + elements[place]!] ?? 0, at, at + bytes);
    }
  };
}

function forget(storage: Storage, space: AccessSpace, base: number): void {
  storage.locate(space, 0, 1, base, (code) => {
    throw new Error(code);
  });
  storage.bytes?.forget();
}

/** `cp.async`: bytes from global to shared memory; what the source does not have is zero. */
export function asyncCopy(storage: Storage, to: AccessPlan, from: AccessPlan, given: number | null): Execute {
  const [target, source] = [addressReader(storage, to.address), addressReader(storage, from.address)];
  const { words, tracks } = storage;
  return (t) => {
    if (tracks) return;
    const taken = given === null ? to.bytes : Math.min(words[(t + given) << 1]! >>> 0, to.bytes);
    const copied = new Uint8Array(to.bytes);
    if (taken > 0) {
      storage.locate('global', source(t), 1, t, from.fault);
      copied.set(storage.bytes!.u8.subarray(storage.offset, storage.offset + taken));
    }
    if (storage.allocation !== undefined) storage.allocation.accesses.load++;
    storage.locate('shared', target(t), to.bytes, t, to.fault);
    storage.bytes!.u8.set(copied, storage.offset);
  };
}
