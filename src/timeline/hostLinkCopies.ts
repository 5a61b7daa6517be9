import { message } from '../kernel/message';
import type { GpuSpec } from '../kernel/gpuSpec';
import type { LinkDirection } from '../simulator/hostlink/copyEngine';
import { HostLink, type HostCopy } from '../simulator/hostlink/hostLink';
import { hostLinkOf, type HostLinkSpec } from '../simulator/hostlink/hostLinkSpec';
import { copyEngineName, copyOf } from './copyEngines';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from './models';

/**
 * Copies between host and device on the simulated host link, packet by packet: what predictors of transfers
 * are judged against.
 *
 * @param link of the GPU unless it is given
 */
export function hostLinkCopies(link?: HostLinkSpec): TaskModel {
  return {
    name: message('timeline.hostLinkModel'),
    createExecutor: (gpu, observer) => new HostLinkExecutor(link ?? hostLinkOf(gpu), gpu, observer),
  };
}

class HostLinkExecutor implements TaskExecutor {
  private readonly link: HostLink;
  private readonly tasks = new Map<number, DeviceTask>();
  private readonly lastEnded = new Map<string, DeviceTask>();
  private arrivals: DeviceTask[] = [];

  constructor(
    spec: HostLinkSpec,
    private readonly gpu: GpuSpec,
    private readonly observer: TaskObserver,
  ) {
    const engines = gpu.copyEngines === 1 ? 1 : 2;
    this.link = new HostLink(spec, engines, {
      started: (copy, ns) => this.started(copy, ns),
      finished: (copy, ns) => this.finished(copy, ns),
    });
  }

  submit(task: DeviceTask): void {
    this.arrivals.push(task);
  }

  nextChangeNs(): number {
    return this.link.nextChangeNs();
  }

  advance(ns: number): void {
    this.link.advance(ns);
  }

  /** Hands over what has arrived, in the order of issue. */
  dispatch(ns: number): void {
    const arrived = this.arrivals.sort((a, b) => a.id - b.id);
    this.arrivals = [];
    for (const task of arrived) {
      const { stream, bytes, pinned } = copyOf(task);
      const queue = `${task.application} ${stream}`;
      this.tasks.set(task.id, task);
      this.link.submit({ id: task.id, queue, direction: directionOf(task), bytes, pinned }, ns);
    }
  }

  isBusyAfter(task: DeviceTask): boolean {
    return this.link.isBusy(directionOf(task));
  }

  private started(copy: HostCopy, ns: number): void {
    const engine = copyEngineName(this.gpu, copy.direction);
    this.observer.started(this.tasks.get(copy.id)!, ns, engine, this.lastEnded.get(engine) ?? null);
  }

  private finished(copy: HostCopy, ns: number): void {
    const task = this.tasks.get(copy.id)!;
    this.tasks.delete(copy.id);
    this.lastEnded.set(copyEngineName(this.gpu, copy.direction), task);
    this.observer.finished(task, ns);
  }
}

function directionOf(task: DeviceTask): LinkDirection {
  const { direction } = copyOf(task);
  if (direction === 'DtoD') throw new Error('a copy within the device does not use the host link');
  return direction;
}
