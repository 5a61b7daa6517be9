/** What ran on one device of one process, in order of start: one array per column. */
export interface DeviceEvents {
  readonly length: number;
  /** Numbers of launches (kernel, shape and stream) and of copies (direction and stream): equal work has one number. */
  readonly symbol: Uint32Array;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Start of the host's call that issued it; not-a-number where the trace does not tell. */
  readonly callNs: Float64Array;
  /** Whether the event is a kernel. */
  readonly isKernel: Uint8Array;
}
