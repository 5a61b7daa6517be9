import type { TimelineResult } from './timelineResult';

/** An operation of an application as written, and the stream that it is to run in. */
export interface StreamMove {
  /** Its `operation` on the timeline. */
  readonly operation: number;
  /** Its label, by which a program that has changed since is told. */
  readonly label: string;
  readonly stream: string;
}

/** An operation that is issued a place earlier (−1) or later (1). */
export interface IssueMove {
  readonly operation: number;
  readonly label: string;
  readonly by: -1 | 1;
}

/** A kernel that is launched with blocks of another size. */
export interface BlockChange {
  /** As the application names it. */
  readonly kernel: string;
  /** Threads of the blocks that are changed, and what they get. */
  readonly current: number;
  readonly threadsPerBlock: number;
  /** Time of a launch over that with its present blocks, as simulated or measured. */
  readonly timeFactor: number;
}

/** The machine that a program is tried on. */
export interface TriedMachine {
  /** A GPU of the catalogue by its id; null for the chosen one. */
  readonly gpu: string | null;
  /** Percentage of the SMs that MPS lets the program use at a time; null for all. */
  readonly mpsPercentage: number | null;
}

/** How much longer a kernel takes on the tried machine than on the chosen GPU, both simulated alone. */
export interface KernelFactor {
  /** As the application names it. */
  readonly kernel: string;
  readonly timeFactor: number;
}

/** What is to be different about an application. */
export interface WhatIfRequest {
  /** An `applicationKey`. */
  readonly application: string;
  readonly moves: readonly StreamMove[];
  /** One after the other. */
  readonly issued: readonly IssueMove[];
  /** All host memory is pinned. */
  readonly pinned: boolean;
  /** A kernel stands once. */
  readonly blocks: readonly BlockChange[];
  readonly machine: TriedMachine;
}

/** An order that a stream gave and that an event has to give now. */
export interface KeptOrder {
  /** Labels of the two operations, with their lines where they are known. */
  readonly after: string;
  readonly before: string;
}

/** The application replayed with the change, by the same model as the program as written. */
export interface WhatIfResult {
  readonly timeline: TimelineResult;
  readonly writtenNs: number;
  readonly events: readonly KeptOrder[];
}
