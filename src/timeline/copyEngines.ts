import type { Words } from '../kernel/message';
import type { CopyDirection, CopyOperation } from '../kernel/application';
import type { GpuSpec } from '../kernel/gpuSpec';
import { FluidPool } from './fluidPool';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from './models';

/** Model of the copy engines. */
export interface CopyEngines {
  readonly name: Words;
  /** Time of the copy with the link for itself, ns. */
  readonly durationNs: (copy: CopyOperation) => number;
  /** Idle time of an engine between two copies, ns. */
  readonly gapNs: number;
  /**
   * Copies of different streams in the same direction overlap from this size on (Moka's
   * H2D_Ovlp_Threshold): the next one starts when the one before has run for the time of this many bytes,
   * and both share the bandwidth (algorithm 1). Null: an engine does one copy at a time.
   */
  readonly overlapThresholdBytes: number | null;
}

/**
 * Copies between host and device on one or two engines. Two engines serve one direction each, at full
 * speed side by side (PCIe is full duplex); one engine serves both in turn.
 */
export function copyEngineModel(engines: CopyEngines): TaskModel {
  return {
    name: engines.name,
    createExecutor: (gpu, observer) => new CopyExecutor(engines, gpu, observer),
  };
}

/** Name of the engine that a copy between host and device runs on. */
export function copyEngineName(gpu: GpuSpec, direction: CopyDirection): string {
  return gpu.copyEngines === 1 ? 'copy' : `copy ${direction}`;
}

class CopyExecutor implements TaskExecutor {
  private readonly lanes: readonly CopyLane[];
  private readonly laneOf: (direction: CopyDirection) => CopyLane;

  constructor(engines: CopyEngines, gpu: GpuSpec, observer: TaskObserver) {
    const lane = (direction: CopyDirection) =>
      new CopyLane(engines, copyEngineName(gpu, direction), observer);
    const up = lane('HtoD');
    const down = gpu.copyEngines === 1 ? up : lane('DtoH');
    this.lanes = gpu.copyEngines === 1 ? [up] : [up, down];
    this.laneOf = (direction) => (direction === 'HtoD' ? up : down);
  }

  submit(task: DeviceTask): void {
    this.laneOf(copyOf(task).direction).submit(task);
  }

  nextChangeNs(): number {
    let next = Infinity;
    for (const lane of this.lanes) next = Math.min(next, lane.nextChangeNs());
    return next;
  }

  advance(ns: number): void {
    for (const lane of this.lanes) lane.advance(ns);
  }

  dispatch(ns: number): void {
    for (const lane of this.lanes) lane.dispatch(ns);
  }

  isBusyAfter(task: DeviceTask): boolean {
    return this.laneOf(copyOf(task).direction).isBusy;
  }
}

/** One engine: its running copies (more than one only above the overlap threshold) and those that wait. */
class CopyLane {
  private readonly pool: FluidPool<DeviceTask>;
  private readonly waiting: DeviceTask[] = [];
  private lastStarted: DeviceTask | null = null;
  private lastStartNs = -Infinity;
  private lastEnded: DeviceTask | null = null;
  private freeNs = -Infinity;

  constructor(
    private readonly engines: CopyEngines,
    private readonly resource: string,
    private readonly observer: TaskObserver,
  ) {
    this.pool = new FluidPool((running) => running.map(() => 1 / running.length));
  }

  /** Keeps those that wait in issue order: the next copy of a stream comes before those of later calls. */
  submit(task: DeviceTask): void {
    let at = this.waiting.length;
    while (at > 0 && this.waiting[at - 1]!.id > task.id) at--;
    this.waiting.splice(at, 0, task);
  }

  get isBusy(): boolean {
    return this.pool.size > 0 || this.waiting.length > 0;
  }

  nextChangeNs(): number {
    return Math.min(this.pool.nextEndNs, this.nextStartNs());
  }

  advance(ns: number): void {
    for (const task of this.pool.takeFinished(ns)) {
      this.lastEnded = task;
      this.freeNs = ns + this.engines.gapNs;
      this.observer.finished(task, ns);
    }
  }

  dispatch(ns: number): void {
    while (this.nextStartNs() <= ns) {
      const task = this.waiting.shift()!;
      const blocker = this.pool.size === 0 ? this.lastEnded : this.lastStarted;
      this.observer.started(task, ns, this.resource, blocker);
      this.pool.add(task, this.engines.durationNs(copyOf(task)), ns);
      this.lastStarted = task;
      this.lastStartNs = ns;
    }
  }

  /** When the first waiting copy may start as things are; Infinity when it has to wait for an end. */
  private nextStartNs(): number {
    const next = this.waiting[0];
    if (next === undefined) return Infinity;
    if (this.pool.size === 0) return this.freeNs;
    return this.mayOverlap(next) ? this.lastStartNs + this.thresholdNs(next) : Infinity;
  }

  private mayOverlap(next: DeviceTask): boolean {
    const threshold = this.engines.overlapThresholdBytes;
    const last = this.lastStarted;
    if (threshold === null || last === null) return false;
    const [a, b] = [copyOf(last), copyOf(next)];
    const isSameStream = last.application === next.application && a.stream === b.stream;
    return !isSameStream && a.direction === b.direction && a.bytes > threshold && b.bytes > threshold;
  }

  private thresholdNs(next: DeviceTask): number {
    return this.engines.durationNs({ ...copyOf(next), bytes: this.engines.overlapThresholdBytes! });
  }
}

/** The copy that a task is. */
export function copyOf(task: DeviceTask): CopyOperation {
  if (task.operation.kind !== 'copy') throw new Error(`${task.operation.kind} is no copy`);
  return task.operation;
}
