import type { InstructionClass } from '../../../kernel/instructionClasses';
import type { ScalarName } from '../../reading/values/types';

type Cost = Readonly<Partial<Record<InstructionClass, number>>>;

/** What a cosine costs where the sine of the same angle is at hand: both share the reduction to a quarter turn. */
export const COSINE_BESIDE_SINE = 'cosf beside sinf';

/** What a sine or a cosine costs behind the other one of the same angle, of which it takes the quarter turn over. */
const SECOND_OF_AN_ANGLE: Cost = { fp32: 10, integer: 2, control: 1 };
/** What a tangent costs behind another function of the same angle. */
const TANGENT_OF_AN_ANGLE: Cost = { fp32: 13, integer: 2, special: 1, control: 1 };

/** The cost of a call where another one has reduced the same angle; null for functions that share nothing. */
export function costBeside(name: string): Cost | null {
  if (name === 'tanf') return TANGENT_OF_AN_ANGLE;
  return name === 'sinf' || name === 'cosf' ? SECOND_OF_AN_ANGLE : null;
}

/** What `powf` makes of a constant base alone: a loop makes it in front, as the powers of one base share it. */
export const LOGARITHM_OF_BASE = 'logarithm of a base';

/** The power of a number of which one part is a constant, of which checks are gone (PTX of nvcc 13.0). */
const POWERS = {
  ofBase: { fp32: 20, integer: 4, control: 1, conversion: 2 },
  ofBaseByCount: { fp32: 19, integer: 5, control: 1, conversion: 2 },
  byWhole: { fp32: 54, integer: 6, special: 1, control: 5, conversion: 4 },
  byFraction: { fp32: 52, integer: 6, special: 1, control: 5, conversion: 3 },
} satisfies Record<string, Cost>;

/**
 * The cost of `powf` by the constants among its operands, without the logarithm of a constant base.
 *
 * @param isCount whether the exponent is a whole number that is converted
 */
export function powerCost(base: number | null, exponent: number | null, isCount: boolean): Cost {
  if (base !== null) return isCount ? POWERS.ofBaseByCount : POWERS.ofBase;
  if (exponent === null) return SINGLE['powf']!;
  return Number.isInteger(exponent) ? POWERS.byWhole : POWERS.byFraction;
}

/**
 * Instructions that nvcc 13.0 emits on sm_80 for one call with ordinary operands (no denormals, no huge
 * arguments, the fast side of each range check), as counted by `npm run study -- instruction-mix --expansions`. Where the
 * ordinary argument's path is not the one behind the first range check (`sinh`, `fmod`, `lgamma`, `log` and the
 * like in double precision), the count follows the longer path. The table loads of double-precision `sin`,
 * `cos`, `tan` and `lgamma` are global loads there too.
 */
