import { LOGARITHM_OF_BASE } from '../../mix/cost/mathCosts';

type Calculation = (a: number, b: number) => number;

/** Functions that are computed for both purposes below. */
const COMMON = {
  fabs: (a) => Math.abs(a),
  ceil: (a) => Math.ceil(a),
  floor: (a) => Math.floor(a),
  round: (a) => Math.sign(a) * Math.round(Math.abs(a)),
  sqrt: (a) => Math.sqrt(a),
  pow: (a, b) => a ** b,
} satisfies Record<string, Calculation>;

/**
 * Functions whose results are computed where their arguments are known: those with which sources round the length of a
 * loop, or take it from a number (`ceil(n / 32.0f)`, `log2f(n)`). Functions of single precision have an `f` behind.
 */
const CALCULATIONS: Readonly<Record<string, Calculation>> = {
  ...COMMON,
  abs: COMMON.fabs,
  trunc: (a) => Math.trunc(a),
  log2: (a) => Math.log2(a),
  [LOGARITHM_OF_BASE]: (a) => Math.log2(a),
};

/** How a function is computed; null for one that is not. */
export function calculationOf(name: string): Calculation | null {
  return CALCULATIONS[name] ?? (name.endsWith('f') ? CALCULATIONS[name.slice(0, -1)] : undefined) ?? null;
}

/**
 * Functions of constants that nvcc 13.0 computes itself, where they are called by their own names (`expf(0.5f)`): the PTX
 * of 100 functions was looked at. Others (`rsqrtf`, `log2f`, `cbrtf`, `erff`) it leaves.
 */
const FOLDED: Readonly<Record<string, Calculation>> = {
  ...COMMON,
  exp: (a) => Math.exp(a),
  exp2: (a) => 2 ** a,
  log: (a) => Math.log(a),
  log10: (a) => Math.log10(a),
  sin: (a) => Math.sin(a),
  cos: (a) => Math.cos(a),
  tan: (a) => Math.tan(a),
  asin: (a) => Math.asin(a),
  acos: (a) => Math.acos(a),
  atan: (a) => Math.atan(a),
  sinh: (a) => Math.sinh(a),
  cosh: (a) => Math.cosh(a),
  tanh: (a) => Math.tanh(a),
  atan2: (a, b) => Math.atan2(a, b),
  fmod: (a, b) => a % b,
};

/** Intrinsic functions of single precision that nvcc computes of constants as well. */
const FOLDED_INTRINSICS: Readonly<Record<string, keyof typeof FOLDED>> = {
  __fsqrt_rn: 'sqrt',
  __sinf: 'sin',
  __cosf: 'cos',
  __expf: 'exp',
  __logf: 'log',
  __log10f: 'log10',
  __powf: 'pow',
};

/** Functions that are one instruction behind an overload, too (`sqrt(0.5f)`). */
const FOLDED_OVERLOADS: ReadonlySet<string> = new Set(['sqrt', 'fabs', 'floor', 'ceil']);

/**
 * What the compiler makes of a function of constants; null where it leaves the call to the GPU.
 *
 * @param written the function as the source calls it
 * @param chosen the one that overload resolution takes
 * @param single whether that computes in single precision
 */
export function foldedCall(
  written: string,
  chosen: string,
  operands: readonly (number | null)[],
  single: boolean,
): number | null {
  const plain = FOLDED_INTRINSICS[chosen] ?? (single ? chosen.replace(/f$/, '') : chosen);
  const calculate = Object.hasOwn(FOLDED, plain) ? FOLDED[plain]! : null;
  if (calculate === null || (written !== chosen && !FOLDED_OVERLOADS.has(plain))) return null;
  const [a, b = 0] = operands;
  if (a === undefined || a === null || b === null) return null;
  const result = calculate(a, b);
  return Number.isFinite(result) ? (single ? Math.fround(result) : result) : null;
}
