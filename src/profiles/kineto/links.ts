import type { HostCall } from '../../kernel/profile';
import type { Calls, IssuingCall } from './calls';
import type { Operators } from './operators';

/** What leads from an operation on the GPU back to the host. */
export class TraceLinks {
  constructor(
    private readonly calls: Calls,
    private readonly operators: Operators,
  ) {}

  callOf(correlation: number): IssuingCall | null {
    return this.calls.of(correlation);
  }

  /** Number of the name of the operator that an operation came from; -1 where that is not sure. */
  operatorOf(link: number, correlation: number, call: IssuingCall | null): number {
    if (this.calls.areOfSeveral) return -1;
    const id = Number.isNaN(link) ? (call?.link ?? Number.NaN) : link;
    return this.operators.nameOf(id, call, id === correlation);
  }
}

/** A call as profiles tell it. */
export function hostCall({ startNs, durationNs }: IssuingCall): HostCall {
  return { startNs, durationNs };
}
