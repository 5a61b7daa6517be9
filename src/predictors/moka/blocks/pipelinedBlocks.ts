import type { GpuSpec } from '../../../kernel/gpuSpec';
import { EventHeap } from '../../../stats/eventHeap';
import type { DeviceTask, TaskExecutor, TaskObserver } from '../../../timeline/models';
import {
  gridBlocks,
  requireSoloNs,
  type BlockModel,
  type KernelKnowledge,
  type KernelUse,
} from './blockModel';
import { BlockShapes, type BlockShape } from './blockShape';
import { Residency, type PipelinedKernel } from './pipelinedResidency';

/** Kernels of unknown utilization are taken to be limited by the same resource. */
const UNKNOWN_SERVER = ['', 1] as const;

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
  demand: (kernel, soloNs, shape, use) => {
    const blocks = gridBlocks(kernel);
    const beta = serviceNs(soloNs, blocks, shape);
    const afterNs = beta * (shape.blocksPerIteration - 1);
    return new Map(
      servers(use).map(([resource, share]) => [
        `SMs ${resource}`.trimEnd(),
        { workNs: beta * blocks * share, afterNs },
      ]),
    );
  },
};

/** The resources that serve a kernel and its share of each; one for all kernels of unknown use. */
function servers(use: KernelUse | null): readonly (readonly [string, number])[] {
  const shares = Object.entries(use ?? {}).filter(([, share]) => share > 0);
  return shares.length > 0 ? shares : [UNKNOWN_SERVER];
}

/** β: time between two block ends of the kernel alone. */
function serviceNs(soloNs: number, blocks: number, shape: BlockShape): number {
  return soloNs / (shape.blocksPerIteration + blocks - 1);
}

type Change = { readonly kernel: PipelinedKernel; readonly ends: boolean };

class PipelinedExecutor implements TaskExecutor {
  private readonly shapes: BlockShapes;
  private readonly residency: Residency;
  private readonly queue: DeviceTask[] = [];
  private readonly running: PipelinedKernel[] = [];
  private readonly changes = new EventHeap<Change>();
  /** When each resource has served the kernels that run. */
  private readonly servedNs = new Map<string, number>();
  /** When the first waiting kernel gets its first block; null while not computed. */
  private nextStartNs: number | null = null;
  private hasChanged = false;

  constructor(
    private readonly gpu: GpuSpec,
    private readonly observer: TaskObserver,
    private readonly knowledge: KernelKnowledge,
  ) {
    this.shapes = new BlockShapes(gpu);
    this.residency = new Residency(gpu.sms);
  }

  submit(task: DeviceTask): void {
    this.queue.push(task);
  }

  nextChangeNs(): number {
    return Math.min(this.changes.nextNs, this.nextStartNs ?? Infinity);
  }

  isBusyAfter(): boolean {
    return this.running.length > 0 || this.queue.length > 0;
  }

  advance(ns: number): void {
    while (this.changes.nextNs <= ns) {
      const { kernel, ends } = this.changes.pop();
      this.hasChanged = true;
      if (!ends) continue;
      this.running.splice(this.running.indexOf(kernel), 1);
      this.observer.finished(kernel.task, ns);
      if (this.nextStartNs === Infinity) this.nextStartNs = null;
    }
  }

  dispatch(ns: number): void {
    for (let task = this.queue[0]; task !== undefined; task = this.queue[0]) {
      this.nextStartNs ??= this.startNs(task, ns);
      if (this.nextStartNs > ns) break;
      this.queue.shift();
      this.start(task, ns);
      this.nextStartNs = null;
      this.hasChanged = true;
    }
    if (this.hasChanged) this.tellOccupancy(ns);
    this.hasChanged = false;
  }

  /** Ends of running kernels are foreseen in it: it holds until another kernel starts. */
  private startNs(task: DeviceTask, ns: number): number {
    if (this.running.length >= this.gpu.limits.maxResidentGrids) return Infinity;
    return this.residency.earliestRoomNs(this.running, this.shapes.of(kernelOf(task)).need, ns);
  }

  private start(task: DeviceTask, ns: number): void {
    const kernel = kernelOf(task);
    const shape = this.shapes.of(kernel);
    const blocks = gridBlocks(kernel);
    const beta = serviceNs(requireSoloNs(this.knowledge, kernel), blocks, shape);
    const served = this.serve(this.knowledge.useOf(kernel), beta * blocks, ns);
    const latencyNs = beta * (shape.blocksPerIteration - 1);
    const firstEndNs = served - beta * (blocks - 1) + latencyNs;
    const run: PipelinedKernel = { task, shape, blocks, firstEndNs, endNs: served + latencyNs };
    this.observer.started(task, ns, 'SMs', this.running.at(-1)?.task ?? null);
    this.running.push(run);
    for (let step = 1; step < DRAIN_STEPS; step++)
      this.changes.push(run.endNs - (latencyNs * step) / DRAIN_STEPS, { kernel: run, ends: false });
    this.changes.push(run.endNs, { kernel: run, ends: true });
  }

  /** Books the service on every resource that the kernel uses; returns when the last block is served. */
  private serve(use: KernelUse | null, workNs: number, ns: number): number {
    let served = ns + workNs;
    for (const [resource, share] of servers(use)) {
      const until = Math.max(ns, this.servedNs.get(resource) ?? 0) + workNs * share;
      this.servedNs.set(resource, until);
      served = Math.max(served, until);
    }
    return served;
  }

  private tellOccupancy(ns: number): void {
    const warps = this.residency.warpsAt(this.running, ns);
    this.observer.occupied(ns, warps / (this.gpu.sms * this.gpu.limits.maxWarps));
  }
}

function kernelOf(task: DeviceTask) {
  if (task.operation.kind !== 'kernel') throw new Error(`${task.operation.kind} is no kernel`);
  return task.operation;
}
