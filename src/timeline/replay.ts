import { message } from '../kernel/message';
import type { Application } from '../kernel/application';
import type { GpuSpec } from '../kernel/gpuSpec';
import { InputError } from '../kernel/result';
import { checkApplications } from './checkApplication';
import { Dispatcher, type DispatchOptions } from './dispatcher';
import { EventHeap } from '../stats/eventHeap';
import { HostThread, hostWaits } from './hostThread';
import type { DeviceTask, ReplayModels, TaskObserver } from './models';
import { isDeviceNode, labelOf, toTimelineOperation, type OperationNode } from './operationNode';
import { StepRecorder } from './steps';
import { deviceSpan, isDeviceWork, type Timeline, type WaitReason } from './timeline';

/** Options of a replay. */
export type ReplayOptions = Partial<DispatchOptions>;

/**
 * When the first of some applications has ended, beside the others, ns; they need not end. Infinity where it has not
 * by the cut-off.
 *
 * @throws InputError as `replay` does.
 */
export function firstEndNs(
  applications: readonly Application[],
  gpu: GpuSpec,
  models: ReplayModels,
  cutoffNs = Infinity,
): { readonly endNs: number; readonly othersEnded: boolean } {
  checkApplications(applications);
  const run = new Replay(applications, gpu, models, {});
  return run.toEndOfFirst(cutoffNs);
}

/** An application that never ends: at the end of its operations it goes on with one of them. */
export interface Endless {
  readonly application: Application;
  /** Position of the operation with which it goes on. */
  readonly from: number;
}

/**
 * When an application has ended beside others that never do, ns; Infinity where it has not by the cut-off.
 *
 * @throws InputError as `replay` does.
 */
export function endBesideNs(
  application: Application,
  others: readonly Endless[],
  {
    gpu,
    models,
    cutoffNs,
  }: { readonly gpu: GpuSpec; readonly models: ReplayModels; readonly cutoffNs: number },
): number {
  const all = [application, ...others.map((other) => other.application)];
  checkApplications(all);
  const run = new Replay(all, gpu, models, {}, [null, ...others.map(({ from }) => from)]);
  return run.toEndOfFirst(cutoffNs).endNs;
}

/** A host that makes its next call, or an operation that becomes ready. */
type TimedEvent = HostThread | OperationNode;

/**
 * Replays applications that share a GPU in one context: what would run when under the given models.
 * All hosts begin at 0. Deterministic; equal times are served in the order of issue.
 *
 * @throws InputError for operations that no GPU could run (negative sizes, a block that does not fit), and
 *   when a model never ends one.
 */
export function replay(
  applications: readonly Application[],
  gpu: GpuSpec,
  models: ReplayModels,
  options: ReplayOptions = {},
): Timeline {
  checkApplications(applications);
  const run = new Replay(applications, gpu, models, options);
  run.within(Infinity);
  return run.timeline();
}

/**
 * Makespan of what `replay` would give, without the timeline; Infinity as soon as it is clear that it is more
 * than `cutoffNs`. For searches that compare many variants.
 *
 * @throws InputError as `replay` does.
 */
export function makespanNs(
  application: Application,
  gpu: GpuSpec,
  models: ReplayModels,
  cutoffNs = Infinity,
): number {
  checkApplications([application]);
  const run = new Replay([application], gpu, models, {});
  return run.within(cutoffNs) ? run.makespanNs() : Infinity;
}

class Replay implements TaskObserver {
  private readonly events = new EventHeap<TimedEvent>();
  private readonly nodes: OperationNode[] = [];
  private readonly finishedNodes: OperationNode[] = [];
  private readonly occupancy = new StepRecorder();
  private readonly dispatcher: Dispatcher;
  private nowNs = 0;
  /** When the device began, from which a makespan counts. */
  private deviceStartNs = Infinity;
  /** Operations of every application that are not done. */
  private readonly open: number[];
  /** Those of them that the device executes. */
  private openOnDevice: number;

  constructor(
    private readonly applications: readonly Application[],
    private readonly gpu: GpuSpec,
    private readonly models: ReplayModels,
    options: ReplayOptions,
    /** Operation with which each application goes on at its end; null or left out where it ends. */
    private readonly goesOnFrom: readonly (number | null)[] = [],
  ) {
    this.open = applications.map(({ operations }) => operations.length);
    this.openOnDevice = applications.reduce(
      (sum, one) => sum + one.operations.filter(isDeviceWork).length,
      0,
    );
    const inOrder = gpu.copyEngines === 1 || gpu.hardwareQueues === 1;
    this.dispatcher = new Dispatcher(gpu, models, this, {
      copyOrder: options.copyOrder ?? (inOrder ? 'issue' : 'ready'),
    });
  }

  /** Replays everything, or stops with false when the device has work for longer than the cut-off. */
  within(cutoffNs: number): boolean {
    return this.play(
      (ns) => ns - this.deviceStartNs > cutoffNs && this.openOnDevice > 0,
      () => false,
    );
  }

  /** Replays until the first application has ended; whether one of the others had ended by then. */
  toEndOfFirst(cutoffNs: number): { endNs: number; othersEnded: boolean } {
    const isOver = this.play(
      (ns) => ns > cutoffNs,
      () => this.open[0] === 0,
    );
    return {
      endNs: isOver ? this.nowNs : Infinity,
      othersEnded: this.open.slice(1).some((open) => open === 0),
    };
  }

