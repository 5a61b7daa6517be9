import { findGpu } from '../gpu/findGpu';
import { message, type Words } from '../kernel/message';
import type { KernelProfile, ProfileFile } from '../kernel/profile';
import { groupBy } from '../stats/grouping';
import { parseKernelName, type KernelName } from './names/kernelName';
import { agreement, type NameAgreement } from './names/sameName';

/** A kernel at one launch shape: what its rows in one or several files tell together. */
export interface KernelShape {
  readonly name: string;
  readonly grid: KernelProfile['grid'];
  readonly block: KernelProfile['block'];
  /** In file order; the first stands for what all have in common. */
  readonly rows: readonly KernelProfile[];
}

/** A kernel of a timeline with the counters of the same kernel, where there are any. */
export interface CountedKernel extends KernelShape {
  readonly calls: number;
  readonly totalNs: number;
  /** What the counters stand under; null where none fit. */
  readonly counters: KernelShape | null;
  /** Why there are none. */
  readonly why: Words | null;
}

/** A timeline with the counters of another recording of the same program. */
export interface CounterJoin {
  /** Every kernel and launch shape of the timeline, those that took longest first. */
  readonly kernels: readonly CountedKernel[];
  /** Counters that no kernel of the timeline has, and why. */
  readonly unmatched: readonly (KernelShape & { readonly why: Words })[];
}

/** Tests whether a row has numbers beyond its launch and time. */
function hasCounters({ metrics, originals, events }: KernelProfile): boolean {
  return [metrics, originals ?? {}, events ?? {}].some((values) => Object.keys(values).length > 0);
}

/** Tests whether a file tells how long kernels took where nothing was counted: under a profiler of counters they take longer. */
export function isTimeline({ kernels }: ProfileFile): boolean {
  return kernels.some((row) => row.durationNs !== null && !hasCounters(row));
}

/** Tests whether a file has counters of kernels. */
export function isCounted({ kernels }: ProfileFile): boolean {
  return kernels.some(hasCounters);
}

/** The counters of files by kernel, in which timelines look for theirs. */
export interface CounterIndex {
  readonly counters: readonly NamedShape[];
  readonly byBase: ReadonlyMap<string, readonly NamedShape[]>;
  /** Those whose names the tool cut. */
  readonly cut: readonly NamedShape[];
}

export function counterIndex(counted: readonly ProfileFile[]): CounterIndex {
  const counters = shapesOf(counted, hasCounters).map((shape) => new NamedShape(shape));
  const byBase = groupBy(counters, ({ parsed }) => parsed.base);
  return { counters, byBase, cut: counters.filter(({ parsed }) => parsed.truncated) };
}

/**
 * Joins the kernels of timelines with the counters of other files by name, in whatever spelling, launch shape and GPU.
 * What several counters could belong to, or those of another shape, belongs to none: it is named.
 */
export function joinCounters(
  timelines: readonly ProfileFile[],
  { counters, byBase, cut }: CounterIndex,
): CounterJoin {
  const used = new Set<NamedShape>();
  const seen = new Map<NamedShape, 'shape' | 'gpu'>();
  const timed = shapesOf(timelines, (row) => row.durationNs !== null && !hasCounters(row));
  const shapes = groupBy(timed, ({ name }) => name);
  const kernels = timed.map((shape): CountedKernel => {
    const own = new NamedShape(shape);
    const likely = own.parsed.truncated ? counters : [...(byBase.get(own.parsed.base) ?? []), ...cut];
    const found = choose(own, likely, (shapes.get(shape.name) ?? []).length);
    for (const each of found.named) if (!seen.has(each)) seen.set(each, found.otherGpu ? 'gpu' : 'shape');
    if (found.counters !== null) used.add(found.counters);
    return { ...shape, ...timeOf(shape), counters: found.counters?.shape ?? null, why: found.why };
  });
  return {
    kernels: kernels.toSorted((a, b) => b.totalNs - a.totalNs),
    unmatched: counters
      .filter((each) => !used.has(each))
      .map((each) => ({ ...each.shape, why: whyUnused(seen.get(each)) })),
  };
}

function whyUnused(seen: 'shape' | 'gpu' | undefined): Words {
  if (seen === undefined) return message('profiles.counters.notInTimeline');
  return message(seen === 'gpu' ? 'profiles.counters.otherGpu' : 'profiles.counters.notInThatShape');
}

