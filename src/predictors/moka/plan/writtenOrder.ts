import type { Application, DeviceOperation } from '../../../kernel/application';
import { hostWaits } from '../../../timeline/hostThread';

/** A device operation with its place in the application as written. */
export interface WrittenOperation {
  readonly operation: DeviceOperation;
  readonly index: number;
}

/** Which operations a program as written runs one after the other, whatever they touch. */
export class WrittenOrder {
  /** By place: how often the host has waited before. */
  private readonly hostWaits: readonly number[];
  /** By stream: places where it waits for an event. */
  private readonly eventWaits = new Map<string, number[]>();

  constructor({ operations }: Application) {
    let waits = 0;
    this.hostWaits = operations.map((operation) => (hostWaits(operation) ? waits++ : waits));
    for (const [index, operation] of operations.entries())
      if (operation.kind === 'wait')
        this.eventWaits.set(operation.stream, [...(this.eventWaits.get(operation.stream) ?? []), index]);
  }

  /** Whether the first of two operations, in the order as written, is done when the second one begins. */
  has(first: WrittenOperation, second: WrittenOperation): boolean {
    const [from, into] = [first.operation.stream, second.operation.stream];
    if (from === into || from === 'default' || into === 'default') return true;
    if (this.hostWaits[second.index]! > this.hostWaits[first.index]!) return true;
    // Whatever the event stands for: more order than there is makes a plan cautious, not wrong.
    return (this.eventWaits.get(into) ?? []).some((index) => first.index < index && index < second.index);
  }
}
