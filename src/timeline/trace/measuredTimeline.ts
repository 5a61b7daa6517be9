import type { Operation } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { copyEngineName } from '../copyEngines';
import { labelOf } from '../operationNode';
import { deviceSpan, isDeviceWork, type Timeline, type TimelineOperation, type Wait } from '../timeline';

/** An operation with the times at which it was measured. */
export interface PlacedOperation {
  readonly operation: Operation;
  readonly startNs: number;
  readonly endNs: number;
}

interface LatestOperations {
  readonly byStream: Map<string, TimelineOperation>;
  readonly byResource: Map<string, TimelineOperation>;
  host: TimelineOperation | null;
}

/**
 * A timeline of measured operations in issue order. What each waited for is inferred: the operation before
 * it in its stream, on its resource or of the host that ended last before it started.
 */
export function measuredTimeline(placed: readonly PlacedOperation[], gpu: GpuSpec, name: string): Timeline {
  const last: LatestOperations = { byStream: new Map(), byResource: new Map(), host: null };
  const operations = placed.map((entry, id) => {
    const operation = toTimeline(entry, id, gpu, last);
    remember(operation, last);
    return operation;
  });
  return {
    gpu: gpu.id,
    applications: [name],
    operations,
    ...deviceSpan(operations),
    smOccupancy: { ns: [], value: [] },
  };
}

function toTimeline(
  { operation, startNs, endNs }: PlacedOperation,
  id: number,
  gpu: GpuSpec,
  last: LatestOperations,
): TimelineOperation {
  const resource = resourceOf(operation, gpu);
  const stream = 'stream' in operation ? operation.stream : null;
  const candidates = [
    { reason: 'stream', before: stream === null ? undefined : last.byStream.get(stream) },
    { reason: 'resource', before: isExclusive(operation) ? last.byResource.get(resource) : undefined },
    { reason: 'host', before: last.host ?? undefined },
  ] as const;
  let wait: Wait = { reason: id === 0 ? 'none' : 'host', operation: null };
  let readyNs = -Infinity;
  for (const { reason, before } of candidates)
    if (before !== undefined && before.endNs <= startNs && before.endNs > readyNs) {
      readyNs = before.endNs;
      wait = { reason, operation: before.id };
    }
  return {
    id,
    application: 0,
    index: id,
    kind: operation.kind,
    direction: operation.kind === 'copy' ? operation.direction : null,
    label: labelOf(operation),
    stream,
    resource,
    bytes: 'bytes' in operation ? operation.bytes : 0,
    issuedNs: startNs,
    readyNs: startNs,
    startNs,
    endNs,
    waitedFor: wait,
    ...(operation.kind === 'copy' && operation.blocking === true ? { holdsHost: true } : {}),
    ...(operation.location ? { location: operation.location } : {}),
  };
}

function remember(operation: TimelineOperation, last: LatestOperations): void {
  if (!isDeviceWork(operation)) {
    last.host = operation;
    return;
  }
  if (operation.stream !== null) last.byStream.set(operation.stream, operation);
  last.byResource.set(operation.resource, operation);
}

/** Copies have their engine for themselves; kernels share the SMs. */
function isExclusive(operation: Operation): boolean {
  return operation.kind === 'copy' && operation.direction !== 'DtoD';
}

function resourceOf(operation: Operation, gpu: GpuSpec): string {
  switch (operation.kind) {
    case 'kernel':
      return 'SMs';
    case 'memset':
      return 'device memory';
    case 'copy':
      return operation.direction === 'DtoD' ? 'device memory' : copyEngineName(gpu, operation.direction);
    case 'host':
    case 'synchronize':
      return 'host';
    default:
      return '';
  }
}
