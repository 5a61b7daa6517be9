import { message } from '../../kernel/message';
import { scalarOf } from './resolve';
import type { Scope } from './scope';
import { DOUBLE } from './types';
import { aggregateValue, applyBinary, converted, gather, realValue, unknownFrom, type Value } from './value';

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

/** Tests whether a value is no text in quotes, which is written down and lacks nothing. */
export function isNoText({ text }: Value): boolean {
  return !text.startsWith('"');
}

/**
 * A call that looks for a named option among the program's arguments and has its default as the last argument, such as
 * `get_argval(argv, argv + argc, "-nx", 16384)`: the default, with a note. Null for other calls.
 */
export function optionCall(args: readonly Value[], text: string): Value | null {
  const fallback = args.at(-1);
  const option = args.find((arg) => !isNoText(arg));
  if (!fallback || option === undefined || fallback.number === null || !args.some(isFromInput)) return null;
  const note = message('cuda.inputDefault', { name: option.text.slice(1, -1) });
  return { ...fallback, notes: [...fallback.notes, note], text };
}

/** The value after conversion to a named type; unchanged for types that are no scalars. */
export function asType(value: Value, type: string, scope: Scope): Value {
  const scalar = scalarOf(type, scope);
  return scalar === null ? value : converted(value, scalar);
}
