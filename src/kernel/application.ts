import type { SourceLocation } from './origin';
import type { Dim3 } from './symbolic';

export type CopyDirection = 'HtoD' | 'DtoH' | 'DtoD';

/**
 * One operation of an application, in issue order. Operations of one stream run in order;
 * operations of different streams may overlap, `default` synchronises as the legacy default stream does.
 */
export type Operation =
  | {
      readonly kind: 'copy';
      readonly stream: string;
      readonly direction: CopyDirection;
      readonly bytes: number;
      readonly pinned: boolean;
      readonly blocking: boolean;
      readonly location?: SourceLocation;
    }
  | {
      readonly kind: 'kernel';
      readonly stream: string;
      readonly kernel: string;
      readonly grid: Dim3;
      readonly block: Dim3;
      readonly registers: number;
      readonly sharedBytes: number;
      readonly soloNs: number | null;
      readonly location?: SourceLocation;
    }
  | {
      readonly kind: 'memset';
      readonly stream: string;
      readonly bytes: number;
      readonly location?: SourceLocation;
    }
  | {
      readonly kind: 'record';
      readonly stream: string;
      readonly event: string;
      readonly location?: SourceLocation;
    }
  | {
      readonly kind: 'wait';
      readonly stream: string;
      readonly event: string;
      readonly location?: SourceLocation;
    }
  | { readonly kind: 'synchronize'; readonly stream: string | null; readonly location?: SourceLocation }
  | { readonly kind: 'host'; readonly ns: number; readonly location?: SourceLocation };

/** Ordered operations of one process. */
export interface Application {
  readonly name: string;
  readonly operations: readonly Operation[];
  /** Device memory that it keeps allocated, when known. */
  readonly footprintBytes: number | null;
}
