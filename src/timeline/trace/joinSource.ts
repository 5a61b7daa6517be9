import type { Application, DeviceOperation, Operation } from '../../kernel/application';
import { isDeviceWork } from '../timeline';

/** Traced application with calls of the source assigned to its operations. */
export interface JoinedApplication {
  readonly application: Application;
  /** Device operations of the trace that found their call in the source, and how many there are. */
  readonly matched: number;
  readonly total: number;
  /** The source's name of each stream of the trace; empty unless they correspond one to one. */
  readonly streamNames: ReadonlyMap<string, string>;
}

/**
 * Joins a traced application with the one found in source: the trace tells what ran, how often, how large
 * and how long; the source tells where each call stands, which buffers it touches, and how its host memory
 * was allocated. Where each stream of the trace repeats the calls of one stream of the source, calls are
 * matched stream by stream; else in order over all streams, starting over at the end of the source, because
 * loops repeat them.
 *
 * @param baseName name of a kernel without namespaces, types and arguments, whatever the profiler's spelling.
 */
export function joinWithSource(
  traced: Application,
  source: Application,
  baseName: (kernel: string) => string,
): JoinedApplication {
  const isSame: SameCall = (call, operation) => isSameCall(call, operation, baseName);
  const streamNames = correspondingStreams(traced, source, isSame);
  const callOf = streamNames.size > 0 ? callsByStream(source, streamNames) : callsInOrder(source, isSame);
  let matched = 0;
  let total = 0;
  const operations = traced.operations.map((operation) => {
    if (!isDeviceOperation(operation)) return withStreamName(operation, streamNames);
    total++;
    const call = callOf(operation);
    if (call === null) return operation;
    matched++;
    return withStreamName(joined(operation, call), streamNames);
  });
  const application = { ...traced, operations, footprintBytes: source.footprintBytes };
  return { application, matched, total, streamNames };
}

type SameCall = (call: DeviceOperation, operation: DeviceOperation) => boolean;
/** The call of the next operation of the trace; null when there is none. */
type CallFinder = (operation: DeviceOperation) => DeviceOperation | null;

/** The stream of the source whose calls each stream of the trace repeats; empty unless that is one to one. */
function correspondingStreams(
  traced: Application,
  source: Application,
  isSame: SameCall,
): ReadonlyMap<string, string> {
  const free = byStream(source);
  const names = new Map<string, string>();
  for (const [stream, operations] of byStream(traced)) {
    const found = [...free].find(
      ([name, calls]) =>
        isDefault(name) === isDefault(stream) &&
        operations.every((operation, index) => {
          const call = calls[index % calls.length]!;
          return isSame(call, operation) && isSameSize(call, operation);
        }),
    );
    if (found === undefined) return new Map();
    names.set(stream, found[0]);
    free.delete(found[0]);
  }
  return names;
}

function byStream({ operations }: Application): Map<string, DeviceOperation[]> {
  const streams = new Map<string, DeviceOperation[]>();
  for (const operation of operations.filter(isDeviceOperation))
    streams.set(operation.stream, [...(streams.get(operation.stream) ?? []), operation]);
  return streams;
}

/** Sizes that the source leaves open are 0 there. */
function isSameSize(call: DeviceOperation, operation: DeviceOperation): boolean {
  const bytes = 'bytes' in call ? call.bytes : 0;
  return bytes === 0 || !('bytes' in operation) || operation.bytes === bytes;
}

function callsByStream(source: Application, names: ReadonlyMap<string, string>): CallFinder {
  const calls = byStream(source);
  const done = new Map<string, number>();
  return ({ stream }) => {
    const own = calls.get(names.get(stream)!)!;
    const position = done.get(stream) ?? 0;
    done.set(stream, position + 1);
    return own[position % own.length]!;
  };
}

function callsInOrder(source: Application, isSame: SameCall): CallFinder {
  const calls = source.operations.filter(isDeviceOperation);
  let next = 0;
  return (operation) => {
    const found = findCall(calls, next, (call) => isSame(call, operation));
    if (found !== null) next = found.index + 1;
    return found?.call ?? null;
  };
}

function isDefault(stream: string): boolean {
  return stream === 'default' || stream === '0';
}

function withStreamName<T extends Operation>(operation: T, names: ReadonlyMap<string, string>): T {
  if (operation.kind === 'host' || operation.stream === null) return operation;
  return { ...operation, stream: names.get(operation.stream) ?? operation.stream };
}

function isDeviceOperation(operation: Operation): operation is DeviceOperation {
  return isDeviceWork(operation);
}

function findCall(
  calls: readonly DeviceOperation[],
  from: number,
  accept: (call: DeviceOperation) => boolean,
): { readonly call: DeviceOperation; readonly index: number } | null {
  for (let step = 0; step < calls.length; step++) {
    const index = (from + step) % calls.length;
    const call = calls[index]!;
    if (accept(call)) return { call, index };
  }
  return null;
}

function isSameCall(
  call: DeviceOperation,
  operation: DeviceOperation,
  baseName: (kernel: string) => string,
): boolean {
  if (call.kind === 'kernel')
    return operation.kind === 'kernel' && baseName(call.kernel) === baseName(operation.kernel);
  if (call.kind === 'copy') return operation.kind === 'copy' && call.direction === operation.direction;
  return operation.kind === 'memset';
}

function joined(operation: DeviceOperation, call: DeviceOperation): DeviceOperation {
  const use = {
    ...(call.reads ? { reads: call.reads } : {}),
    ...(call.writes ? { writes: call.writes } : {}),
    ...(call.afterResults ? { afterResults: call.afterResults } : {}),
    ...(call.kind === 'kernel' && call.byElement ? { byElement: call.byElement } : {}),
    ...(call.location ? { location: call.location } : {}),
  };
  if (operation.kind === 'copy' && call.kind === 'copy')
    return { ...operation, ...use, pinned: call.pinned, blocking: call.blocking };
  return { ...operation, ...use };
}
