import type { Application, DeviceOperation, Operation } from '../../kernel/application';
import { isDeviceWork } from '../timeline';

export interface JoinedApplication {
  readonly application: Application;
  /** Device operations of the trace that found their call in the source, and how many there are. */
  readonly matched: number;
  readonly total: number;
}

/**
 * Joins a traced application with the one found in source: the trace tells what ran, how often, how large
 * and how long; the source tells where each call stands, which buffers it touches, and how its host memory
 * was allocated. Calls are matched in order, starting over at the end of the source, because loops repeat
 * them.
 *
 * @param baseName name of a kernel without namespaces, types and arguments, whatever the profiler's spelling.
 */
export function joinWithSource(
  traced: Application,
  source: Application,
  baseName: (kernel: string) => string,
): JoinedApplication {
  const calls = source.operations.filter(isDeviceOperation);
  let next = 0;
  let matched = 0;
  let total = 0;
  const operations = traced.operations.map((operation) => {
    if (!isDeviceOperation(operation)) return operation;
    total++;
    const found = findCall(calls, next, (call) => isSameCall(call, operation, baseName));
    if (found === null) return operation;
    matched++;
    next = found.index + 1;
    return joined(operation, found.call);
  });
  return { application: { ...traced, operations, footprintBytes: source.footprintBytes }, matched, total };
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
    ...(call.location ? { location: call.location } : {}),
  };
  if (operation.kind === 'copy' && call.kind === 'copy')
    return { ...operation, ...use, pinned: call.pinned, blocking: call.blocking };
  return { ...operation, ...use };
}
