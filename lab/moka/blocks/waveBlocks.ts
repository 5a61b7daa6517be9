import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import { FluidPool } from '../../../src/timeline/fluidPool';
import type { DeviceTask, TaskExecutor, TaskObserver } from '../../../src/timeline/models';
import { contention } from '../../../src/predictors/moka/contention/contention';
import { averageBlock, iterationsOf } from './averageBlock';
import {
  gridBlocks,
  requireSoloNs,
  type BlockModel,
  type KernelKnowledge,
  type KernelUse,
} from '../../../src/predictors/moka/blocks/blockModel';
import { BlockShapes, SM_RESOURCES, type BlockShape } from '../../../src/predictors/moka/blocks/blockShape';
import { SmState } from './smState';

/** Told when blocks that started together end: a row of the block trace of each SM (figure 4.5). */
export type BlockListener = (task: DeviceTask, placed: Int32Array, startNs: number, endNs: number) => void;

/**
 * Moka's average block execution: blocks of a kernel all live equally long, are dealt to the SMs in turn
 * under the leftover policy, and blocks of different kernels stretch each other by the max method.
 */
export function waveBlocks(onBlocks?: BlockListener): BlockModel {
  return {
    name: 'waves',
    taskModel: (knowledge) => ({
      name: 'average block execution',
      createExecutor: (gpu, observer) => new WaveExecutor(gpu, observer, knowledge, onBlocks),
    }),
    scaledNs: (kernel, soloNs, blocks, shape) =>
      averageBlock(kernel, soloNs, shape).averageBlockNs * iterationsOf(blocks, shape),
    demand: (kernel, soloNs, shape, _use, gpu) => {
      const blockNs = averageBlock(kernel, soloNs, shape).averageBlockNs * gridBlocks(kernel);
      return new Map(
        SM_RESOURCES.map((name, at) => {
          const workNs = (blockNs * shape.need[at]!) / gpu.sms;
          return [`SM ${name}`, { workNs, afterNs: 0 }] as const;
        }),
      );
    },
  };
}

/** A kernel with blocks on the SMs or still to come. */
interface Run {
  readonly task: DeviceTask;
  readonly shape: BlockShape;
  readonly averageBlockNs: number;
  readonly use: KernelUse | null;
  readonly resident: Int32Array;
  waiting: number;
  cohorts: number;
}

/** Blocks that started together; `iterations` of them one after another where nothing can come between. */
interface Cohort {
  readonly run: Run;
  readonly placed: Int32Array;
  readonly iterations: number;
  readonly startNs: number;
}

class WaveExecutor implements TaskExecutor {
  private readonly shapes: BlockShapes;
  private readonly sms: SmState;
  private readonly pool: FluidPool<Cohort>;
  /** Kernels that still have blocks to place, in order: only the first one may. */
  private readonly queue: Run[] = [];
  private readonly running = new Set<Run>();
  private lastFreed: DeviceTask | null = null;
  private residentWarps = 0;
  /** Something ended or came first in the queue since the last dispatch. */
  private hasChanged = false;

  constructor(
    private readonly gpu: GpuSpec,
    private readonly observer: TaskObserver,
    private readonly knowledge: KernelKnowledge,
    private readonly onBlocks: BlockListener | undefined,
  ) {
    this.shapes = new BlockShapes(gpu);
    this.sms = new SmState(gpu.sms);
    this.pool = new FluidPool((cohorts) => this.rates(cohorts));
  }

  submit(task: DeviceTask): void {
    if (task.operation.kind !== 'kernel') throw new Error(`${task.operation.kind} is no kernel`);
    const kernel = task.operation;
    const shape = this.shapes.of(kernel);
    const { averageBlockNs } = averageBlock(kernel, requireSoloNs(this.knowledge, kernel), shape);
    const resident = new Int32Array(this.gpu.sms);
    const waiting = gridBlocks(kernel);
    const use = this.knowledge.useOf(kernel);
    this.queue.push({ task, shape, averageBlockNs, use, resident, waiting, cohorts: 0 });
    this.hasChanged ||= this.queue.length === 1;
  }

  nextChangeNs(): number {
    return this.pool.nextEndNs;
  }

  isBusyAfter(): boolean {
    return this.running.size > 0 || this.queue.length > 0;
  }

  advance(ns: number): void {
    for (const cohort of this.pool.takeFinished(ns)) {
      this.hasChanged = true;
      this.end(cohort, ns);
    }
  }

  /** Leftover policy: the next kernel gets what the one before it leaves once all its blocks are placed. */
  dispatch(ns: number): void {
    if (!this.hasChanged) return;
    this.hasChanged = false;
    for (let run = this.queue[0]; run !== undefined; run = this.queue[0]) {
      const isNew = !this.running.has(run);
      if (isNew && this.running.size >= this.gpu.limits.maxResidentGrids) break;
      const placed = this.sms.place(run.shape, run.waiting, run.resident);
      if (placed === null) break;
      this.begin(run, placed, isNew, ns);
      if (run.waiting > 0) break;
      this.queue.shift();
    }
    this.observer.occupied(ns, this.residentWarps / (this.gpu.sms * this.gpu.limits.maxWarps));
  }

  private end({ run, placed, iterations, startNs }: Cohort, ns: number): void {
    this.sms.release(run.shape, placed);
    this.count(run, placed, -1);
    this.lastFreed = run.task;
    for (let at = 0; this.onBlocks !== undefined && at < iterations; at++) {
      const step = (ns - startNs) / iterations;
      this.onBlocks(run.task, placed, startNs + at * step, startNs + (at + 1) * step);
    }
    run.cohorts--;
    if (run.cohorts > 0 || run.waiting > 0) return;
    this.running.delete(run);
    this.observer.finished(run.task, ns);
  }

  private begin(run: Run, placed: Int32Array, isNew: boolean, ns: number): void {
    if (isNew) this.observer.started(run.task, ns, 'SMs', this.lastFreed);
    this.running.add(run);
    const iterations = this.uninterrupted(run, placed);
    run.waiting -= iterations * placed.reduce((sum, count) => sum + count, 0);
    run.cohorts++;
    this.count(run, placed, 1);
    this.pool.add({ run, placed, iterations, startNs: ns }, iterations * run.averageBlockNs, ns);
  }

  /**
   * A kernel that has the GPU for itself and more blocks than fit repeats the same iteration; only before
   * its last one can another kernel start.
   */
  private uninterrupted(run: Run, placed: Int32Array): number {
    const perIteration = placed.reduce((sum, count) => sum + count, 0);
    if (this.running.size > 1 || run.cohorts > 0 || perIteration < run.shape.blocksPerIteration) return 1;
    return Math.max(1, iterationsOf(run.waiting, run.shape) - 1);
  }

  private count(run: Run, placed: Int32Array, sign: 1 | -1): void {
    let blocks = 0;
    for (let sm = 0; sm < placed.length; sm++) {
      run.resident[sm]! += sign * placed[sm]!;
      blocks += placed[sm]!;
    }
    this.residentWarps += sign * blocks * run.shape.warpsPerBlock;
  }

  private rates(cohorts: readonly Cohort[]): readonly number[] {
    // A kernel of unknown utilization counts as using nothing.
    const runs = new Set(cohorts.map((cohort) => cohort.run));
    const uses = [...runs].flatMap(({ use }) => (use === null ? [] : [{ values: use }]));
    const factor = uses.length < 2 ? 1 : contention(uses).factor;
    return cohorts.map(() => 1 / factor);
  }
}
