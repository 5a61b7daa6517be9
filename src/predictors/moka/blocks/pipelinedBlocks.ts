import type { GpuSpec } from '../../../kernel/gpuSpec';
import { EventHeap } from '../../../timeline/eventHeap';
import type { DeviceTask, TaskExecutor, TaskObserver } from '../../../timeline/models';
import {
  gridBlocks,
  requireSoloNs,
  type BlockModel,
  type KernelKnowledge,
  type KernelUse,
} from './blockModel';
import { BlockShapes, type BlockShape } from './blockShape';
import { earliestRoomNs, residentBlocks, type PipelinedKernel } from './pipelinedResidency';

/** The server of kernels of unknown utilization: they are taken to be limited by the same resource. */
const UNKNOWN_USE: KernelUse = {};

/** Steps in which the occupancy of a draining kernel is told. */
const DRAIN_STEPS = 4;

/**
 * Blocks that are served in turn instead of in lock step: a kernel of g blocks on a GPU that holds W at a
 * time needs a service of β for each block one after another, and a latency of (W − 1) β that resident
 * blocks hide for each other, so that T = β (W + g − 1). It is 4.12 with W + g − 1 in place of W ⌈g / W⌉:
 * blocks contend for bandwidth, end one by one and leave their slots one by one, so that a kernel has no
 * full waves and the next kernel starts to fill in β (W − 1) before its end. Kernels that use the same
 * resource are served in the order of their start (each resource of the max method is a server with the
 * kernel's utilization as its share of the service).
 */
export const pipelinedBlocks: BlockModel = {
  name: 'pipelined',
  taskModel: (knowledge) => ({
    name: 'pipelined blocks',
    createExecutor: (gpu, observer) => new PipelinedExecutor(gpu, observer, knowledge),
  }),
  scaledNs: (kernel, soloNs, blocks, shape) =>
    serviceNs(soloNs, gridBlocks(kernel), shape) * (shape.blocksPerIteration + blocks - 1),
};

/** β: time between two block ends of the kernel alone. */
function serviceNs(soloNs: number, blocks: number, shape: BlockShape): number {
  return soloNs / (shape.blocksPerIteration + blocks - 1);
}

type Change = { readonly kernel: PipelinedKernel; readonly ends: boolean };

class PipelinedExecutor implements TaskExecutor {
  private readonly shapes: BlockShapes;
  private readonly queue: DeviceTask[] = [];
  private readonly running: PipelinedKernel[] = [];
  private readonly changes = new EventHeap<Change>();
  /** When each resource has served the kernels that run. */
  private readonly servedNs = new Map<string, number>();
  private nextStartNs = Infinity;

  constructor(
    private readonly gpu: GpuSpec,
    private readonly observer: TaskObserver,
    private readonly knowledge: KernelKnowledge,
  ) {
    this.shapes = new BlockShapes(gpu);
  }

  submit(task: DeviceTask): void {
    this.queue.push(task);
  }

  nextChangeNs(): number {
    return Math.min(this.changes.nextNs, this.nextStartNs);
  }

  isBusyAfter(): boolean {
    return this.running.length > 0 || this.queue.length > 0;
  }

  advance(ns: number): void {
    while (this.changes.nextNs <= ns) {
      const { kernel, ends } = this.changes.pop();
      if (!ends) continue;
      this.running.splice(this.running.indexOf(kernel), 1);
      this.observer.finished(kernel.task, ns);
    }
  }

  dispatch(ns: number): void {
    this.nextStartNs = Infinity;
    for (let task = this.queue[0]; task !== undefined; task = this.queue[0]) {
      const startNs = this.startNs(task, ns);
      if (startNs > ns) {
        this.nextStartNs = startNs;
        break;
      }
      this.queue.shift();
      this.start(task, ns);
    }
    this.tellOccupancy(ns);
  }

  /** When the first waiting kernel gets its first block if no other kernel ends before. */
  private startNs(task: DeviceTask, ns: number): number {
    if (this.running.length >= this.gpu.limits.maxResidentGrids) return Infinity;
    return earliestRoomNs(this.running, this.shapes.of(kernelOf(task)).need, this.gpu.sms, ns);
  }

  private start(task: DeviceTask, ns: number): void {
    const kernel = kernelOf(task);
    const shape = this.shapes.of(kernel);
    const blocks = gridBlocks(kernel);
    const beta = serviceNs(requireSoloNs(this.knowledge, kernel), blocks, shape);
    const served = this.serve(this.knowledge.useOf(kernel) ?? UNKNOWN_USE, beta * blocks, ns);
    const latencyNs = beta * (shape.blocksPerIteration - 1);
    const run: PipelinedKernel = {
      task,
      shape,
      blocks,
      firstEndNs: served - beta * blocks + beta + latencyNs,
      endNs: served + latencyNs,
    };
    this.observer.started(task, ns, 'SMs', this.running.at(-1)?.task ?? null);
    this.running.push(run);
    for (let step = 1; step < DRAIN_STEPS; step++)
      this.changes.push(run.endNs - (latencyNs * step) / DRAIN_STEPS, { kernel: run, ends: false });
    this.changes.push(run.endNs, { kernel: run, ends: true });
  }

  /** Books the service on every resource that the kernel uses; returns when the last block is served. */
  private serve(use: KernelUse, workNs: number, ns: number): number {
    const shares = Object.entries(use).filter(([, share]) => share > 0);
    let served = ns + workNs;
    for (const [resource, share] of shares.length > 0 ? shares : [['', 1] as const]) {
      const until = Math.max(ns, this.servedNs.get(resource) ?? 0) + workNs * share;
      this.servedNs.set(resource, until);
      served = Math.max(served, until);
    }
    return served;
  }

  private tellOccupancy(ns: number): void {
    const resident = residentBlocks(this.running, this.gpu.sms, ns);
    const warps = resident.reduce(
      (sum, blocks, at) => sum + blocks * this.running[at]!.shape.warpsPerBlock,
      0,
    );
    this.observer.occupied(ns, warps / (this.gpu.sms * this.gpu.limits.maxWarps));
  }
}

function kernelOf(task: DeviceTask) {
  if (task.operation.kind !== 'kernel') throw new Error(`${task.operation.kind} is no kernel`);
  return task.operation;
}
