import type { Words } from '../../kernel/message';
import type { CopyDirection } from '../../kernel/application';
import type { SourceLocation } from '../../kernel/origin';
import type { UnreadCode } from '../../kernel/source';
import type { SymbolicDim3, SymbolicValue } from '../../kernel/symbolic';

/**
 * Names of buffers, canonical over function calls: as the function that allocates them calls them. Two names are two
 * pieces of memory. Empty where the source does not tell which.
 */
export interface BufferUse {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** Buffers that begin where pointers of a call do. */
export interface StartUse {
  /** How often the host may have waited for all before in a way that the source does not tell. */
  readonly stage: number;
  /** By argument of a launch, target and source of a copy, target of a memset; null where it is not proved. */
  readonly buffers: readonly (string | null)[];
}

/** Work that a call gives the device. */
interface DeviceCall {
  /** Left out where it is not proved that the call is made, and in which stream. */
  readonly starts?: StartUse;
  /** Set where host code before it may have looked at results of work before it. */
  readonly afterResults?: true;
}

/** A call of host code that matters to streams, in the order in which the program makes it. */
export type HostCall =
  | ({
      readonly kind: 'copy';
      readonly stream: string;
      readonly direction: CopyDirection;
      readonly bytes: SymbolicValue;
      /** True for a host buffer allocated as pinned memory; null when the allocation was not found. */
      readonly pinned: boolean | null;
      readonly blocking: boolean;
      readonly location: SourceLocation;
    } & BufferUse &
      DeviceCall)
  | ({
      readonly kind: 'kernel';
      readonly stream: string;
      readonly callee: string;
      readonly kernelIds: readonly string[];
      readonly grid: SymbolicDim3;
      readonly block: SymbolicDim3;
      readonly sharedBytes: SymbolicValue;
      /** Buffer behind each argument; null for what is none, and where the source does not tell. */
      readonly arguments: readonly (string | null)[];
      readonly location: SourceLocation;
    } & DeviceCall)
  | ({
      readonly kind: 'memset';
      readonly stream: string;
      readonly bytes: SymbolicValue;
      readonly location: SourceLocation;
    } & BufferUse &
      DeviceCall)
  | {
      readonly kind: 'record' | 'wait';
      readonly stream: string;
      readonly event: string;
      readonly location: SourceLocation;
    }
  | { readonly kind: 'synchronize'; readonly stream: string | null; readonly location: SourceLocation };

/** CUDA runtime calls and launches of one entry function, with calls of other functions followed. */
export interface HostProgram {
  /** Qualified name of the entry function. */
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly calls: readonly HostCall[];
  /** Calls of libraries that make the GPU work, each name once: what they run stands in no source. */
  readonly libraryCalls: readonly { readonly name: string; readonly location: SourceLocation }[];
  /** Code that was not followed, so that what it gives the GPU is missing among the calls. */
  readonly unread: readonly UnreadCode[];
  /** Assumptions made on the way, e.g. that a loop of unknown length runs once. */
  readonly assumptions: readonly Words[];
  /** Streams that are made so that they do not wait for the default stream, nor it for them. */
  readonly nonBlocking: readonly string[];
  /** Streams of launches that may be others of the program under another name: nothing tells where they are made. */
  readonly unknownStreams: readonly string[];
  /** Where a stream first calls a function of the host behind its work; null where none does. */
  readonly callsHost: SourceLocation | null;
}
