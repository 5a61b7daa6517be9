import { isMessage, message, type Message, type Words } from '../../kernel/message';
import type { SymbolicValue } from '../../kernel/symbolic';

/** A value that changes with each turn of a loop, taken as it is in the first. */
export function ofFirstTurn(name: string): Message {
  return message('cuda.firstTurn', { name });
}

/** A value that differs between the calls of its function, taken as it is in the first. */
export function ofFirstCall(name: string, calls: number): Message {
  return message('cuda.firstCall', { name, calls });
}

/** A value that all calls of its function hand over. */
export function takenFromCalls(name: string, calls: number): Message {
  return message('cuda.takenFromCalls', { name, calls });
}

const FROM_CALLS: ReadonlySet<string> = new Set([ofFirstCall('', 0).say, takenFromCalls('', 0).say]);

/** Tests whether a value is one that calls of the function hand over in which it is used. */
export function restsOnCalls({ notes }: Pick<SymbolicValue, 'notes'>): boolean {
  return notes?.some((note) => isMessage(note) && FROM_CALLS.has(note.say)) ?? false;
}

const SAID: ReadonlySet<string> = new Set([ofFirstTurn('').say, ofFirstCall('', 0).say]);

/** Why a value is that of the first time only; undefined where later turns and calls have no other. */
export function firstTimeNote({ notes }: Pick<SymbolicValue, 'notes'>): Words | undefined {
  return notes?.find((note) => isMessage(note) && SAID.has(note.say));
}

/** Tests whether a value is that of the first time only: later turns or calls have others. */
export function isOfFirstTime(value: Pick<SymbolicValue, 'notes'>): boolean {
  return firstTimeNote(value) !== undefined;
}
