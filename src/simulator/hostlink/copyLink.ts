import { HostLink, type HostCopy } from './hostLink';
import type { HostLinkSpec } from './hostLinkSpec';

/** A copy of an application's sequence. */
export type PlannedCopy = Pick<HostCopy, 'direction' | 'bytes' | 'pinned'>;

/** A copy that was handed to the link, and the core cycle of that. */
export interface SubmittedCopy {
  readonly app: number;
  readonly copy: PlannedCopy;
  readonly cycle: number;
}

/** Host link of a simulated GPU: what all applications' copies share, and how many engines move them. */
export interface CopyLinkSpec {
  readonly link: HostLinkSpec;
  /** One engine serves both directions in turn, two serve one each. */
  readonly engines: number;
  readonly coreClockMHz: number;
}

/** Who is told that the copy of an application has ended. */
export type CopyListener = (app: number) => void;

/**
 * The host link in core cycles. Its state follows from what was submitted and when, so that list is its
 * snapshot; going back to a snapshot plays it again.
 */
export class CopyLink {
  private link: HostLink;
  private log: SubmittedCopy[] = [];
  /** Applications whose copies have ended. */
  private ended: number[] = [];

  constructor(private readonly spec: CopyLinkSpec) {
    this.link = this.idleLink();
  }

  /** Hands a copy to the link, which must have been advanced to `cycle`. */
  submit(app: number, copy: PlannedCopy, cycle: number): void {
    this.enter({ app, copy, cycle });
  }

  /** Lets time pass to `cycle`, and tells what has ended by then. */
  advance(cycle: number, listener: CopyListener): void {
    this.link.advance(this.toNs(cycle));
    const { ended } = this;
    this.ended = [];
    for (const app of ended) listener(app);
  }

  /** The cycle at which something happens next on the link, `Infinity` when it is idle. */
  nextCycle(): number {
    return Math.ceil((this.link.nextChangeNs() * this.spec.coreClockMHz) / 1000);
  }

  /** Everything that was submitted so far. */
  get submitted(): readonly SubmittedCopy[] {
    return [...this.log];
  }

  /** Goes to the state at `cycle` of a link to which `submitted` was handed. */
  restore(submitted: readonly SubmittedCopy[], cycle: number): void {
    this.link = this.idleLink();
    this.log = [];
    for (const entry of submitted) {
      this.link.advance(this.toNs(entry.cycle));
      this.enter(entry);
    }
    this.link.advance(this.toNs(cycle));
    this.ended = [];
  }

  private enter(entry: SubmittedCopy): void {
    const { app, copy, cycle } = entry;
    const id = this.log.push(entry) - 1;
    this.link.submit({ id, queue: String(app), ...copy }, this.toNs(cycle));
  }

  private idleLink(): HostLink {
    return new HostLink(this.spec.link, this.spec.engines, {
      started: () => undefined,
      finished: ({ id }) => void this.ended.push(this.log[id]!.app),
    });
  }

  private toNs(cycle: number): number {
    return (cycle * 1000) / this.spec.coreClockMHz;
  }
}