const SINGLE: Readonly<Record<string, Cost>> = {
  sqrtf: { fp32: 4, integer: 2, special: 1, control: 3 },
  rsqrtf: { fp32: 1, special: 1 },
  cbrtf: { fp32: 13, special: 2 },
  sinf: { fp32: 15, integer: 2, control: 3, conversion: 2 },
  cosf: { fp32: 15, integer: 3, control: 3, conversion: 2 },
  [COSINE_BESIDE_SINE]: { fp32: 3, integer: 8 },
  [LOGARITHM_OF_BASE]: { fp32: 23, special: 1 },
  tanf: { fp32: 14, integer: 2, special: 1, control: 3, conversion: 2 },
  asinf: { fp32: 20, integer: 1, special: 1 },
  acosf: { fp32: 21, integer: 1, special: 1 },
  atanf: { fp32: 15, integer: 1, special: 1 },
  atan2f: { fp32: 26, integer: 3, special: 1, control: 6 },
  sinhf: { fp32: 16, integer: 3, special: 2, conversion: 1 },
  coshf: { fp32: 10, integer: 2, special: 2, conversion: 1 },
  tanhf: { fp32: 13, integer: 1, special: 2 },
  expf: { fp32: 6, integer: 1, special: 1 },
  exp2f: { fp32: 3, special: 1 },
  exp10f: { fp32: 6, integer: 1, special: 1 },
  expm1f: { fp32: 23, special: 1, conversion: 1 },
  logf: { fp32: 19, integer: 4, conversion: 1 },
  log2f: { fp32: 21, integer: 4, conversion: 1 },
  log10f: { fp32: 20, integer: 4, conversion: 1 },
  log1pf: { fp32: 15, integer: 5, control: 3, conversion: 1 },
  powf: { fp32: 59, integer: 6, special: 1, control: 7, conversion: 4 },
  hypotf: { fp32: 14, integer: 7, special: 1, control: 3 },
  fmodf: { fp32: 22, integer: 3, special: 1, control: 7, conversion: 1 },
  erff: { fp32: 19, integer: 1, special: 1 },
  erfcf: { fp32: 39, integer: 2, special: 3, conversion: 1 },
  lgammaf: { fp32: 72, integer: 8, special: 1, control: 7, conversion: 5 },
  tgammaf: { fp32: 101, integer: 8, special: 3, control: 4, conversion: 7 },
  floorf: { conversion: 1 },
  ceilf: { conversion: 1 },
  roundf: { fp32: 1, integer: 1, conversion: 1 },
  rintf: { conversion: 1 },
  truncf: { conversion: 1 },
  fminf: { fp32: 1 },
  fmaxf: { fp32: 1 },
  copysignf: { integer: 1 },
  fdimf: { fp32: 3 },
  normcdff: { fp32: 52, integer: 3, special: 3, conversion: 1 },
  rcbrtf: { fp32: 13, special: 2 },
  sinpif: { fp32: 15, conversion: 3 },
  cospif: { fp32: 15, integer: 3, conversion: 2 },
  __sinf: { fp32: 1, special: 1 },
  __cosf: { fp32: 1, special: 1 },
  __tanf: { fp32: 3, special: 3 },
  __expf: { fp32: 4, special: 1 },
  __exp10f: { fp32: 4, special: 1 },
  __logf: { fp32: 2, special: 1 },
  __log2f: { fp32: 1, special: 1 },
  __log10f: { fp32: 2, special: 1 },
  __powf: { fp32: 5, special: 2 },
  __fdividef: { fp32: 2, special: 1 },
  __frcp_rn: { fp32: 3, integer: 3, special: 1, control: 3 },
  __fsqrt_rn: { fp32: 4, integer: 2, special: 1, control: 3 },
  __saturatef: { fp32: 1 },
  fmaf: { fp32: 1 },
  __fmaf_rn: { fp32: 1 },
  __fadd_rn: { fp32: 1 },
  __fsub_rn: { fp32: 1 },
  __fmul_rn: { fp32: 1 },
  __fdiv_rn: { fp32: 6, special: 1, control: 3 },
  __frsqrt_rn: { fp32: 1, special: 1 },
  fabsf: {},
};

