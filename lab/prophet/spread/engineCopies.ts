import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import type { CopyTask } from '../../../src/predictors/latencyPort';
import type { CopyTasks } from '../../../src/predictors/sideBySide';
import { EventHeap } from '../../../src/stats/eventHeap';
import { copyEngineName, copyOf } from '../../../src/timeline/copyEngines';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from '../../../src/timeline/models';

/** Bytes of a staging buffer, of which a pageable copy has two: as the simulator's host has them. */
const STAGING_BYTES = 262_144;
const BUFFERS = 2;

/**
 * Copies by the mechanism of staging: an engine for each direction moves one thing at a time, in turn for the streams
 * that have one. A pinned copy is one thing. A pageable one goes in pieces, and a host thread fills or empties one
 * staging buffer of it while the engine has the other; what its host thread did while the engine was elsewhere is caught
 * up afterwards.
 */
export function engineCopies(tasks: CopyTasks): TaskModel {
  return {
    name: 'engines that move one thing at a time',
    createExecutor: (gpu, observer) => new EngineExecutor(tasks, gpu, observer),
  };
}

/** What the engine moves at a time. */
interface Job {
  readonly ns: number;
  readonly begins: (ns: number) => void;
  readonly ends: (ns: number) => void;
}

/** The engines of a GPU, and who hands them what. */
class EngineExecutor implements TaskExecutor {
  private readonly events = new EventHeap<(ns: number) => void>();
  private readonly engines: readonly Engine[];
  private readonly lastEnded = new Map<Engine, DeviceTask>();
  private arrivals: DeviceTask[] = [];

  constructor(
    private readonly tasks: CopyTasks,
    private readonly gpu: GpuSpec,
    private readonly observer: TaskObserver,
  ) {
    const count = gpu.copyEngines === 1 ? 1 : 2;
    this.engines = Array.from({ length: count }, () => new Engine(this.events));
  }

  submit(task: DeviceTask): void {
    this.arrivals.push(task);
  }

  nextChangeNs(): number {
    return this.events.nextNs;
  }

  advance(ns: number): void {
    while (this.events.nextNs <= ns) {
      const at = this.events.nextNs;
      this.events.pop()(at);
    }
  }

  dispatch(ns: number): void {
    const arrived = this.arrivals.sort((a, b) => a.id - b.id);
    this.arrivals = [];
    for (const task of arrived) this.begin(task, ns);
  }

  isBusyAfter(task: DeviceTask): boolean {
    return this.engineOf(task).isBusy;
  }

  private engineOf(task: DeviceTask): Engine {
    return this.engines[copyOf(task).direction === 'HtoD' ? 0 : this.engines.length - 1]!;
  }

  private begin(task: DeviceTask, ns: number): void {
    const { direction, pinned, bytes, stream } = copyOf(task);
    const known = this.tasks(copyOf(task));
    const engine = this.engineOf(task);
    const queue = `${task.application} ${stream}`;
    const begins = (at: number): void => this.started(task, at);
    const ends = (at: number): void => this.finished(task, at);
    if (pinned) {
      engine.submit(queue, { ns: known.soloNs, begins, ends }, ns);
      return;
    }
    const submit = (linkNs: number, done: (at: number) => void, at: number): void =>
      engine.submit(queue, { ns: linkNs, begins: () => undefined, ends: done }, at);
    const staged = new StagedCopy(piecesOf(known, bytes), this.events, submit, ends);
    begins(ns);
    if (direction === 'HtoD') staged.up(ns);
    else staged.down(ns);
  }

  private started(task: DeviceTask, ns: number): void {
    const engine = this.engineOf(task);
    this.observer.started(
      task,
      ns,
      copyEngineName(this.gpu, copyOf(task).direction),
      this.lastEnded.get(engine) ?? null,
    );
  }

  private finished(task: DeviceTask, ns: number): void {
    this.lastEnded.set(this.engineOf(task), task);
    this.observer.finished(task, ns);
  }
}

/** One thing at a time, in turn for the queues that have one. */
class Engine {
  private readonly queues = new Map<string, Job[]>();
  isBusy = false;

  constructor(private readonly events: EventHeap<(ns: number) => void>) {}

  submit(queue: string, job: Job, ns: number): void {
    const own = this.queues.get(queue);
    if (own === undefined) this.queues.set(queue, [job]);
    else own.push(job);
    if (!this.isBusy) this.next(ns);
  }

  private next(ns: number): void {
    const [first] = this.queues;
    this.isBusy = first !== undefined;
    if (first === undefined) return;
    const [queue, jobs] = first;
    const job = jobs.shift()!;
    this.queues.delete(queue);
    if (jobs.length > 0) this.queues.set(queue, jobs);
    job.begins(ns);
    this.events.push(ns + job.ns, (at) => {
      this.isBusy = false;
      job.ends(at);
      if (!this.isBusy) this.next(at);
    });
  }
}

/** What a pageable copy is cut into. */
interface Pieces {
  readonly count: number;
  /** Of a piece on the link, and between its staging buffer and its place. */
  readonly linkNs: number;
  readonly hostNs: number;
}

/** Alone, pieces take the time of the copy alone: the host's part of each, and the link's of one. */
function piecesOf({ soloNs, linkShare }: CopyTask, bytes: number): Pieces {
  const count = Math.max(1, Math.ceil(bytes / STAGING_BYTES));
  const linkNs = Math.min((linkShare * soloNs) / count, soloNs / (count + 1));
  return { count, linkNs, hostNs: (soloNs - linkNs) / count };
}

/** A pageable copy: pieces that pass a staging buffer each. */
class StagedCopy {
  private begun = 0;
  private ended = 0;
  private hostFreeNs = 0;
  private isFilling = false;

  constructor(
    private readonly pieces: Pieces,
    private readonly events: EventHeap<(ns: number) => void>,
    private readonly submit: (linkNs: number, done: (at: number) => void, ns: number) => void,
    private readonly done: (ns: number) => void,
  ) {}

  /** The host fills a buffer while the engine empties the other. */
  up(ns: number): void {
    const { count, linkNs, hostNs } = this.pieces;
    if (this.isFilling || this.begun === count || this.begun - this.ended >= BUFFERS) return;
    this.isFilling = true;
    this.events.push(ns + hostNs, (full) => {
      this.isFilling = false;
      this.begun++;
      const ends = (at: number): void => {
        if (++this.ended === count) this.done(at);
        else this.up(at);
      };
      this.submit(linkNs, ends, full);
      this.up(full);
    });
  }

  /** The engine fills a buffer while the host empties the other. */
  down(ns: number): void {
    const { count, linkNs, hostNs } = this.pieces;
    while (this.begun < count && this.begun - this.ended < BUFFERS) {
      this.begun++;
      const ends = (at: number): void => {
        this.hostFreeNs = Math.max(this.hostFreeNs, at) + hostNs;
        this.events.push(this.hostFreeNs, (empty) => {
          if (++this.ended === count) this.done(empty);
          else this.down(empty);
        });
      };
      this.submit(linkNs, ends, ns);
    }
  }
}
