import type { Application, CopyOperation, Operation } from '../kernel/application';
import type { LaunchModel } from './models';
import { OperationNode } from './operationNode';
import { StreamOrder } from './streamOrder';

/** A pageable copy to the device up to this size returns before it is done (CUDA API synchronisation rules). */
const STAGED_BYTES = 64 * 1024;

/**
 * The host of one application: it issues its operations one after another, pays for each call, and waits
 * where a call waits.
 */
export class HostThread {
  readonly streams: StreamOrder;
  private next = 0;
  private last: Operation | null = null;
  /** The operation whose end the host waited for last: what a host-bound operation really waited for. */
  private waitedFor: OperationNode | null = null;

  /** @param goesOnFrom operation with which it goes on after the last one, for ever; null to end there. */
  constructor(
    readonly application: Application,
    readonly index: number,
    private readonly launch: LaunchModel,
    private readonly goesOnFrom: number | null = null,
  ) {
    this.streams = new StreamOrder(application.nonBlocking);
  }

  /** Host time until the next operation is issued; null when there is none. */
  nextCallNs(): number | null {
    const operation = this.application.operations[this.next];
    if (operation === undefined) return null;
    const stream = 'stream' in operation && operation.kind !== 'synchronize' ? operation.stream : null;
    return this.launch.issueNs(operation, {
      previous: this.last,
      firstOfStream: stream !== null && !this.streams.hasUsed(stream),
      firstOfPreviousStream: this.streams.lastFirst?.operation ?? null,
    });
  }

  /** Issues the next operation. */
  issue(id: number, ns: number): OperationNode {
    const { operations } = this.application;
    const operation = operations[this.next]!;
    const node = new OperationNode(id, this.index, this.next++, operation);
    node.issuedNs = ns;
    node.reason = id === 0 || (this.last === null && this.waitedFor === null) ? 'none' : 'host';
    this.last = operation;
    if (this.next === operations.length && this.goesOnFrom !== null) this.next = this.goesOnFrom;
    node.waitedFor = this.waitedFor;
    this.streams.append(node);
    return node;
  }

  /** Lets the host wait for `node` and then call `resume`. */
  park(node: OperationNode, resume: (ns: number) => void): void {
    node.onDone = (ns) => {
      this.waitedFor = node;
      resume(ns);
    };
  }
}

/** True when the host does not go on before the operation is done. */
export function hostWaits(operation: Operation): boolean {
  if (operation.kind === 'synchronize' || operation.kind === 'host') return true;
  return operation.kind === 'copy' && copyBlocks(operation);
}

/** Copies from or to pageable memory are staged: even asynchronous ones hold the host. */
function copyBlocks(copy: CopyOperation): boolean {
  if (copy.direction === 'DtoD') return false;
  if (copy.pinned) return copy.blocking;
  return copy.direction === 'DtoH' || copy.bytes > STAGED_BYTES;
}