const DOUBLE: Readonly<Record<string, Cost>> = {
  sqrt: { fp64: 8, integer: 3, special: 1, control: 3 },
  rsqrt: { fp64: 5, integer: 2, special: 1, control: 3 },
  cbrt: { fp32: 4, fp64: 13, integer: 10, special: 3, conversion: 4 },
  sin: { fp32: 2, fp64: 15, integer: 4, control: 4, conversion: 2, globalLoad: 3 },
  cos: { fp32: 2, fp64: 15, integer: 5, control: 4, conversion: 2, globalLoad: 3 },
  tan: { fp64: 31, integer: 4, special: 1, control: 7, conversion: 2 },
  asin: { fp32: 5, fp64: 27, integer: 3, special: 1, control: 4 },
  acos: { fp64: 26, integer: 7, special: 1, control: 5 },
  atan: { fp32: 2, fp64: 24, integer: 1, control: 3 },
  atan2: { fp32: 15, fp64: 39, integer: 4, special: 1, control: 7 },
  sinh: { fp32: 16, fp64: 44, integer: 41, special: 2, control: 10 },
  cosh: { fp32: 2, fp64: 21, integer: 4, special: 1, control: 3 },
  tanh: { fp32: 3, fp64: 21, integer: 3, special: 2, control: 4, conversion: 4 },
  exp: { fp32: 1, fp64: 15, integer: 1, control: 3 },
  exp2: { fp32: 1, fp64: 16, integer: 1, control: 3 },
  exp10: { fp32: 1, fp64: 17, integer: 1, control: 3 },
  expm1: { fp32: 6, fp64: 19, integer: 7, control: 3 },
  log: { fp64: 29, integer: 10, special: 1, control: 3 },
  log2: { fp64: 31, integer: 10, special: 1, control: 3 },
  log10: { fp64: 31, integer: 10, special: 1, control: 3 },
  log1p: { fp32: 5, fp64: 22, special: 1, control: 6 },
  pow: { fp32: 5, fp64: 87, integer: 27, special: 1, control: 12 },
  hypot: { fp32: 3, fp64: 15, integer: 14, special: 1 },
  fmod: { fp64: 5, integer: 201, control: 12 },
  erf: { fp32: 3, fp64: 42, integer: 1, special: 1, conversion: 4 },
  erfc: { fp32: 4, fp64: 62, integer: 9, special: 2, control: 3 },
  lgamma: {
    fp32: 16,
    fp64: 87,
    integer: 54,
    special: 3,
    control: 22,
    conversion: 3,
    globalLoad: 3,
  },
  tgamma: { fp32: 7, fp64: 112, integer: 17, special: 2, control: 5 },
  floor: { conversion: 1 },
  ceil: { conversion: 1 },
  round: { fp64: 1, integer: 1, conversion: 1 },
  rint: { conversion: 1 },
  trunc: { conversion: 1 },
  fmin: { fp32: 1, fp64: 1, integer: 2 },
  fmax: { fp32: 1, fp64: 1, integer: 2 },
  copysign: { integer: 1 },
  normcdf: { fp32: 6, fp64: 73, integer: 11, special: 2, control: 3 },
  fma: { fp64: 1 },
  __fma_rn: { fp64: 1 },
  __dadd_rn: { fp64: 1 },
  __dsub_rn: { fp64: 1 },
  __dmul_rn: { fp64: 1 },
  __ddiv_rn: { fp32: 3, fp64: 8, special: 1, control: 3 },
  __drcp_rn: { fp32: 1, fp64: 5, integer: 1, special: 1, control: 3 },
  __dsqrt_rn: { fp64: 8, integer: 3, special: 1, control: 3 },
  fabs: {},
};

const HALF: Readonly<Record<string, Cost>> = {
  __hadd: { fp16: 1 },
  __hmul: { fp16: 1 },
  __hfma: { fp16: 1 },
  hsqrt: { fp16: 1, special: 1, conversion: 1 },
  hexp: { fp32: 1, fp16: 7, special: 1, conversion: 1 },
  hlog: { fp32: 1, fp16: 7, special: 1, conversion: 1 },
  hrcp: { fp16: 1, special: 1, conversion: 1 },
  hsin: { fp32: 16, fp16: 4, integer: 4, conversion: 1 },
  __hmax: { fp16: 1 },
  __hsub: { fp16: 1 },
  __hneg: { fp16: 1 },
  __hmin: { fp16: 1 },
  __hdiv: { fp32: 3, fp16: 4, integer: 2, special: 1, conversion: 2 },
};

const INTEGER: Readonly<Record<string, Cost>> = {
  __popc: { integer: 1 },
  __clz: { integer: 2 },
  __ffs: { integer: 3 },
  __brev: { integer: 1 },
  __mulhi: { integer: 1 },
  __mul24: { integer: 5 },
  __sad: { integer: 1 },
  __byte_perm: { integer: 2 },
  __umulhi: { integer: 1 },
  __popcll: { integer: 3 },
  __umul64hi: { integer: 6 },
  __clzll: { integer: 4 },
  __ffsll: { integer: 5 },
  __brevll: { integer: 2 },
  __umul24: { integer: 3 },
  __usad: { integer: 1 },
  __dp4a: { integer: 1 },
  __funnelshift_l: { integer: 1 },
  __funnelshift_r: { integer: 1 },
};

/**
 * Functions on the two halves or four bytes of a word, without the `__` in front, by their integer instructions: PTX of
 * nvcc 13.0 for sm_90, in which bitwise operators of up to three operands are one instruction.
 */
