import type { OperationNode } from './operationNode';

const DEFAULT_STREAM = 'default';

/**
 * Dependencies of each operation of one application: the one before it in its stream, events, and the barriers
 * of the legacy default stream (its operations wait for everything issued before, and everything issued later
 * waits for them).
 */
export class StreamOrder {
  private readonly tails = new Map<string, OperationNode>();
  private readonly records = new Map<string, OperationNode>();
  private readonly seen = new Map<string, number>();
  private barrier: OperationNode | null = null;
  private latestFirst: OperationNode | null = null;
  private readonly nonBlocking: ReadonlySet<string>;

  /** @param nonBlocking streams that the default stream neither waits for nor holds up */
  constructor(nonBlocking: readonly string[] = []) {
    this.nonBlocking = new Set(nonBlocking);
  }

  /** First operation of the stream that came into use last. */
  get lastFirst(): OperationNode | null {
    return this.latestFirst;
  }

  hasUsed(stream: string): boolean {
    return this.seen.has(stream);
  }

  /** Position of a stream in the order of first use. */
  indexOf(stream: string): number {
    return this.seen.get(stream)!;
  }

  /** Orders a newly issued operation behind what it depends on. */
  append(node: OperationNode): void {
    const { operation } = node;
    if (operation.kind === 'host') return;
    if (operation.kind === 'synchronize') {
      this.waitFor(operation.stream, node);
      return;
    }
    if (operation.stream === DEFAULT_STREAM) this.waitForAll(node, 'default-stream');
    else {
      this.tails.get(operation.stream)?.blocks(node, 'stream');
      if (!this.nonBlocking.has(operation.stream)) this.barrier?.blocks(node, 'default-stream');
    }
    if (operation.kind === 'wait') this.records.get(operation.event)?.blocks(node, 'event');
    if (operation.kind === 'record') this.records.set(operation.event, node);
    this.appendToStream(operation.stream, node);
  }

  private appendToStream(stream: string, node: OperationNode): void {
    if (!this.seen.has(stream)) {
      this.seen.set(stream, this.seen.size);
      this.latestFirst = node;
    }
    this.tails.set(stream, node);
    if (stream === DEFAULT_STREAM) this.barrier = node;
  }

  private waitFor(stream: string | null, node: OperationNode): void {
    if (stream === null) this.waitForAll(node, 'stream');
    else this.tails.get(stream)?.blocks(node, 'stream');
  }

  private waitForAll(node: OperationNode, reason: 'stream' | 'default-stream'): void {
    for (const [stream, tail] of this.tails)
      if (tail.done) this.tails.delete(stream);
      else if (reason === 'stream' || !this.nonBlocking.has(stream))
        tail.blocks(node, stream === DEFAULT_STREAM ? 'stream' : reason);
  }
}
