/** Kind of a buffer: where its memory is. */
export type BufferKind = 'device' | 'pinned' | 'pageable' | 'managed';

/** Runtime calls whose first argument becomes a buffer. */
export const ALLOCATORS: Readonly<Record<string, BufferKind>> = {
  cudaMalloc: 'device',
  cudaMallocAsync: 'device',
  cudaMallocFromPoolAsync: 'device',
  cudaMallocPitch: 'device',
  cudaMalloc3D: 'device',
  cudaMallocHost: 'pinned',
  cudaHostAlloc: 'pinned',
  cudaHostRegister: 'pinned',
  cudaMallocManaged: 'managed',
};

const FROM_EXPRESSION: readonly (readonly [RegExp, BufferKind])[] = [
  [/\b(cudaMallocHost|cudaHostAlloc)\b/, 'pinned'],
  [/\bcudaMallocManaged\b/, 'managed'],
  [/\bcudaMalloc\w*\b/, 'device'],
  [/\b(malloc|calloc|realloc|new|aligned_alloc|_mm_malloc)\b/, 'pageable'],
];

/** The kind of memory that an expression or a function body hands out; null when it tells nothing. */
export function allocatedBy(text: string): BufferKind | null {
  return FROM_EXPRESSION.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Declared types whose memory is ordinary host memory. */
export function isPageableType(type: string, extents: readonly string[]): boolean {
  return /\b(vector|array|string)\b/.test(type) || (extents.length > 0 && !/cuda/.test(type));
}
