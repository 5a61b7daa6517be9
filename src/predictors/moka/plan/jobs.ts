import { message } from '../../../kernel/message';
import type { Application, DeviceOperation, HostOperation } from '../../../kernel/application';
import type { Assumption } from '../../../kernel/origin';
import { certainConflict, dataConflict, tellsData } from '../../../timeline/dataConflict';
import { isDeviceWork } from '../../../timeline/timeline';
import { WrittenOrder, type WrittenOperation } from './writtenOrder';

/** A device operation with its position as written and what it has to wait for within its job. */
export interface JobOperation extends WrittenOperation {
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
  /** Whether the host needs the results of the jobs before it issues anything else. */
  readonly waits: boolean;
  /** Host work behind the jobs that takes time. */
  readonly host: HostOperation | null;
}

export interface Dependencies {
  readonly segments: readonly Segment[];
  /** Whether the source tells what operations touch; else all follows from `assumptions`. */
  readonly isFromSource: boolean;
  readonly assumptions: readonly Assumption[];
}

/** Edges by position in a segment. */
type Edges = readonly (readonly number[])[];

/**
 * What depends on what. Where operations name their buffers, these tell, and one that does not name them depends on
 * all that the program as written puts in an order with it: the others may run at the same time already. Where none
 * names them, operations of different streams depend on each other by events alone, and in a single stream a
 * copy to the device behind a copy back begins a new job: both are assumptions, and are said. What host code issues
 * after it looked at results waits for all before it.
 */
export function findDependencies(application: Application): Dependencies {
  const segments: Segment[] = [];
  let work: WrittenOperation[] = [];
  const rule = ruleOf(application);
  const flush = (waits: boolean, host: HostOperation | null = null): void => {
    if (work.length > 0 || host !== null)
      segments.push({ jobs: toJobs(work, rule.edges(work)), waits, host });
    work = [];
  };
  for (const [index, operation] of application.operations.entries())
    if (operation.kind === 'host') flush(true, operation);
    else if (isDeviceWork(operation)) {
      if (operation.afterResults) flush(true);
      work.push({ operation, index });
    }
  flush(false);
  return { segments, isFromSource: rule.assumptions.length === 0, assumptions: rule.assumptions };
}

interface Rule {
  readonly edges: (work: readonly WrittenOperation[]) => Edges;
  readonly assumptions: readonly Assumption[];
}

function ruleOf(application: Application): Rule {
  const work = application.operations.filter(isDeviceWork);
  if (work.some(tellsData)) {
    const order = new WrittenOrder(application);
    return { edges: (part) => bufferEdges(order, part), assumptions: [] };
  }
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

/**
 * Read after write, write after read and write after write, and all around what may touch any buffer. Where nothing
 * orders two operations as written they may be of two parts of a buffer, unless that is disproved.
 */
function bufferEdges(order: WrittenOrder, part: readonly WrittenOperation[]): Edges {
  const depends = (first: WrittenOperation, second: WrittenOperation): boolean =>
    (dataConflict(first.operation, second.operation) !== false && order.has(first, second)) ||
    certainConflict(first.operation, second.operation) !== null;
  return part.map((second, at) =>
    part.slice(0, at).flatMap((first, before) => (depends(first, second) ? [before] : [])),
  );
}

/** The order within each stream, and from each record to the waits that see it. */
function streamEdges(application: Application, part: readonly WrittenOperation[]): Edges {
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
function toJobs(work: readonly WrittenOperation[], edges: Edges): readonly Job[] {
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
