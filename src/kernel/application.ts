import type { SourceLocation } from './origin';
import type { Dim3 } from './symbolic';

/** Direction of a copy between host and device memory. */
export type CopyDirection = 'HtoD' | 'DtoH' | 'DtoD';

/** Buffers that are touched for certain where an operation runs. */
export interface CertainUse {
  /** Of two operations of different stages it is not proved that they can run together. */
  readonly stage: number;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/**
 * Device buffers that an operation touches, by name, where the source tells them. Two operations are
 * independent when neither writes what the other reads or writes; left out means that it is not known.
 */
interface DataUse {
  /** What it is proved to touch, from the first element of each buffer on; left out where nothing is. */
  readonly certain?: CertainUse;
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  /** Set where host code before it may have looked at results of work before it: it cannot be issued without them. */
  readonly afterResults?: true;
}

/** Copy of `bytes` in a stream. */
export interface CopyOperation extends DataUse {
  readonly kind: 'copy';
  readonly stream: string;
  readonly direction: CopyDirection;
  readonly bytes: number;
  readonly pinned: boolean;
  readonly blocking: boolean;
  readonly location?: SourceLocation;
}

/** Kernel launch in a stream. */
export interface KernelOperation extends DataUse {
  readonly kind: 'kernel';
  readonly stream: string;
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly registers: number;
  readonly sharedBytes: number;
  readonly soloNs: number | null;
  /** Set where each thread works on its own element of every buffer: parts of the grid need parts of the data. */
  readonly byElement?: true;
  readonly location?: SourceLocation;
}

/** Memset of `bytes` in a stream. */
export interface MemsetOperation extends DataUse {
  readonly kind: 'memset';
  readonly stream: string;
  readonly bytes: number;
  readonly location?: SourceLocation;
}

/** An operation that the device executes. */
export type DeviceOperation = CopyOperation | KernelOperation | MemsetOperation;

/** Recording an event, or making a stream wait for the latest record of it before this call. */
export interface EventOperation {
  readonly kind: 'record' | 'wait';
  readonly stream: string;
  readonly event: string;
  readonly location?: SourceLocation;
}

/** The host waits for a stream, or with `null` for the whole device. */
export interface SynchronizeOperation {
  readonly kind: 'synchronize';
  readonly stream: string | null;
  readonly location?: SourceLocation;
}

/** Work of the host between two calls. */
export interface HostOperation {
  readonly kind: 'host';
  readonly ns: number;
  readonly location?: SourceLocation;
}

/**
 * One operation of an application, in issue order. Operations of one stream run in order;
 * operations of different streams may overlap, `default` synchronises as the legacy default stream does.
 */
export type Operation = DeviceOperation | EventOperation | SynchronizeOperation | HostOperation;

/** Ordered operations of one process. */
export interface Application {
  readonly name: string;
  readonly operations: readonly Operation[];
  /** Where a stream first calls a function of the host behind its work, which must not come sooner; absent for none. */
  readonly callsHost?: SourceLocation;
  /** Streams that neither wait for the legacy default stream nor hold it up; absent for none. */
  readonly nonBlocking?: readonly string[];
  /** Streams that may be others of these under another name; absent for none. */
  readonly unknownStreams?: readonly string[];
  /** Device memory that it keeps allocated, when known. */
  readonly footprintBytes: number | null;
}
