import { message } from '../../../kernel/message';
import type { Application, DeviceOperation, HostOperation } from '../../../kernel/application';
import type { Assumption } from '../../../kernel/origin';
import { isDeviceWork } from '../../../timeline/timeline';

/** A device operation with its position as written and what it has to wait for within its job. */
export interface JobOperation {
  readonly operation: DeviceOperation;
  readonly index: number;
  /** Positions in `Job.operations` of what has to be done before. */
  readonly after: readonly number[];
}

/** Operations that depend on each other and on nothing else. */
export interface Job {
  /** In the order as written. */
  readonly operations: readonly JobOperation[];
}

/** Jobs between two stretches of host work. */
export interface Segment {
  readonly jobs: readonly Job[];
  /** Host work behind the jobs, which needs their results. */
  readonly host: HostOperation | null;
}

export interface Dependencies {
  readonly segments: readonly Segment[];
  readonly assumptions: readonly Assumption[];
}

/** Edges by position in a segment. */
type Edges = readonly (readonly number[])[];

/**
 * What depends on what. Where every operation names its buffers, they tell. Else operations of different
 * streams depend on each other by events alone, and in a single stream a copy to the device behind a copy
 * back begins a new job: both are assumptions, and are said.
 */
export function findDependencies(application: Application): Dependencies {
  const segments: Segment[] = [];
  let work: { operation: DeviceOperation; index: number }[] = [];
  const rule = ruleOf(application);
  const flush = (host: HostOperation | null): void => {
    if (work.length > 0 || host !== null) segments.push({ jobs: toJobs(work, rule.edges(work)), host });
    work = [];
  };
  for (const [index, operation] of application.operations.entries())
    if (operation.kind === 'host') flush(operation);
    else if (isDevice(operation)) work.push({ operation, index });
  flush(null);
  return { segments, assumptions: rule.assumptions };
}

function isDevice(operation: Application['operations'][number]): operation is DeviceOperation {
  return isDeviceWork(operation);
}

interface Rule {
  readonly edges: (work: readonly { readonly operation: DeviceOperation; readonly index: number }[]) => Edges;
  readonly assumptions: readonly Assumption[];
}

function ruleOf(application: Application): Rule {
  const work = application.operations.filter(isDevice);
  if (work.every(({ reads, writes }) => reads !== undefined || writes !== undefined))
    return { edges: (part) => bufferEdges(part.map(({ operation }) => operation)), assumptions: [] };
  const streams = new Set(work.map(({ stream }) => stream));
  const key = `${application.name}:dependencies`;
  if (streams.size > 1) {
    const text = message('predictors.plan.byEvents');
    return {
      edges: (part) => streamEdges(application, part),
      assumptions: [{ key, value: '', text }],
    };
  }
  const text = message('predictors.plan.byPattern');
  return {
    edges: (part) => patternEdges(part.map(({ operation }) => operation)),
    assumptions: [{ key, value: 'by pattern', text }],
  };
}

/** Read after write, write after read and write after write. */
function bufferEdges(work: readonly DeviceOperation[]): Edges {
  const writer = new Map<string, number>();
  const readers = new Map<string, number[]>();
  return work.map(({ reads = [], writes = [] }, at) => {
    const after = new Set<number>();
    for (const buffer of [...reads, ...writes]) if (writer.has(buffer)) after.add(writer.get(buffer)!);
    for (const buffer of writes) for (const reader of readers.get(buffer) ?? []) after.add(reader);
    for (const buffer of reads) readers.set(buffer, [...(readers.get(buffer) ?? []), at]);
    for (const buffer of writes) {
      writer.set(buffer, at);
      readers.set(buffer, []);
    }
    after.delete(at);
    return [...after];
  });
}

/** The order within each stream, and from each record to the waits that see it. */
function streamEdges(
  application: Application,
  part: readonly { readonly operation: DeviceOperation; readonly index: number }[],
): Edges {
  const at = new Map(part.map(({ index }, position) => [index, position]));
  const last = new Map<string, number[]>();
  const recorded = new Map<string, number[]>();
  const edges: number[][] = part.map(() => []);
  for (const [index, operation] of application.operations.entries()) {
    if (!('stream' in operation) || operation.stream === null) continue;
    const before = last.get(operation.stream) ?? [];
    const position = at.get(index);
    if (operation.kind === 'record') recorded.set(operation.event, before);
    else if (operation.kind === 'wait')
      last.set(operation.stream, [...before, ...(recorded.get(operation.event) ?? [])]);
    else if (position !== undefined) {
      edges[position] = [...new Set(before)];
      last.set(operation.stream, [position]);
    }
  }
  return edges;
}

/** One chain until a copy to the device follows a copy back. */
function patternEdges(work: readonly DeviceOperation[]): Edges {
  return work.map((operation, at) => {
    const before = work[at - 1];
    const begins = before === undefined || (isCopy(operation, 'HtoD') && isCopy(before, 'DtoH'));
    return begins ? [] : [at - 1];
  });
}

function isCopy(operation: DeviceOperation, direction: string): boolean {
  return operation.kind === 'copy' && operation.direction === direction;
}

/** Connected operations are a job. */
function toJobs(
  work: readonly { readonly operation: DeviceOperation; readonly index: number }[],
  edges: Edges,
): readonly Job[] {
  const root = work.map((_, at) => at);
  const find = (at: number): number => {
    while (root[at] !== at) at = root[at] = root[root[at]!]!;
    return at;
  };
  edges.forEach((after, at) => {
    for (const before of after) {
      const [a, b] = [find(at), find(before)];
      root[Math.max(a, b)] = Math.min(a, b);
    }
  });
  const members = new Map<number, number[]>();
  work.forEach((_, at) => {
    members.set(find(at), [...(members.get(find(at)) ?? []), at]);
  });
  return [...members.values()].map((positions) => {
    const local = new Map(positions.map((at, position) => [at, position]));
    return {
      operations: positions.map((at) => ({
        ...work[at]!,
        after: edges[at]!.map((before) => local.get(before)!),
      })),
    };
  });
}
