import { message } from '../../kernel/message';
import { WARP_SIZE } from '../../kernel/warp';
import { scalarOf } from './resolve';
import type { Scope } from './scope';
import { DOUBLE, INT } from './types';
import {
  aggregateValue,
  applyBinary,
  converted,
  gather,
  numberValue,
  realValue,
  unknownFrom,
  type Value,
} from './value';

const REAL_FUNCTIONS: Readonly<Record<string, (...args: number[]) => number>> = {
  ceil: Math.ceil,
  floor: Math.floor,
  round: (x) => Math.sign(x) * Math.round(Math.abs(x)),
  trunc: Math.trunc,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  fabs: Math.abs,
  pow: Math.pow,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
};

/** `ceilf`, `std::ceil` and `__log2f` name the same function. */
function realFunction(name: string): ((...args: number[]) => number) | null {
  const plain = name.replace(/^__/, '');
  return REAL_FUNCTIONS[plain] ?? REAL_FUNCTIONS[plain.replace(/[fl]$/, '')] ?? null;
}

function minimum(name: string, args: readonly Value[], text: string): Value | null {
  const match = /^(?:f|fast_|i|u)?(min|max)(?:f|i|u)?$/i.exec(name);
  const [a, b] = args;
  if (match === null || args.length !== 2) return null;
  if (a!.number === null || b!.number === null) return unknownFrom(args, text);
  const less = applyBinary('<', a!.number, b!.number, [a!.type, b!.type])!.number === 1;
  const chosen = less === (match[1]!.toLowerCase() === 'min') ? a! : b!;
  return { ...chosen, ...gather(args), text };
}

/** Functions of the mathematics library and of CUDA with known arguments; null for all others. */
export function builtinCall(qualified: string, args: readonly Value[], text: string): Value | null {
  const name = qualified.replace(/^.*::/, '');
  const numbers = args.map((arg) => arg.number);
  const chosen = minimum(name, args, text);
  if (chosen !== null) return chosen;
  // `dim3(other)` copies.
  if (name === 'dim3' && args.length === 1 && args[0]!.parts !== null) return { ...args[0]!, text };
  if (/^(dim3|make_(u?int|uchar|ushort|float)[234]|pair|tuple|make_(pair|tuple))$/.test(name))
    return aggregateValue(args, text);
  const isAbsolute = (name === 'abs' || name === 'labs') && args.length === 1;
  if (numbers.some((number) => number === null)) {
    if (isAbsolute) return unknownFrom(args, text, args[0]!.type);
    return realFunction(name) === null ? null : unknownFrom(args, text, DOUBLE);
  }
  if (isAbsolute) {
    return { ...args[0]!, number: Math.abs(numbers[0]!), text };
  }
  const real = realFunction(name);
  if (real === null || args.length === 0 || args.length > 2) return null;
  const result = real(...(numbers as number[]));
  return Number.isFinite(result) ? { ...realValue(result, text), ...gather(args) } : null;
}

/** Whether a value comes from the command line or the environment. */
export function isFromInput({ unknowns }: Value): boolean {
  return unknowns.some((unknown) => /\b(argv|optarg|getenv)\b/.test(unknown));
}

/**
 * A call that looks for a named option among the program's arguments and has its default as the last argument, such as
 * `get_argval(argv, argv + argc, "-nx", 16384)`: the default, with a note. Null for other calls.
 */
export function optionCall(args: readonly Value[], text: string): Value | null {
  const fallback = args.at(-1);
  const option = args.find((arg) => arg.text.startsWith('"'));
  if (!fallback || option === undefined || fallback.number === null || !args.some(isFromInput)) return null;
  const note = message('cuda.inputDefault', { name: option.text.slice(1, -1) });
  return { ...fallback, notes: [...fallback.notes, note], text };
}

/** The value after conversion to a named type; unchanged for types that are no scalars. */
export function asType(value: Value, type: string, scope: Scope): Value {
  const scalar = scalarOf(type, scope);
  return scalar === null ? value : converted(value, scalar);
}

/** Stands with everything that follows from the number of the program's arguments. */
export const NO_ARGUMENTS = message('cuda.noArguments');

/** Constants that the language and its usual headers define. */
const NAMED: Readonly<Record<string, Value>> = {
  true: numberValue(1),
  false: numberValue(0),
  nullptr: numberValue(0),
  NULL: numberValue(0),
  warpSize: numberValue(WARP_SIZE),
  // PyTorch's c10/macros/Macros.h, which extensions include without having it.
  C10_WARP_SIZE: numberValue(WARP_SIZE),
  CHAR_BIT: numberValue(8),
  INT_MAX: numberValue(0x7fffffff),
  RAND_MAX: numberValue(0x7fffffff),
  UINT_MAX: numberValue(0xffffffff),
  cudaStreamLegacy: numberValue(1),
  cudaStreamPerThread: numberValue(2),
  M_PI: { ...numberValue(Math.PI), type: DOUBLE },
  argc: { ...numberValue(1, INT, 'argc'), notes: [NO_ARGUMENTS] },
};

/** Value of a constant that CUDA or the C library names; null for other names. */
export function namedConstant(name: string): Value | null {
  return Object.hasOwn(NAMED, name) ? { ...NAMED[name]!, text: name } : null;
}
