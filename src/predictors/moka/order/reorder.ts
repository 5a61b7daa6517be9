import type { Application, Operation } from '../../../kernel/application';
import type { Chain, IndexedOperation, Phase } from './phases';

/**
 * How calls of several streams follow each other (figure 2.8): `interleaved` issues one stream after the
 * other, `batch` all copies to the device, then all kernels, then all copies back.
 */
export type DispatchStyle = 'interleaved' | 'batch';

export interface ReorderedApplication {
  readonly application: Application;
  /** Position in the application as written of each operation. */
  readonly indices: readonly number[];
}

/**
 * The application with its streams issued in the given order in each phase; streams that `order` does not
 * name keep theirs behind those. Null when an event would be waited for before it is recorded.
 */
export function reorder(
  application: Application,
  phases: readonly Phase[],
  order: readonly string[],
  style: DispatchStyle,
): ReorderedApplication | null {
  const rank = new Map(order.map((stream, index) => [stream, index]));
  const rankOf = ({ stream }: Chain): number => rank.get(stream) ?? order.length;
  const calls = phases.flatMap((phase) => {
    if (phase.kind === 'fixed') return [phase.call];
    const chains = [...phase.chains].sort((a, b) => rankOf(a) - rankOf(b));
    return style === 'interleaved' ? chains.flatMap((chain) => chain.operations) : batched(chains);
  });
  const operations = calls.map(({ operation }) => operation);
  if (!keepsEvents(application, calls)) return null;
  return { application: { ...application, operations }, indices: calls.map(({ index }) => index) };
}

/** Copies up, kernels, copies down: a chain that goes on after its copies down starts the next round. */
const STAGES_PER_ROUND = 3;

function batched(chains: readonly Chain[]): readonly IndexedOperation[] {
  const stages: IndexedOperation[][] = [];
  for (const chain of chains) {
    let stage = 0;
    for (const call of chain.operations) {
      const wanted = stageOf(call.operation);
      if (wanted !== null) while (stage % STAGES_PER_ROUND !== wanted) stage++;
      (stages[stage] ??= []).push(call);
    }
  }
  // A stage that no chain has is a hole in the array.
  return stages.flatMap((calls) => calls);
}

/** Null for events, which stay with the operation before them. */
function stageOf(operation: Operation): number | null {
  if (operation.kind === 'copy') return { HtoD: 0, DtoD: 1, DtoH: 2 }[operation.direction];
  return operation.kind === 'kernel' || operation.kind === 'memset' ? 1 : null;
}

/** True when every wait still sees the record that it saw as written. */
function keepsEvents(application: Application, calls: readonly IndexedOperation[]): boolean {
  const written = application.operations.map((operation, index) => ({ operation, index }));
  const before = recordsSeen(written);
  if (before.size === 0) return true;
  const after = recordsSeen(calls);
  return [...before].every(([wait, record]) => after.get(wait) === record);
}

/** For each wait the record of its event that was issued last before it. */
function recordsSeen(calls: readonly IndexedOperation[]): ReadonlyMap<number, number | undefined> {
  const records = new Map<string, number>();
  const seen = new Map<number, number | undefined>();
  for (const { operation, index } of calls)
    if (operation.kind === 'record') records.set(operation.event, index);
    else if (operation.kind === 'wait') seen.set(index, records.get(operation.event));
  return seen;
}

/** All operations in one stream in the order as written: the program without concurrency. */
export function serialize(application: Application): Application {
  const operations = application.operations
    .filter(({ kind }) => kind !== 'record' && kind !== 'wait')
    .map((operation): Operation => {
      if (operation.kind === 'host') return operation;
      return operation.kind === 'synchronize'
        ? { ...operation, stream: null }
        : { ...operation, stream: 'serial' };
    });
  return { ...application, operations };
}

/** The application with all host memory pinned; the same object when it is already. */
export function pinAll(application: Application): Application {
  const isPageable = (operation: Operation): boolean => operation.kind === 'copy' && !operation.pinned;
  if (!application.operations.some(isPageable)) return application;
  const operations = application.operations.map((operation) =>
    operation.kind === 'copy' ? { ...operation, pinned: true, blocking: false } : operation,
  );
  return { ...application, operations };
}
