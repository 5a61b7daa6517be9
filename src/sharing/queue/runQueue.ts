import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { Cluster, Dispatch, Dispatcher, OpenGpus } from '../../predictors/schedulerPort';
import { EventHeap } from '../../stats/eventHeap';
import type { QueueModel } from './queueModel';
import { OpenGroups, RunStates, type RunState } from './states';

/** When and where a job ran. */
export interface JobRun {
  readonly job: number;
  readonly gpu: number;
  /** Seconds from the start of the queue. */
  readonly start: number;
  readonly end: number;
  /** Seconds that it would have taken alone on this GPU. */
  readonly alone: number;
}

/** A job on a GPU. */
interface Running {
  readonly job: number;
  readonly application: number;
  readonly start: number;
  readonly alone: number;
  /** Seconds alone that are left. */
  left: number;
  speed: number;
}

interface Gpu {
  state: RunState;
  jobs: Running[];
  /** When `left` was true. */
  since: number;
  /** Counts changes, so that ends that were expected before are not taken for true. */
  version: number;
}

type Event =
  | { readonly kind: 'submit'; readonly job: number }
  | { readonly kind: 'end'; readonly gpu: number; readonly version: number };

/** Share of a job's length below which it counts as done: rounding of the sums of its parts. */
const DONE = 1e-12;

/**
 * Plays a queue: jobs come at their times, a dispatcher starts them, and those on one GPU slow each other down as the model
 * says, anew whenever one comes or ends. Discrete events: what happens at one time happens before anything is started.
 *
 * @returns one run a job, in the order of the queue
 * @throws InputError where the dispatcher leaves jobs that nothing would ever start
 * @throws RangeError for a job started twice, or where it does not fit
 */
export function runQueue(model: QueueModel, dispatcher: Dispatcher): readonly JobRun[] {
  return new QueueRun(model, dispatcher).run();
}

class QueueRun {
  private readonly states: RunStates;
  private readonly groups: OpenGroups;
  private readonly gpus: Gpu[];
  private readonly events = new EventHeap<Event>();
  private readonly waiting = new Set<number>();
  private readonly done: (JobRun | undefined)[];
  private finished = 0;
  private now = 0;

  constructor(
    private readonly model: QueueModel,
    private readonly dispatcher: Dispatcher,
  ) {
    this.states = new RunStates(model);
    this.groups = new OpenGroups(model);
    this.gpus = model.gpus.map(({ kind }) => ({
      state: this.states.of(kind, []),
      jobs: [],
      since: 0,
      version: 0,
    }));
    this.gpus.forEach(({ state }, gpu) => this.groups.add(gpu, state));
    this.done = new Array<JobRun | undefined>(model.jobs.length).fill(undefined);
  }

  run(): readonly JobRun[] {
    this.model.jobs.forEach(({ submit }, job) => this.events.push(submit, { kind: 'submit', job }));
    while (this.events.nextNs < Infinity) {
      this.now = this.events.nextNs;
      while (this.events.nextNs === this.now) this.apply(this.events.pop());
      this.startAll();
    }
    if (this.finished < this.model.jobs.length)
      throw new InputError(message('sharing.queue.stuck', { jobs: this.waiting.size }), 'stuck');
    return this.done.map((run) => run!);
  }

  private apply(event: Event): void {
    if (event.kind === 'end') {
      if (this.gpus[event.gpu]!.version === event.version) this.endJobs(event.gpu);
      return;
    }
    const { application, progressTarget } = this.model.jobs[event.job]!;
    this.waiting.add(event.job);
    this.dispatcher.submit({ job: event.job, application, progressTarget });
  }

  private startAll(): void {
    const cluster: Cluster = this.cluster();
    while (this.waiting.size > 0) {
      const dispatch = this.dispatcher.next(cluster);
      if (dispatch === null) return;
      this.start(dispatch);
    }
  }

  private cluster(): Cluster {
    const { groups } = this;
    const canHost = (open: OpenGpus, application: number): boolean =>
      this.fits(this.gpus[open.gpus[0]!]!.state, application, groups.memoryOf(open));
    return {
      get open() {
        return groups.open;
      },
      canHost,
    };
  }

  private fits(state: RunState, application: number, memory: number): boolean {
    if (this.model.seconds[application]![state.kind] === null) return false;
    const next = this.states.with(state, application);
    return next.possible && next.memoryGiB <= memory;
  }

  private start({ job, gpu: at }: Dispatch): void {
    const gpu = this.gpus[at];
    const own = this.model.jobs[job];
    if (gpu === undefined || own === undefined || !this.waiting.delete(job))
      throw new RangeError(`job ${job} cannot start on GPU ${at}`);
    const full = gpu.jobs.length >= this.model.maxCoRun;
    if (full || !this.fits(gpu.state, own.application, this.model.gpus[at]!.memoryGiB))
      throw new RangeError(`job ${job} does not fit on GPU ${at}`);
    const alone = this.model.seconds[own.application]![gpu.state.kind]! * own.length;
    this.advance(gpu);
    gpu.jobs.push({ job, application: own.application, start: this.now, alone, left: alone, speed: 1 });
    this.change(at, this.states.with(gpu.state, own.application));
  }

  /** Ends the jobs of a GPU that are done by now. */
  private endJobs(at: number): void {
    const gpu = this.gpus[at]!;
    this.advance(gpu);
    let { state } = gpu;
    // The event was made for the first to end: it is done, however its parts were rounded.
    const first = gpu.jobs.reduce((a, b) => (b.left / b.speed < a.left / a.speed ? b : a));
    gpu.jobs = gpu.jobs.filter((running) => {
      if (running !== first && running.left > DONE * running.alone) return true;
      const { job, start, alone, application } = running;
      this.done[job] = { job, gpu: at, start, end: this.now, alone };
      this.finished++;
      state = this.states.without(state, application);
      return false;
    });
    this.change(at, state);
  }

  private advance(gpu: Gpu): void {
    for (const running of gpu.jobs) running.left -= (this.now - gpu.since) * running.speed;
    gpu.since = this.now;
  }

  /** Sets what runs on a GPU, and when the first of it will end. */
  private change(at: number, state: RunState): void {
    const gpu = this.gpus[at]!;
    this.groups.remove(at, gpu.state);
    gpu.state = state;
    gpu.version++;
    this.groups.add(at, state);
    let next = Infinity;
    for (const running of gpu.jobs) {
      running.speed = state.speeds[state.running.indexOf(running.application)]!;
      next = Math.min(next, Math.max(0, running.left) / running.speed);
    }
    if (next < Infinity) this.events.push(this.now + next, { kind: 'end', gpu: at, version: gpu.version });
  }
}
