import { EventHeap } from '../../stats/eventHeap';
import { CopyEngine, type LinkDirection, type LinkParts } from './copyEngine';
import type { HostLinkSpec } from './hostLinkSpec';
import { Wire } from './wire';

/** A copy between host and device memory as an application asks for it. */
export interface HostCopy {
  readonly id: number;
  /** Application and stream: copies of one queue run in order on their engine. */
  readonly queue: string;
  readonly direction: LinkDirection;
  readonly bytes: number;
  /** Page-locked host memory: the engine reaches it by itself. Else a host thread moves it through staging. */
  readonly pinned: boolean;
}

/** Callbacks of the host link at the start and the end of a copy; times in ns. */
export interface HostLinkObserver {
  started(copy: HostCopy, ns: number): void;
  finished(copy: HostCopy, ns: number): void;
}

/** Traffic over one direction of a link. */
export interface WireUse {
  readonly busyNs: number;
  readonly packets: number;
}

/**
 * Copy engines that move packets over the host link. Two engines serve one direction each; a single one serves
 * both in turn. Time stands still between calls of `advance`.
 */
export class HostLink {
  private readonly parts: LinkParts;
  private readonly engines: readonly CopyEngine[];

  constructor(
    readonly spec: HostLinkSpec,
    engines: number,
    private readonly observer: HostLinkObserver,
  ) {
    const wire = () => new Wire(spec.bytesPerNs, engines);
    this.parts = { spec, up: wire(), down: wire(), events: new EventHeap() };
    this.engines = Array.from({ length: engines }, (_, source) => new CopyEngine(this.parts, source));
  }

  submit(copy: HostCopy, ns: number): void {
    if (copy.pinned || copy.bytes === 0) this.transferWhole(copy, ns);
    else if (copy.direction === 'HtoD') this.stageToDevice(copy, ns);
    else this.stageToHost(copy, ns);
  }

  /** When something happens next if nothing is submitted before; Infinity when idle. */
  nextChangeNs(): number {
    const { events, up, down } = this.parts;
    return Math.min(events.nextNs, up.nextNs(), down.nextNs());
  }

  /** Lets time pass to `ns`. */
  advance(ns: number): void {
    const { events, up, down } = this.parts;
    for (let next = this.nextChangeNs(); next <= ns && next < Infinity; next = this.nextChangeNs()) {
      if (up.step(next) || down.step(next)) continue;
      events.pop()(next);
    }
  }

  /** Tests whether the engine of a direction works or has work waiting. */
  isBusy(direction: LinkDirection): boolean {
    return this.engineFor(direction).isBusy;
  }

  use(direction: LinkDirection): WireUse {
    const { busyNs, packets } = direction === 'HtoD' ? this.parts.down : this.parts.up;
    return { busyNs, packets };
  }

  private engineFor(direction: LinkDirection): CopyEngine {
    return this.engines[direction === 'HtoD' ? 0 : this.engines.length - 1]!;
  }

  private transferWhole(copy: HostCopy, ns: number): void {
    this.transfer(copy, copy.bytes, ns, {
      began: (at) => this.observer.started(copy, at),
      done: (at) => this.observer.finished(copy, at),
    });
  }

  private transfer(
    copy: HostCopy,
    bytes: number,
    ns: number,
    on: { began: (ns: number) => void; done: (ns: number) => void },
  ): void {
    this.engineFor(copy.direction).submit({ queue: copy.queue, direction: copy.direction, bytes, ...on }, ns);
  }

  /** The host thread fills one staging buffer while the engine empties the other. */
  private stageToDevice(copy: HostCopy, ns: number): void {
    const { stagingBytes, submitNs } = this.spec;
    let filled = 0;
    let landed = 0;
    let isFilling = false;
    const fill = (at: number) => {
      if (isFilling || filled === copy.bytes || filled - landed >= 2 * stagingBytes) return;
      const bytes = Math.min(stagingBytes, copy.bytes - filled);
      isFilling = true;
      this.parts.events.push(at + this.hostCopyNs(bytes) + submitNs, (full) => {
        isFilling = false;
        filled += bytes;
        this.transfer(copy, bytes, full, { began: () => undefined, done: (end) => land(bytes, end) });
        fill(full);
      });
    };
    const land = (bytes: number, at: number) => {
      landed += bytes;
      if (landed === copy.bytes) this.observer.finished(copy, at);
      else fill(at);
    };
    this.observer.started(copy, ns);
    fill(ns);
  }

  /** The engine fills one staging buffer while the host thread empties the other. */
  private stageToHost(copy: HostCopy, ns: number): void {
    const { stagingBytes, submitNs } = this.spec;
    let asked = 0;
    let emptied = 0;
    let hostFreeNs = ns;
    const ask = (at: number) => {
      while (asked < copy.bytes && asked - emptied < 2 * stagingBytes) {
        const bytes = Math.min(stagingBytes, copy.bytes - asked);
        asked += bytes;
        hostFreeNs = Math.max(hostFreeNs, at) + submitNs;
        this.parts.events.push(hostFreeNs, (given) =>
          this.transfer(copy, bytes, given, { began: () => undefined, done: (end) => empty(bytes, end) }),
        );
      }
    };
    const empty = (bytes: number, at: number) => {
      hostFreeNs = Math.max(hostFreeNs, at) + this.hostCopyNs(bytes);
      this.parts.events.push(hostFreeNs, (end) => {
        emptied += bytes;
        if (emptied === copy.bytes) this.observer.finished(copy, end);
        else ask(end);
      });
    };
    this.observer.started(copy, ns);
    ask(ns);
  }

  private hostCopyNs(bytes: number): number {
    return bytes / this.spec.hostCopyBytesPerNs;
  }
}

/** Time of one copy that has the link for itself, in nanoseconds. */
export function loneCopyNs(
  spec: HostLinkSpec,
  copy: Pick<HostCopy, 'direction' | 'bytes' | 'pinned'>,
): number {
  let end = 0;
  const observer = { started: () => undefined, finished: (_: HostCopy, ns: number) => void (end = ns) };
  const link = new HostLink(spec, 2, observer);
  link.submit({ id: 0, queue: '', ...copy }, 0);
  link.advance(Infinity);
  return end;
}
