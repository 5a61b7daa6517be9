import type { DeviceOperation } from '../kernel/application';
import { message, type Words } from '../kernel/message';
import type { GpuSpec } from '../kernel/gpuSpec';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from './models';

/** Kernels of processes that have the whole GPU in turns: what happens without MPS. */
export interface TimeSlices {
  readonly name: Words;
  /** Time of the kernel alone, ns. */
  readonly soloNs: (task: DeviceTask) => number;
  /** How long an application keeps the GPU while others wait, ns. */
  readonly sliceNs: number;
  /** From the end of one application's turn to the start of the next one's, ns. */
  readonly switchNs: number;
  /** Moving the context of an interrupted kernel off the GPU, or back onto it, comes on top, ns. */
  readonly moveNs: (task: DeviceTask) => number;
}

/**
 * Turns of processes without MPS on an H100, ns: read off a quarter of 276 pairs of applications, whose rounds of 0.1 to
 * 4 ms were held up by the other's work in slices and by what passing the GPU on takes, and off kernels that are launched
 * without an end, which take 2.2 times as long in pairs and 3.3 times in threes (`npm run study -- applications-on-card`).
 * No other GPU was measured.
 */
export const MEASURED_TURNS = { sliceNs: 2.1e6, switchNs: 125e3, moveNs: 40e3 };

/** Turns as they were measured, of kernels of known times alone. */
export function turnsOfProcesses(
  soloNs: TimeSlices['soloNs'],
  { moveNs, ...turns }: typeof MEASURED_TURNS = MEASURED_TURNS,
): TimeSlices {
  return { name: message('timeline.turnsOfProcesses'), ...turns, soloNs, moveNs: () => moveNs };
}

/**
 * When kernels that are there at once have ended in turns of the whole GPU, in their order, ns.
 * @param soloNs of each alone
 */
export function endsInTurns(soloNs: readonly number[], turns = MEASURED_TURNS): readonly number[] {
  const ends = soloNs.map(() => 0);
  const slices = turnsOfProcesses(({ application }) => soloNs[application]!, turns);
  const executor = new TimeSliceExecutor(slices, {
    started: () => undefined,
    finished: ({ application }, ns) => (ends[application] = ns),
    occupied: () => undefined,
  });
  soloNs.forEach((_, at) => executor.submit({ id: at, application: at, operation: ANY }));
  executor.dispatch(0);
  for (let ns = executor.nextChangeNs(); ns < Infinity; ns = executor.nextChangeNs()) {
    executor.advance(ns);
    executor.dispatch(ns);
  }
  return ends;
}

/** An operation of which only the time is asked for. */
const ANY: DeviceOperation = { kind: 'memset', stream: '', bytes: 0 };

/**
 * A task model of time slices: a turn ends when it has lasted `sliceNs`, or when its owner has no kernel that could run;
 * passing the GPU on takes its time, a kernel that is interrupted is moved off and later back on, and a turn's time runs
 * from the moment at which nothing moves any more. Kernels of one application run one after the other.
 */
export function timeSliceModel(slices: TimeSlices): TaskModel {
  return {
    name: slices.name,
    createExecutor: (_gpu: GpuSpec, observer) => new TimeSliceExecutor(slices, observer),
  };
}

const RESOURCE = 'SMs';

/** A kernel that has started; what is left of it while it does not run. */
interface Started {
  readonly task: DeviceTask;
  leftNs: number;
}

class TimeSliceExecutor implements TaskExecutor {
  private readonly waiting = new Map<number, DeviceTask[]>();
  private readonly started = new Map<number, Started>();
  private owner = -1;
  /** Since when the owner's kernel runs, or until when contexts move. */
  private sinceNs = 0;
  private movingUntilNs: number | null = null;
  private turnEndNs = Infinity;
  private lastEnded: DeviceTask | null = null;

  constructor(
    private readonly slices: TimeSlices,
    private readonly observer: TaskObserver,
  ) {}

  submit(task: DeviceTask): void {
    const own = this.waiting.get(task.application);
    if (own === undefined) this.waiting.set(task.application, [task]);
    else own.push(task);
  }

  nextChangeNs(): number {
    if (this.movingUntilNs !== null) return this.movingUntilNs;
    const running = this.started.get(this.owner);
    if (running === undefined) return Infinity;
    const endNs = this.sinceNs + running.leftNs;
    return this.heir() === null ? endNs : Math.min(endNs, Math.max(this.turnEndNs, this.sinceNs));
  }

  advance(ns: number): void {
    if (this.movingUntilNs !== null) {
      if (ns < this.movingUntilNs) return;
      this.movingUntilNs = null;
      this.sinceNs = ns;
      this.turnEndNs = ns + this.slices.sliceNs;
      return;
    }
    const running = this.started.get(this.owner);
    if (running === undefined || ns < this.sinceNs + running.leftNs) return;
    this.started.delete(this.owner);
    this.lastEnded = running.task;
    this.observer.finished(running.task, ns);
  }

  dispatch(ns: number): void {
    if (this.movingUntilNs !== null) return;
    const heir = this.hasWork(this.owner) && ns < this.turnEndNs ? null : this.heir();
    if (heir !== null) this.passTo(heir, ns);
    if (this.movingUntilNs === null) this.start(ns);
  }

  isBusyAfter(): boolean {
    return [...this.waiting.keys()].some((application) => this.hasWork(application));
  }

  private hasWork(application: number): boolean {
    return this.started.has(application) || (this.waiting.get(application)?.length ?? 0) > 0;
  }

  /** The next application with work after the owner, going around; null when there is no other. */
  private heir(): number | null {
    const others = [...this.waiting.keys()]
      .filter((application) => application !== this.owner && this.hasWork(application))
      .sort((a, b) => a - b);
    return others.find((application) => application > this.owner) ?? others[0] ?? null;
  }

  private passTo(heir: number, ns: number): void {
    const leaving = this.started.get(this.owner);
    const coming = this.started.get(heir);
    if (leaving !== undefined) leaving.leftNs -= ns - this.sinceNs;
    const before = this.owner;
    this.owner = heir;
    const moveNs = [leaving, coming].reduce(
      (sum, each) => sum + (each === undefined ? 0 : this.slices.moveNs(each.task)),
      before === -1 ? 0 : this.slices.switchNs,
    );
    if (moveNs > 0) this.movingUntilNs = ns + moveNs;
    else this.turnEndNs = ns + this.slices.sliceNs;
    this.sinceNs = ns;
  }

  private start(ns: number): void {
    if (ns >= this.turnEndNs) this.turnEndNs = ns + this.slices.sliceNs;
    if (this.started.has(this.owner)) return;
    const task = this.waiting.get(this.owner)?.shift();
    if (task === undefined) return;
    this.started.set(this.owner, { task, leftNs: this.slices.soloNs(task) });
    this.sinceNs = ns;
    this.observer.started(task, ns, RESOURCE, this.lastEnded);
  }
}
