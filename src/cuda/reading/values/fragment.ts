import { WARP_SIZE } from '../../../kernel/warp';
import type { CType } from './types';

/** Words of a thread that a matrix fragment of unknown shape takes: an accumulator of 16 × 16 floats. */
const USUAL_WORDS = 8;

const BITS: readonly (readonly [RegExp, number])[] = [
  [/^(double)$/, 64],
  [/^(float|int|(nvcuda::)?(wmma::)?precision::tf32)$/, 32],
  [/^(half|__half|__nv_bfloat16|nv_bfloat16)$/, 16],
  [/^((un)?signed char|char|u?int8_t)$/, 8],
];

/** Registers of a thread that hold its part of a matrix fragment; null for other types. */
export function fragmentWords(type: CType): number | null {
  if (type.kind === 'array') {
    const words = fragmentWords(type.element);
    return words === null ? null : words * (type.length ?? 1);
  }
  if (type.kind !== 'opaque') return null;
  const list = /\bfragment\s*<([\s\S]*)>/.exec(type.text)?.[1];
  if (list === undefined) return null;
  const [use, m, n, k, scalar] = list.split(',').map((part) => part.trim());
  const [rows, columns, depth] = [m, n, k].map((side) => Number(side));
  const bits = BITS.find(([name]) => name.test(scalar ?? ''))?.[1];
  if (!rows || !columns || !depth || bits === undefined) return USUAL_WORDS;
  const role = use?.replace(/^.*::/, '');
  const elements =
    role === 'matrix_a' ? rows * depth : role === 'matrix_b' ? depth * columns : rows * columns;
  return Math.max(1, Math.ceil((elements * bits) / 32 / WARP_SIZE));
}
