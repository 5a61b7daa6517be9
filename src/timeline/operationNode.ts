import type { Operation } from '../kernel/application';
import type { HardwareQueue } from './hardwareQueue';
import type { DeviceTask } from './models';
import { isDeviceWork, type TimelineOperation, type WaitReason } from './timeline';

/**
 * One operation while it is replayed: the row of Moka's trace table (algorithm 3), asleep until it is ready,
 * active until its end, then done.
 */
export class OperationNode {
  issuedNs = 0;
  readyNs = 0;
  /** When it passed its hardware queue. */
  submittedNs = 0;
  startNs = 0;
  endNs = 0;
  resource = '';
  reason: WaitReason = 'none';
  waitedFor: OperationNode | null = null;
  done = false;
  /** Everything in front of it is done and its latency has passed. */
  isReady = false;
  /** Events that the operation still waits for: its own issue, and unfinished operations before it. */
  pending = 1;
  dependents: { readonly node: OperationNode; readonly reason: WaitReason }[] | null = null;
  /** The hardware queue that it passes through, if any. */
  queue: HardwareQueue<OperationNode> | null = null;
  /** Called when it is done: a host that waits for it. */
  onDone: ((ns: number) => void) | null = null;

  constructor(
    readonly id: number,
    readonly application: number,
    readonly index: number,
    readonly operation: Operation,
  ) {}

  /** Makes `after` wait for this operation unless it is done already. */
  blocks(after: OperationNode, reason: WaitReason): void {
    if (this.done) return;
    after.pending++;
    (this.dependents ??= []).push({ node: after, reason });
  }
}

/** An operation that the device executes, as its executor sees it. */
export function isDeviceNode(node: OperationNode): node is OperationNode & DeviceTask {
  return isDeviceWork(node.operation);
}

/** Name of an operation in a timeline. */
export function labelOf(operation: Operation): string {
  switch (operation.kind) {
    case 'copy':
      return operation.direction;
    case 'kernel':
      return operation.kernel;
    case 'record':
    case 'wait':
      return operation.event;
    default:
      return operation.kind;
  }
}

/** Operation of the timeline that a replayed node makes. */
export function toTimelineOperation(node: OperationNode): TimelineOperation {
  const { operation } = node;
  return {
    id: node.id,
    application: node.application,
    index: node.index,
    kind: operation.kind,
    direction: operation.kind === 'copy' ? operation.direction : null,
    label: labelOf(operation),
    stream: 'stream' in operation ? operation.stream : null,
    resource: node.resource,
    bytes: 'bytes' in operation ? operation.bytes : 0,
    issuedNs: node.issuedNs,
    readyNs: node.readyNs,
    startNs: node.startNs,
    endNs: node.endNs,
    waitedFor: { reason: node.reason, operation: node.waitedFor?.id ?? null },
    ...(operation.location ? { location: operation.location } : {}),
  };
}
