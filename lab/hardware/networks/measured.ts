import { readData } from '../../data/tables';

/** A row of a trace, ns from the start of the iteration: start, duration, start and duration of its call, then what it is. */
export type TraceRow = readonly [
  start: number,
  duration: number,
  call: number,
  callDuration: number,
  ...what: (string | number)[],
];

type KernelShape = readonly [
  grid: string,
  block: string,
  registers: number,
  sharedBytes: number,
  name: string,
];

/** The typical iteration of a network's trace. */
export interface NetworkTrace {
  /** From its first start to that of the next iteration, ns. */
  readonly periodNs: number;
  readonly rows: readonly TraceRow[];
  /** Calls in which the host waited: start and duration. */
  readonly waits: readonly (readonly [start: number, duration: number])[];
}

/** Latencies of one process in a run, µs. */
type Latencies = readonly [
  name: string,
  queries: number,
  mean: number,
  p50: number,
  p95: number,
  p99: number,
];

/** The same of a process with an active thread percentage of MPS. */
type OnShare = readonly [percent: number, ...latencies: Latencies];

/** Networks that ran on one card; see `about` of the data. */
export interface NetworksData {
  readonly gpu: string;
  /** Drawn before any pair under MPS was measured: mechanisms were chosen on pairs of these, the others judge them. */
  readonly fitted: readonly string[];
  /** Alone under MPS, twice. */
  readonly alone: readonly Latencies[];
  /** Two at a time under MPS, each back to back. */
  readonly pairs: readonly (readonly [Latencies, Latencies])[];
  /** The first beside several processes of the second under MPS, each back to back. */
  readonly instances: readonly (readonly [Latencies, ...Latencies[]])[];
  /** The first gets queries at random times, so many of its time alone, and keeps its own queue; the second is back to back. */
  readonly loads: readonly (readonly [load: number, Latencies, Latencies])[];
  readonly aloneInTurns: readonly Latencies[];
  /** SMs by percentage. */
  readonly sms: Readonly<Record<string, number>>;
  readonly aloneOnShares: readonly OnShare[];
  readonly pairsOnShares: readonly (readonly [OnShare, OnShare])[];
  /** 10^6 bytes of a query between L2 cache and DRAM, and between SMs and L2 cache. */
  readonly movedMB: Readonly<Record<string, readonly [dram: number, l2: number]>>;
  readonly kernels: readonly KernelShape[];
  readonly traces: Readonly<Record<string, NetworkTrace>>;
}

/** Networks measured on one card; `root` is the folder of the project. */
export const measuredNetworks = (root: string): NetworksData => readData(root, 'h100_networks');
