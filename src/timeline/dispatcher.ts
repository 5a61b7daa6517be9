import type { DeviceOperation } from '../kernel/application';
import type { GpuSpec } from '../kernel/gpuSpec';
import { HardwareQueue } from './hardwareQueue';
import type { DeviceTask, ReplayModels, TaskExecutor, TaskObserver } from './models';
import { isDeviceNode, type OperationNode } from './operationNode';

/** Options of dispatching operations to the device. */
export interface DispatchOptions {
  /**
   * Copies of one engine start in issue order (`issue`, as with one copy engine or one hardware queue:
   * figure 2.8 a of the Moka dissertation) or as they become ready (`ready`).
   */
  readonly copyOrder: 'issue' | 'ready';
}

/** Leads operations that are ready through the hardware queues to their executor. */
export class Dispatcher {
  readonly executors: readonly TaskExecutor[];
  private readonly kernels: TaskExecutor;
  private readonly copies: TaskExecutor;
  private readonly memory: TaskExecutor;
  private readonly queues = new Map<string, HardwareQueue<OperationNode>>();

  constructor(
    private readonly gpu: GpuSpec,
    models: ReplayModels,
    observer: TaskObserver,
    private readonly options: DispatchOptions,
  ) {
    this.kernels = models.kernels.createExecutor(gpu, observer);
    this.copies = models.copies.createExecutor(gpu, observer);
    this.memory = models.memory.createExecutor(gpu, observer);
    this.executors = [this.kernels, this.copies, this.memory];
  }

  /** Takes note of an issued operation; `stream` is the position of its stream in its application. */
  enqueue(node: OperationNode, stream: number): void {
    const key = this.queueKey(node, stream);
    if (key === null) return;
    let queue = this.queues.get(key);
    if (queue === undefined) this.queues.set(key, (queue = new HardwareQueue()));
    queue.push(node);
    node.queue = queue;
  }

  /** An operation has become ready: it runs once it is first in its queue. */
  ready(node: OperationNode, ns: number): void {
    node.isReady = true;
    const { queue } = node;
    if (queue === null) {
      this.submit(node, ns);
      return;
    }
    let before: OperationNode | null = null;
    for (let first = queue.first; first?.isReady === true; first = queue.first) {
      queue.shift();
      if (before !== null && first.readyNs < ns) {
        first.reason = 'hardware-queue';
        first.waitedFor = before;
      }
      before = first;
      this.submit(first, ns);
    }
  }

  /** One process has `hardwareQueues` queues for its kernels (32 with Hyper-Q); on Fermi there is one in all. */
  private queueKey(node: OperationNode, stream: number): string | null {
    const { operation } = node;
    if (operation.kind === 'kernel') {
      const queues = this.gpu.hardwareQueues;
      return queues === 1 ? 'kernels' : `kernels ${node.application} ${stream % queues}`;
    }
    if (operation.kind !== 'copy' || operation.direction === 'DtoD') return null;
    if (this.options.copyOrder === 'ready') return null;
    return this.gpu.copyEngines === 1 ? 'copies' : `copies ${operation.direction}`;
  }

  /** True when the resource of a finished operation has other work already. */
  isBusyAfter(task: DeviceTask): boolean {
    return this.executorOf(task.operation).isBusyAfter(task);
  }

  private submit(node: OperationNode, ns: number): void {
    if (!isDeviceNode(node)) throw new Error(`${node.operation.kind} is no device work`);
    node.submittedNs = ns;
    this.executorOf(node.operation).submit(node, ns);
  }

  private executorOf(operation: DeviceOperation): TaskExecutor {
    if (operation.kind === 'kernel') return this.kernels;
    return operation.kind === 'copy' && operation.direction !== 'DtoD' ? this.copies : this.memory;
  }
}
