import { message } from '../../kernel/message';
import { WARP_SIZE } from '../../kernel/warp';
import { DOUBLE, FLOAT, INT, type ScalarType } from './types';
import { numberValue, type Value } from './value';

/** Stands with everything that follows from the number of the program's arguments. */
export const NO_ARGUMENTS = message('cuda.noArguments');

const GREATEST_FLOAT = 2 ** 128 * (1 - 2 ** -24);

/** Constants of <cmath> in double precision, which CUDA's headers take over. */
const MATHEMATICAL: Readonly<Record<string, number>> = {
  M_E: Math.E,
  M_LOG2E: Math.LOG2E,
  M_LOG10E: Math.LOG10E,
  M_LN2: Math.LN2,
  M_LN10: Math.LN10,
  M_PI: Math.PI,
  M_PI_2: Math.PI / 2,
  M_PI_4: Math.PI / 4,
  M_1_PI: 1 / Math.PI,
  M_2_PI: 2 / Math.PI,
  M_2_SQRTPI: 2 / Math.sqrt(Math.PI),
  M_SQRT2: Math.SQRT2,
  M_SQRT1_2: Math.SQRT1_2,
  DBL_MAX: Number.MAX_VALUE,
  DBL_MIN: 2 ** -1022,
  DBL_EPSILON: Number.EPSILON,
  CUDART_PI: Math.PI,
};

/** Constants of single precision: of <cfloat>, and of CUDA's math_constants.h. */
const SINGLE: Readonly<Record<string, number>> = {
  FLT_MAX: GREATEST_FLOAT,
  FLT_MIN: 2 ** -126,
  FLT_EPSILON: 2 ** -23,
  CUDART_MAX_NORMAL_F: GREATEST_FLOAT,
  CUDART_MIN_DENORM_F: 2 ** -149,
  CUDART_PI_F: Math.fround(Math.PI),
  CUDART_PIO2_F: Math.fround(Math.PI / 2),
  CUDART_PIO4_F: Math.fround(Math.PI / 4),
  CUDART_2_OVER_PI_F: Math.fround(2 / Math.PI),
  CUDART_SQRT_2_OVER_PI_F: Math.fround(Math.sqrt(2 / Math.PI)),
  CUDART_SQRT_TWO_F: Math.fround(Math.SQRT2),
  CUDART_SQRT_HALF_F: Math.fround(Math.SQRT1_2),
  CUDART_L2E_F: Math.fround(Math.LOG2E),
  CUDART_LN2_F: Math.fround(Math.LN2),
};

const WHOLE: Readonly<Record<string, number>> = {
  true: 1,
  false: 0,
  nullptr: 0,
  NULL: 0,
  warpSize: WARP_SIZE,
  // PyTorch's c10/macros/Macros.h, which extensions include without having it.
  C10_WARP_SIZE: WARP_SIZE,
  CHAR_BIT: 8,
  INT_MAX: 0x7fffffff,
  INT_MIN: -0x80000000,
  RAND_MAX: 0x7fffffff,
  UINT_MAX: 0xffffffff,
  cudaStreamLegacy: 1,
  cudaStreamPerThread: 2,
};

function valuesOf(numbers: Readonly<Record<string, number>>, type: ScalarType): (readonly [string, Value])[] {
  return Object.entries(numbers).map(([name, number]) => [name, numberValue(number, type, name)]);
}

/** Constants that the language and its usual headers define. */
const NAMED: ReadonlyMap<string, Value> = new Map([
  ...valuesOf(WHOLE, INT),
  ...valuesOf(MATHEMATICAL, DOUBLE),
  ...valuesOf(SINGLE, FLOAT),
  ['argc', { ...numberValue(1, INT, 'argc'), notes: [NO_ARGUMENTS] }],
]);

/** Value of a constant that CUDA or the C library names; null for other names. */
export function namedConstant(name: string): Value | null {
  return NAMED.get(name) ?? null;
}
