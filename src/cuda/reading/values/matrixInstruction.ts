import type { MatrixType, MatrixWork } from '../../../kernel/matrixWork';
import { WARP_SIZE } from '../../../kernel/warp';

/** Multiply-adds of a tensor core of sm_80 by one instruction of halves, m16n8k16. */
const STEP = 16 * 8 * 16;
/** Warps that issue one `wgmma` together. */
const WARPS_OF_GROUP = 4;

const TYPES: Readonly<Record<string, MatrixType>> = {
  f64: 'fp64',
  tf32: 'tf32',
  bf16: 'bf16',
  f16: 'fp16',
  e4m3: 'fp8',
  e5m2: 'fp8',
  e3m2: 'fp6',
  e2m3: 'fp6',
  e2m1: 'fp4',
  s8: 'int8',
  u8: 'int8',
  s4: 'int4',
  u4: 'int4',
  b1: 'int1',
};

/** Bits of an element as it lies in memory. */
const BITS: Readonly<Record<MatrixType, number>> = {
  fp64: 64,
  tf32: 32,
  bf16: 16,
  fp16: 16,
  fp8: 8,
  fp6: 6,
  fp4: 4,
  int8: 8,
  int4: 4,
  int1: 1,
};

/** What `tcgen05.mma` is taken for, whose shape stands in a descriptor: 128 × 256, and 32 bytes deep. */
const DESCRIBED = { rows: 128, columns: 256, depthBits: 256 } as const;

const KINDS: Readonly<Record<string, MatrixType>> = {
  tf32: 'tf32',
  f16: 'fp16',
  i8: 'int8',
  f8f6f4: 'fp8',
  mxf8f6f4: 'fp8',
  mxf4: 'fp4',
  mxf4nvf4: 'fp4',
};

/** Instructions of one warp that something stands for, and what each computes. */
export interface MatrixInstructions {
  readonly count: number;
  readonly work: MatrixWork;
  /** True where the shape is taken for granted. */
  readonly assumed: boolean;
}

/**
 * A matrix instruction of PTX by its name: shape, types of result and factors, sparse or not (PTX ISA, `mma`, `wmma.mma`,
 * `wgmma.mma_async`, `tcgen05.mma`); null where the name does not tell.
 */
export function matrixOfPtx(name: string): MatrixInstructions | null {
  if (name.startsWith('tcgen05.mma')) return described(name);
  const shape = /\.m(\d+)n(\d+)k(\d+)\b/.exec(name);
  const named = name.split(/[.:]+/).filter((part) => part in TYPES || part === 'f32' || part === 's32');
  const isApi = name.startsWith('wmma.mma');
  // The warp matrix interface names sums alone where factors are halves.
  const factor = isApi && named.length === 2 ? 'f16' : named[1];
  const type = factor === undefined ? undefined : TYPES[factor];
  if (shape === null || type === undefined) return null;
  const [rows, columns, depth] = shape.slice(1).map(Number) as [number, number, number];
  const isGroup = name.startsWith('wgmma');
  // Four products of quarter warps (PTX ISA, mma.m8n8k4 of halves).
  const products = type === 'fp16' && rows === 8 && columns === 8 && depth === 4 ? 4 : 1;
  const sparse = /\.sp(\.|::|$)/.test(name) ? 2 : 1;
  const all = (rows * columns * depth * products) / sparse / (isGroup ? WARPS_OF_GROUP : 1);
  return instructionsOf(type, all, {
    count: isApi ? instructionsOfTile(rows, columns) : 1,
    halfSums: named[0] === 'f16',
    isGroup,
  });
}

/** `mma_sync` of the warp matrix interface by the arguments of its fragments' type; null where they do not tell. */
export function matrixOfFragments(shape: FragmentShape, sums: string): MatrixInstructions | null {
  const { rows, columns, depth, type } = shape;
  if (type === null) return null;
  const halfSums = /^(__half|half)$/.test(sums);
  const count = instructionsOfTile(rows, columns);
  return instructionsOf(type, rows * columns * depth, { count, halfSums, isGroup: false });
}