/** The rows of files by kernel name and launch shape, in the order in which they first come. */
function shapesOf(files: readonly ProfileFile[], wanted: (row: KernelProfile) => boolean): KernelShape[] {
  const rows = files.flatMap(({ kernels }) => kernels.filter(wanted));
  return [...groupBy(rows, shapeKey).values()].map((group) => {
    const { name, grid, block } = group[0]!;
    return { name, grid, block, rows: group };
  });
}

function shapeKey({ name, grid, block, device, computeCapability }: KernelProfile): string {
  return `${name}|${grid?.join() ?? ''}|${block?.join() ?? ''}|${device ?? computeCapability ?? ''}`;
}

function timeOf({ rows }: KernelShape): { calls: number; totalNs: number } {
  let [calls, totalNs] = [0, 0];
  for (const row of rows) {
    calls += row.calls;
    totalNs += (row.durationNs ?? 0) * row.calls;
  }
  return { calls, totalNs };
}

/** A shape with its name taken apart and the GPU that it ran on. */
class NamedShape {
  readonly parsed: KernelName;
  readonly capability: string | null;
  readonly gpu: string | null;

  constructor(readonly shape: KernelShape) {
    this.parsed = parseKernelName(shape.name);
    const { device, computeCapability } = shape.rows[0]!;
    const match = device === null ? null : findGpu(device);
    this.gpu = match?.kind === 'found' ? match.gpu.id : null;
    this.capability = computeCapability ?? (match?.kind === 'found' ? match.gpu.computeCapability : null);
  }

  /** False only where both are known and differ. */
  mayBeOnGpuOf(other: NamedShape): boolean {
    if (this.gpu !== null && other.gpu !== null) return this.gpu === other.gpu;
    return this.capability === null || other.capability === null || this.capability === other.capability;
  }

  get hasShape(): boolean {
    return this.shape.grid !== null && this.shape.block !== null;
  }

  hasShapeOf({ shape }: NamedShape): boolean {
    return this.shape.grid?.join() === shape.grid?.join() && this.shape.block?.join() === shape.block?.join();
  }
}

interface Choice {
  readonly counters: NamedShape | null;
  readonly why: Words | null;
  /** Those of the same name, whatever their shape. */
  readonly named: readonly NamedShape[];
  readonly otherGpu: boolean;
}

/** @param shapes launch shapes that the kernel has in the timeline. */
function choose(own: NamedShape, likely: readonly NamedShape[], shapes: number): Choice {
  const named = likely.flatMap((each) => {
    const how = agreement(own.parsed, each.parsed);
    return how === null ? [] : [{ each, how }];
  });
  const none = (why: Words, otherGpu = false): Choice => ({
    counters: null,
    why,
    named: named.map(({ each }) => each),
    otherGpu,
  });
  if (named.length === 0) return none(message('profiles.counters.none'));
  const here = named.filter(({ each }) => each.mayBeOnGpuOf(own));
  if (here.length === 0) return none(message('profiles.counters.otherGpu'), true);
  const shaped = here.filter(({ each }) => each.hasShape && own.hasShape && each.hasShapeOf(own));
  const unshaped = here.filter(({ each }) => !each.hasShape || !own.hasShape);
  const fitting = shaped.length > 0 ? shaped : unshaped;
  if (fitting.length === 0) return none(otherShapes(here.map(({ each }) => each.shape)));
  if (shaped.length === 0 && shapes > 1) return none(message('profiles.counters.shapeUntold', { shapes }));
  const best = surest(fitting);
  if (best.length > 1)
    return none(
      message('profiles.counters.anyOf', { names: best.slice(0, 4).map(({ shape }) => shape.name) }),
    );
  return { counters: best[0]!, why: null, named: named.map(({ each }) => each), otherGpu: false };
}

function surest(found: readonly { readonly each: NamedShape; readonly how: NameAgreement }[]): NamedShape[] {
  const same = found.filter(({ how }) => how === 'same');
  return (same.length > 0 ? same : found).map(({ each }) => each);
}

/** Shapes that are named of those that were counted. */
const NAMED_SHAPES = 3;

function otherShapes(counted: readonly KernelShape[]): Words {
  const shapes = counted
    .slice(0, NAMED_SHAPES)
    .map(({ grid, block }) => `${grid?.join('×') ?? '?'} / ${block?.join('×') ?? '?'}`);
  return message('profiles.counters.otherShape', { count: counted.length, shapes });
}
