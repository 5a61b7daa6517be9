import type { CopyDirection } from '../../kernel/application';

/** Argument positions of a copy; `kind` is the position of the direction, or the direction itself. */
export interface CopySignature {
  readonly target: number;
  readonly source: number;
  /** Positions whose product is the size in bytes. */
  readonly bytes: readonly number[];
  readonly kind: number | CopyDirection;
  /** Position of the stream; null for a copy that blocks the host. */
  readonly stream: number | null;
}

const copy = (
  bytes: readonly number[],
  kind: number | CopyDirection,
  stream: number | null,
): CopySignature => ({ target: 0, source: 1, bytes, kind, stream });
const plane = (kind: number, stream: number | null): CopySignature => ({
  target: 0,
  source: 2,
  bytes: [4, 5],
  kind,
  stream,
});

/** Copies of the runtime and driver API by name. */
export const COPIES: Readonly<Record<string, CopySignature>> = {
  cudaMemcpy: copy([2], 3, null),
  cudaMemcpyAsync: copy([2], 3, 4),
  cudaMemcpy2D: plane(6, null),
  cudaMemcpy2DAsync: plane(6, 7),
  cudaMemcpyToSymbol: copy([2], 'HtoD', null),
  cudaMemcpyToSymbolAsync: copy([2], 'HtoD', 5),
  cudaMemcpyFromSymbol: copy([2], 'DtoH', null),
  cudaMemcpyFromSymbolAsync: copy([2], 'DtoH', 5),
  cuMemcpyHtoD: copy([2], 'HtoD', null),
  cuMemcpyHtoDAsync: copy([2], 'HtoD', 3),
  cuMemcpyDtoH: copy([2], 'DtoH', null),
  cuMemcpyDtoHAsync: copy([2], 'DtoH', 3),
};

/** Copies that are nodes of a graph: `(node, graph, dependencies, count, target, source, bytes, …)`. */
export const COPY_NODES: Readonly<Record<string, CopySignature>> = {
  cudaGraphAddMemcpyNode1D: { target: 4, source: 5, bytes: [6], kind: 7, stream: null },
  cudaGraphAddMemcpyNodeToSymbol: { target: 4, source: 5, bytes: [6], kind: 8, stream: null },
  cudaGraphAddMemcpyNodeFromSymbol: { target: 4, source: 5, bytes: [6], kind: 8, stream: null },
};

/** Members of `cudaMemsetParams` whose product is the size in bytes. */
export const MEMSET_NODE_BYTES = ['elementSize', 'width', 'height'] as const;

/** Directions by the enumerator of `cudaMemcpyKind`. */
export const DIRECTIONS: Readonly<Record<string, CopyDirection>> = {
  cudaMemcpyHostToDevice: 'HtoD',
  cudaMemcpyDeviceToHost: 'DtoH',
  cudaMemcpyDeviceToDevice: 'DtoD',
};

/** Memsets: positions of the bytes (their product) and of the stream. */
export const MEMSETS: Readonly<
  Record<string, { readonly bytes: readonly number[]; readonly stream: number | null }>
> = {
  cudaMemset: { bytes: [2], stream: null },
  cudaMemsetAsync: { bytes: [2], stream: 3 },
  cudaMemset2D: { bytes: [3, 4], stream: null },
  cudaMemset2DAsync: { bytes: [3, 4], stream: 5 },
};
