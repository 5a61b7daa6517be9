import { isMessage, message, type Message } from '../../kernel/message';
import type { SymbolicValue } from '../../kernel/symbolic';

/** A value that changes with each turn of a loop, taken as it is in the first. */
export function ofFirstTurn(name: string): Message {
  return message('cuda.firstTurn', { name });
}

/** A value that differs between the calls of its function, taken as it is in the first. */
export function ofFirstCall(name: string, calls: number): Message {
  return message('cuda.firstCall', { name, calls });
}

const SAID: ReadonlySet<string> = new Set([ofFirstTurn('').say, ofFirstCall('', 0).say]);

/** Tests whether a value is that of the first time only: later turns or calls have others. */
export function isOfFirstTime({ notes }: Pick<SymbolicValue, 'notes'>): boolean {
  return notes?.some((note) => isMessage(note) && SAID.has(note.say)) ?? false;
}