const IN_ONE_WORD: Readonly<Record<number, string>> = {
  1: 'vabsdiffu4 vadd2 vmaxs2 vmaxu2 vmins2 vminu2 vsadu4',
  2: 'vabs4 vneg2',
  3: 'vabsdiffs4 vneg4 vsub2',
  4: 'vabs2 vabsss4 vavgu2 vavgu4 vcmpeq2 vcmpeq4 vcmpne2 vcmpne4 vhaddu2 vhaddu4',
  5:
    'vadd4 vaddus2 vcmpges2 vcmpges4 vcmpgeu2 vcmpgeu4 vcmpgts2 vcmpgts4 vcmpgtu2 vcmpgtu4 vcmples2 ' +
    'vcmples4 vcmpleu2 vcmpleu4 vcmplts2 vcmplts4 vcmpltu2 vcmpltu4 vnegss2 vseteq2 vseteq4 vsetne2 ' +
    'vsetne4 vsub4',
  6:
    'vabsss2 vaddss2 vmaxs4 vmaxu4 vmins4 vminu4 vsetges2 vsetges4 vsetgeu2 vsetgeu4 vsetgts2 ' +
    'vsetgts4 vsetgtu2 vsetgtu4 vsetles2 vsetles4 vsetleu2 vsetleu4 vsetlts2 vsetlts4 vsetltu2 ' +
    'vsetltu4',
  7: 'vnegss4 vsubus2',
  8: 'vabsdiffs2 vabsdiffu2 vsubss2 vsubus4',
  9: 'vaddus4',
  10: 'vaddss4 vsads4',
  11: 'vsads2 vsubss4',
  16: 'vavgs2 vavgs4',
};

/** Operators that the compiler expands into a sequence. */
const OPERATORS: Readonly<Record<string, Cost>> = {
  'x/y float': { fp32: 6, special: 1, control: 3 },
  '1.0f/x': { fp32: 3, integer: 3, special: 1, control: 3 },
  'x/y double': { fp32: 3, fp64: 8, special: 1, control: 3 },
  '1.0/x': { fp32: 1, fp64: 5, integer: 1, special: 1, control: 3 },
  'x/y half': { fp32: 3, fp16: 4, integer: 2, special: 1, conversion: 2 },
};

const TABLES: readonly (readonly [ScalarName, Readonly<Record<string, Cost>>])[] = [
  ['f32', SINGLE],
  ['f64', DOUBLE],
  ['f16', HALF],
  ['i32', INTEGER],
  ['u32', packed()],
];

function packed(): Readonly<Record<string, Cost>> {
  return Object.fromEntries(
    Object.entries(IN_ONE_WORD).flatMap(([integer, names]) =>
      names.split(' ').map((name) => [`__${name}`, { integer: Number(integer) }]),
    ),
  );
}

/** Rounding is a mode of the same instructions: `__fadd_rz` costs what `__fadd_rn` does, `__hmul_sat` what `__hmul`. */
function inAnyMode(name: string): string {
  if (/^__h\w+_(rn|sat|relu)$/.test(name)) return name.replace(/_[a-z]+$/, '');
  return name.replace(/^(__f\w+|__d\w+)_r[duz]$/, '$1_rn').replace('_ieee_', '_');
}

/** Instructions of a math function or expanded operator; null when the table does not know it. */
export function mathCost(written: string): Cost | null {
  if (Object.hasOwn(OPERATORS, written)) return OPERATORS[written]!;
  if (written === 'abs') return { integer: 1 };
  const name = inAnyMode(written);
  for (const [, table] of TABLES) if (Object.hasOwn(table, name)) return table[name]!;
  return null;
}

/** The type that a math function computes in and returns; null for a name that is none. */
export function mathType(written: string): ScalarName | null {
  const name = inAnyMode(written);
  return TABLES.find(([, table]) => Object.hasOwn(table, name))?.[0] ?? null;
}

/** The single-precision function that C++ overload resolution picks for float arguments, if there is one. */
export function singleVariant(name: string): string | null {
  return Object.hasOwn(DOUBLE, name) && Object.hasOwn(SINGLE, `${name}f`) ? `${name}f` : null;
}
