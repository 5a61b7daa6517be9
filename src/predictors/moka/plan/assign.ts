import type { DeviceOperation, Operation } from '../../../kernel/application';
import type { Job } from './jobs';

/** One operation of a plan, before it has a stream. */
export interface PlannedOperation {
  readonly operation: DeviceOperation;
  /** Position as written. */
  readonly index: number;
  /** Which piece of it, from 0. */
  readonly piece: number;
  /** Operations that have to be done before, of other chains too. */
  readonly after: readonly PlannedOperation[];
}

/** Operations that follow each other: they go to one stream. */
export interface PlannedChain {
  readonly operations: readonly PlannedOperation[];
  /** Time of its operations one after another, ns. */
  readonly ns: number;
}

/** The pieces of a job as chains: each piece of a split job is one, a job that forks has several. */
export function chainsOf(
  job: Job,
  pieces: readonly (readonly DeviceOperation[])[],
  nsOf: (operation: DeviceOperation) => number,
): readonly PlannedChain[] {
  return pieces.flatMap((operations, piece) => {
    const planned: PlannedOperation[] = [];
    for (const [at, operation] of operations.entries()) {
      const { index, after } = job.operations[at]!;
      planned.push({ operation, index, piece, after: after.map((before) => planned[before]!) });
    }
    return toChains(planned).map((chain) => ({
      operations: chain,
      ns: chain.reduce((sum, { operation }) => sum + nsOf(operation), 0),
    }));
  });
}

/** An operation continues the chain that ends in one of its predecessors, the latest one; else it begins one. */
function toChains(planned: readonly PlannedOperation[]): readonly (readonly PlannedOperation[])[] {
  const chains: PlannedOperation[][] = [];
  for (const operation of planned) {
    const open = chains.filter((chain) => operation.after.includes(chain.at(-1)!));
    const latest = open.sort((a, b) => b.at(-1)!.index - a.at(-1)!.index)[0];
    if (latest === undefined) chains.push([operation]);
    else latest.push(operation);
  }
  return chains;
}

/** Stream of each chain: in order, to the stream with the least time so far, the first one on a tie. */
export function assignStreams(chains: readonly PlannedChain[], streams: number): readonly number[] {
  const loads = new Array<number>(streams).fill(0);
  return chains.map(({ ns }) => {
    const stream = loads.indexOf(Math.min(...loads));
    loads[stream]! += ns;
    return stream;
  });
}

export function streamName(stream: number): string {
  return `stream ${stream + 1}`;
}

/**
 * The calls of the chains in their streams, as written and piece by piece, with an event wherever an
 * operation waits for one of another stream.
 */
export function issueCalls(
  chains: readonly PlannedChain[],
  streamOf: readonly number[],
  eventPrefix: string,
): readonly { readonly operation: Operation; readonly planned: PlannedOperation | null }[] {
  const streams = new Map<PlannedOperation, string>();
  chains.forEach(({ operations }, at) => {
    for (const operation of operations) streams.set(operation, streamName(streamOf[at]!));
  });
  const inOrder = [...streams.keys()].sort((a, b) => a.piece - b.piece || a.index - b.index);
  const events = new Map<PlannedOperation, string>();
  for (const planned of inOrder)
    for (const before of planned.after)
      if (streams.get(before) !== streams.get(planned) && !events.has(before))
        events.set(before, `${eventPrefix}${events.size}`);
  return inOrder.flatMap((planned) => {
    const stream = streams.get(planned)!;
    const waits = planned.after
      .filter((before) => streams.get(before) !== stream)
      .map((before) => ({ kind: 'wait', stream, event: events.get(before)! }) as const);
    const event = events.get(planned);
    const records = event === undefined ? [] : [{ kind: 'record', stream, event } as const];
    return [
      ...waits.map((operation) => ({ operation, planned: null })),
      { operation: { ...planned.operation, stream }, planned },
      ...records.map((operation) => ({ operation, planned: null })),
    ];
  });
}
