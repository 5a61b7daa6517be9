import type { KernelOperation } from '../../../src/kernel/application';
import type { KernelTask } from '../../../src/predictors/latencyPort';
import { stretchOf, type Hardware } from '../../../src/predictors/prophet/kernelTask';
import type { KernelTasks } from '../../../src/predictors/sideBySide';
import { FluidPool } from '../../../src/timeline/fluidPool';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from '../../../src/timeline/models';

const RESOURCE = 'SMs';
/** Of a block, by which room may be short of it through rounding. */
const ROUNDING = 1e-6;

/**
 * Kernels whose blocks spread over all SMs and share them with blocks of others. An SM has so much room, of which a block
 * of a kernel takes the part that the occupancy calculator tells; kernels place their blocks first come, first served.
 * An SM goes at one speed whoever is on it, and its time is divided by the room that blocks take: full use of an SM by
 * any block is taken for granted, so that two waves of a kernel take time by their blocks on the fullest SM.
 */
export function spreadKernels(tasks: KernelTasks, hardware: Hardware): TaskModel {
  return {
    name: 'kernels that share SMs',
    createExecutor: (_gpu, observer) => new SpreadExecutor(tasks, hardware, observer),
  };
}

/** A kernel that was submitted and has not ended. */
interface Active {
  readonly task: DeviceTask;
  readonly facts: KernelTask;
  /** Time of one of its blocks that has an SM for itself. */
  readonly blockNs: number;
  blocksLeft: number;
  blocksThere: number;
  hasStarted: boolean;
}

/** Blocks of one kernel that began together. */
interface Batch {
  readonly of: Active;
  readonly blocks: number;
}

/** Time of a block that has an SM for itself, ns, so that the kernel alone takes its time alone. */
function blockNs({ soloNs, blocks, blocksPerSm, bytesPerNsOfSm }: KernelTask, hardware: Hardware): number {
  const { sms } = hardware;
  const stretch = (busy: number): number => stretchOf(busy * bytesPerNsOfSm, hardware);
  const full = Math.floor(blocks / (sms * blocksPerSm));
  const rest = blocks - full * sms * blocksPerSm;
  const restNs = Math.ceil(rest / sms) * stretch(Math.min(rest, sms));
  return soloNs / (full * blocksPerSm * stretch(sms) + restNs);
}

class SpreadExecutor implements TaskExecutor {
  private readonly pool = new FluidPool<Batch>((batches) => this.rates(batches));
  private queue: Active[] = [];
  private lastEnded: DeviceTask | null = null;
  /** Something came or ended since blocks were placed. */
  private hasChanged = false;
  /** Free room, in SMs. */
  private free: number;

  constructor(
    private readonly tasks: KernelTasks,
    private readonly hardware: Hardware,
    private readonly observer: TaskObserver,
  ) {
    this.free = hardware.sms;
  }

  submit(task: DeviceTask): void {
    const facts = this.tasks(task.operation as KernelOperation);
    this.hasChanged = true;
    this.queue.push({
      ...{ task, facts, blockNs: blockNs(facts, this.hardware) },
      ...{ blocksLeft: facts.blocks, blocksThere: 0, hasStarted: false },
    });
  }

  nextChangeNs(): number {
    return this.pool.nextEndNs;
  }

  advance(ns: number): void {
    for (const { of, blocks } of this.pool.takeFinished(ns)) {
      this.hasChanged = true;
      this.free += blocks / of.facts.blocksPerSm;
      of.blocksThere -= blocks;
      if (of.blocksLeft > 0 || of.blocksThere > 0) continue;
      this.queue = this.queue.filter((active) => active !== of);
      this.lastEnded = of.task;
      this.observer.finished(of.task, ns);
    }
  }

  dispatch(ns: number): void {
    if (!this.hasChanged) return;
    this.hasChanged = false;
    for (const active of this.queue) {
      if (active.blocksLeft > 0) this.place(active, ns);
      if (active.blocksLeft > 0) break;
    }
    this.observer.occupied(ns, 1 - this.free / this.hardware.sms);
  }

  isBusyAfter(): boolean {
    return this.queue.length > 0;
  }

  private place(active: Active, ns: number): void {
    const { blocksPerSm } = active.facts;
    const blocks = Math.min(active.blocksLeft, Math.floor(this.free * blocksPerSm + ROUNDING));
    if (blocks === 0) return;
    active.blocksLeft -= blocks;
    active.blocksThere += blocks;
    this.free -= blocks / blocksPerSm;
    if (!active.hasStarted) this.observer.started(active.task, ns, RESOURCE, this.lastEnded);
    active.hasStarted = true;
    this.pool.add({ of: active, blocks }, Math.ceil(blocks / this.hardware.sms) * active.blockNs, ns);
  }

  /** The part that a batch has of the SMs that it is on, and less where all ask for more bandwidth than there is. */
  private rates(batches: readonly Batch[]): readonly number[] {
    const { sms } = this.hardware;
    const rooms = batches.map(({ of, blocks }) => blocks / of.facts.blocksPerSm / sms);
    const room = rooms.reduce((sum, each) => sum + each, 0);
    const parts = batches.map(({ of, blocks }, at) => {
      const own = Math.ceil(blocks / sms) / of.facts.blocksPerSm;
      return own / (own + room - rooms[at]!);
    });
    const asked = batches.reduce(
      (sum, { of, blocks }, at) => sum + parts[at]! * of.facts.bytesPerNsOfSm * Math.min(blocks, sms),
      0,
    );
    const stretch = stretchOf(asked, this.hardware);
    return parts.map((part) => part / stretch);
  }
}
