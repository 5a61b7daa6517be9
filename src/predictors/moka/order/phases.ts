import type { Application, Operation } from '../../../kernel/application';
import { hostWaits } from '../../../timeline/hostThread';

/** An operation with its position in the application as written. */
export interface IndexedOperation {
  readonly operation: Operation;
  readonly index: number;
}

/** Operations of one stream between two barriers, in order. */
export interface Chain {
  readonly stream: string;
  readonly operations: readonly IndexedOperation[];
}

/** A stretch of calls whose streams may be issued in any order, or one call that has to stay where it is. */
export type Phase =
  | { readonly kind: 'free'; readonly chains: readonly Chain[] }
  | { readonly kind: 'fixed'; readonly call: IndexedOperation };

/**
 * Cuts an application where calls must not be moved across: where the host waits or works, and where the
 * default stream makes everything wait. Between these the order in which streams are issued changes nothing
 * that CUDA promises: only events order operations of different streams.
 */
export function phasesOf(application: Application): readonly Phase[] {
  const phases: Phase[] = [];
  let chains = new Map<string, IndexedOperation[]>();
  const flush = (): void => {
    if (chains.size > 0)
      phases.push({
        kind: 'free',
        chains: [...chains].map(([stream, operations]) => ({ stream, operations })),
      });
    chains = new Map();
  };
  for (const [index, operation] of application.operations.entries()) {
    const stream = freeStream(operation);
    if (stream === null) {
      flush();
      phases.push({ kind: 'fixed', call: { operation, index } });
      continue;
    }
    const chain = chains.get(stream);
    if (chain === undefined) chains.set(stream, [{ operation, index }]);
    else chain.push({ operation, index });
  }
  flush();
  return phases;
}

/** Streams whose calls can be moved, in the order of their first one. */
export function freeStreams(phases: readonly Phase[]): readonly string[] {
  const streams = new Set<string>();
  for (const phase of phases)
    if (phase.kind === 'free') for (const { stream } of phase.chains) streams.add(stream);
  return [...streams];
}

function freeStream(operation: Operation): string | null {
  if (hostWaits(operation) || operation.kind === 'host' || operation.kind === 'synchronize') return null;
  return operation.stream === 'default' ? null : operation.stream;
}