  private play(isTooLate: (ns: number) => boolean, isEnough: () => boolean): boolean {
    this.applications.forEach((application, index) => {
      const from = this.goesOnFrom[index] ?? null;
      this.scheduleCall(new HostThread(application, index, this.models.launch, from), 0);
    });
    const { executors } = this.dispatcher;
    while (!isEnough()) {
      let next = this.events.nextNs;
      for (const executor of executors) next = Math.min(next, executor.nextChangeNs());
      if (next === Infinity) {
        this.requireAllDone();
        return true;
      }
      if (isTooLate(next)) return false;
      this.nowNs = Math.max(this.nowNs, next);
      for (const executor of executors)
        if (executor.nextChangeNs() <= this.nowNs) executor.advance(this.nowNs);
      this.settle();
      while (this.events.nextNs <= this.nowNs) this.handle(this.events.pop());
      for (const executor of executors) executor.dispatch(this.nowNs);
    }
    return true;
  }

  /** A model that never ends an operation would leave a timeline with holes. */
  private requireAllDone(): void {
    const total = this.applications.reduce((sum, { operations }) => sum + operations.length, 0);
    const stuck = this.nodes.find((node) => !node.done);
    if (this.nodes.length === total && stuck === undefined) return;
    const name = stuck === undefined ? message('timeline.aCall') : labelOf(stuck.operation);
    throw new InputError(message('timeline.stalls', { name }), 'replay-stalls');
  }

  timeline(): Timeline {
    const operations = this.nodes.map(toTimelineOperation);
    return {
      gpu: this.gpu.id,
      applications: this.applications.map((application) => application.name),
      operations,
      ...deviceSpan(operations),
      smOccupancy: this.occupancy.steps(),
    };
  }

  makespanNs(): number {
    return deviceSpan(this.nodes.map(spanOfNode)).makespanNs;
  }

  started(task: DeviceTask, ns: number, resource: string, after: DeviceTask | null): void {
    const node = this.nodes[task.id]!;
    node.startNs = ns;
    if (ns < this.deviceStartNs) this.deviceStartNs = ns;
    node.resource = resource;
    if (after === null || ns <= node.submittedNs) return;
    node.reason = 'resource';
    node.waitedFor = this.nodes[after.id]!;
  }

  finished(task: DeviceTask, ns: number): void {
    const node = this.nodes[task.id]!;
    node.endNs = ns;
    this.openOnDevice--;
    this.finishedNodes.push(node);
  }

  occupied(ns: number, share: number): void {
    this.occupancy.set(ns, share);
  }

  private handle(event: TimedEvent): void {
    if (event instanceof HostThread) this.issue(event);
    else this.begin(event);
    this.settle();
  }

  private scheduleCall(host: HostThread, ns: number): void {
    const callNs = host.nextCallNs();
    if (callNs !== null) this.events.push(ns + callNs, host);
  }

  private issue(host: HostThread): void {
    const node = host.issue(this.nodes.length, this.nowNs);
    this.nodes.push(node);
    const { operation } = node;
    if (isDeviceNode(node)) this.dispatcher.enqueue(node, host.streams.indexOf(node.operation.stream));
    if (hostWaits(operation)) host.park(node, (ns) => this.scheduleCall(host, ns));
    else this.scheduleCall(host, this.nowNs);
    this.release(node, node.reason, node.waitedFor, this.nowNs, 'host');
  }

  /** One of the things that kept a node is gone; the last one decides what it waited for. */
  private release(
    node: OperationNode,
    reason: WaitReason,
    waitedFor: OperationNode | null,
    ns: number,
    cause: OperationNode | 'host',
  ): void {
    const readyNs = ns + this.delayNs(node, cause);
    if (readyNs >= node.readyNs) {
      node.readyNs = readyNs;
      node.reason = reason;
      node.waitedFor = waitedFor;
    }
    if (--node.pending > 0) return;
    this.events.push(node.readyNs, node);
  }

  private delayNs(node: OperationNode, cause: OperationNode | 'host'): number {
    if (node.operation.kind === 'host') return node.operation.ns;
    if (!isDeviceNode(node)) return 0;
    const source = cause === 'host' ? null : deviceSource(cause);
    if (source === null) return cause === 'host' ? this.models.launch.latencyNs(node.operation, 'host') : 0;
    const { operation } = source;
    return this.models.launch.latencyNs(node.operation, {
      operation,
      busy: this.dispatcher.isBusyAfter(source),
    });
  }

  private begin(node: OperationNode): void {
    const { operation } = node;
    if (isDeviceWork(operation)) {
      this.dispatcher.ready(node, this.nowNs);
      return;
    }
    const isOfHost = operation.kind === 'host' || operation.kind === 'synchronize';
    node.startNs = isOfHost ? node.issuedNs : this.nowNs;
    node.endNs = this.nowNs;
    if (isOfHost) node.resource = 'host';
    this.finishedNodes.push(node);
  }

  private settle(): void {
    for (let next = 0; next < this.finishedNodes.length; next++) {
      const node = this.finishedNodes[next]!;
      node.done = true;
      this.open[node.application]!--;
      for (const dependent of node.dependents ?? [])
        this.release(dependent.node, dependent.reason, node, node.endNs, node);
      node.dependents = null;
      node.onDone?.(node.endNs);
      node.onDone = null;
    }
    this.finishedNodes.length = 0;
  }
}

/** The device operation behind an event: what it handed on. Null when the host did. */
function deviceSource(cause: OperationNode): (OperationNode & DeviceTask) | null {
  let source = cause;
  while (!isDeviceNode(source)) {
    const before: OperationNode | null = source.reason === 'host' ? null : source.waitedFor;
    if (before === null || source.operation.kind === 'synchronize') return null;
    source = before;
  }
  return source;
}

function spanOfNode({ operation, startNs, endNs }: OperationNode): Parameters<typeof deviceSpan>[0][number] {
  return { kind: operation.kind, startNs, endNs };
}