/** The product of 16 × 16 × 16 halves with sums in 32 bits. */
export const USUAL_PRODUCT: MatrixInstructions = {
  count: 2,
  work: { type: 'fp16', multiplyAdds: STEP },
  assumed: true,
};

/** A tile of 16 × 16, 32 × 8 or 8 × 32 is made by two instructions of sm_80, one of 8 × 8 by one. */
function instructionsOfTile(rows: number, columns: number): number {
  return rows * columns > 64 ? 2 : 1;
}

function instructionsOf(
  type: MatrixType,
  multiplyAdds: number,
  {
    count,
    halfSums,
    isGroup,
  }: { readonly count: number; readonly halfSums: boolean; readonly isGroup: boolean },
): MatrixInstructions {
  const work = {
    type,
    multiplyAdds: Math.max(1, Math.round(multiplyAdds / count)),
    ...(halfSums ? { halfSums } : {}),
    ...(isGroup ? { warpGroup: true } : {}),
  };
  return { count, work, assumed: false };
}

/** One thread starts all four tensor cores of the SM: a quarter of the product each. */
function described(name: string): MatrixInstructions | null {
  const type = KINDS[/\.kind::(\w+)/.exec(name)?.[1] ?? ''];
  if (type === undefined) return null;
  const depth = DESCRIBED.depthBits / (type === 'fp6' ? 8 : BITS[type]);
  const sparse = /\.sp(\.|::|$)/.test(name) ? 2 : 1;
  const all = (DESCRIBED.rows * DESCRIBED.columns * depth) / sparse / WARPS_OF_GROUP;
  return { count: 1, work: { type, multiplyAdds: all, warpGroup: true }, assumed: true };
}

/** Shape and type of a fragment as its template arguments give them. */
export interface FragmentShape {
  readonly role: 'matrix_a' | 'matrix_b' | 'accumulator';
  readonly rows: number;
  readonly columns: number;
  readonly depth: number;
  /** As written. */
  readonly scalar: string;
  /** Null for accumulators' types and what is unknown. */
  readonly type: MatrixType | null;
  /** Bits of an element in memory; null where the type is unknown. */
  readonly bits: number | null;
}

const SCALARS: readonly (readonly [RegExp, MatrixType])[] = [
  [/^double$/, 'fp64'],
  [/^precision::tf32$/, 'tf32'],
  [/^(__nv_bfloat16|nv_bfloat16)$/, 'bf16'],
  [/^(half|__half)$/, 'fp16'],
  [/^((un)?signed char|char|u?int8_t)$/, 'int8'],
  [/^(experimental::)?precision::[su]4$/, 'int4'],
  [/^(experimental::)?precision::b1$/, 'int1'],
];

/** The arguments of `fragment<…>`; null where they are no numbers. */
export function fragmentShape(text: string): FragmentShape | null {
  const list = /\bfragment\s*<([\s\S]*)>/.exec(text)?.[1];
  if (list === undefined) return null;
  const [use, m, n, k, written] = list.split(',').map((part) => part.trim());
  const [rows, columns, depth] = [m, n, k].map((side) => Number(side));
  const role = use?.replace(/^.*::/, '');
  if (!rows || !columns || !depth || (role !== 'matrix_a' && role !== 'matrix_b' && role !== 'accumulator'))
    return null;
  const scalar = (written ?? '').replace(/^(::)?(nvcuda::)?(wmma::)?/, '');
  const type = SCALARS.find(([pattern]) => pattern.test(scalar))?.[1] ?? null;
  const bits = type === null ? (/^(float|int|u?int32_t)$/.test(scalar) ? 32 : null) : BITS[type];
  return { role, rows, columns, depth, scalar, type, bits };
}

/** Elements of a fragment that one lane holds. */
export function elementsOfLane({ role, rows, columns, depth }: FragmentShape): number {
  const elements =
    role === 'matrix_a' ? rows * depth : role === 'matrix_b' ? depth * columns : rows * columns;
  return elements / WARP_SIZE;
}
