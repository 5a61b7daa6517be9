import type { KernelDataType, Told } from '../../kernel/kernelReading';
import { assumed, told, type Spelling } from './spelling';

/** C++ spellings of number types, the longer ones first where one is part of another. */
const SPELLED: readonly (readonly [RegExp, KernelDataType])[] = [
  [/\bcomplex<double>|\bdouble2\b|\bcuDoubleComplex\b/, 'complex128'],
  [/\bcomplex<float>|\bcuComplex\b|\bcuFloatComplex\b/, 'complex64'],
  [/\bBFloat16\b|\b_*(?:nv|hip)_bfloat16[2]?\b|\bbfloat16_t\b|\bbf16\b|\bbfloat16\b/, 'bf16'],
  [/\bHalf\b|\b_*half[2]?\b|\bhalf_t\b|\bfp16\b|\bfloat16\b/, 'fp16'],
  [/\btfloat32_t\b|\btf32\b/, 'tf32'],
  [/\bFloat8_\w+|\b_*nv_fp8\w*|\bfloat_e[45]m[23]_t\b|\bfp8\w*/, 'fp8'],
  [/\bFloat4_\w+|\b_*nv_fp4\w*|\bfloat_e2m1_t\b/, 'fp4'],
  [/\bdouble\b/, 'fp64'],
  [/\bfloat[24]?\b|\bfp32\b/, 'fp32'],
  [/\blong\b|\bu?int64_t\b/, 'int64'],
  [/\bshort\b|\bu?int16_t\b/, 'int16'],
  [/\bchar\b|\bu?int8_t\b/, 'int8'],
  [/\bbool\b/, 'bool'],
  [/\bint\b|\bunsigned\b|\bu?int32_t\b/, 'int32'],
];

/** Names by which BLAS tells the type of a routine. */
const BY_LETTER: Readonly<Record<string, KernelDataType>> = {
  s: 'fp32',
  d: 'fp64',
  h: 'fp16',
  c: 'complex64',
  z: 'complex128',
  i: 'int8',
};

/** Short names of types as they stand between underscores, with what else is written there. */
const SHORT: Readonly<Record<string, KernelDataType>> = {
  bf16: 'bf16',
  bfloat16: 'bf16',
  f16: 'fp16',
  fp16: 'fp16',
  half: 'fp16',
  tf32: 'tf32',
  f32: 'fp32',
  fp32: 'fp32',
  float: 'fp32',
  f64: 'fp64',
  double: 'fp64',
  e4m3: 'fp8',
  e5m2: 'fp8',
  fp8: 'fp8',
  f8e4m3: 'fp8',
  f8e5m2: 'fp8',
  e2m1: 'fp4',
  mxfp4: 'fp4',
  fp4: 'fp4',
  i8: 'int8',
  s8: 'int8',
  u8: 'int8',
  int8: 'int8',
  i32: 'int32',
  u32: 'int32',
  i64: 'int64',
  u64: 'int64',
};

const FLOATING: ReadonlySet<KernelDataType> = new Set([
  ...(['fp64', 'fp32', 'tf32', 'fp16', 'bf16', 'fp8', 'fp4', 'complex64', 'complex128'] as const),
]);

/** The type behind BLAS's letter; null for others. */
export function typeOfLetter(letter: string): KernelDataType | null {
  return Object.hasOwn(BY_LETTER, letter) ? BY_LETTER[letter]! : null;
}

/** The type of a short name such as `bf16` or `f32`; null for others. */
export function typeOfShortName(name: string): KernelDataType | null {
  const key = name.toLowerCase();
  return Object.hasOwn(SHORT, key) ? SHORT[key]! : null;
}

/** The type that a C++ type spells; null for pointers to structures and the like. */
export function typeOfSpelling(text: string): KernelDataType | null {
  const opaque = /\bOpaqueType<(?:\(unsigned int\))?(1|2|4|8|16)/.exec(text);
  if (opaque !== null) return `b${8 * Number(opaque[1])}` as KernelDataType;
  return SPELLED.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** True for a type alone, a pointer to it or an array of it: not for a class that has it among its arguments. */
function isPlain(text: string): boolean {
  return !/[([{]/.test(text) && (!text.includes('<') || /complex<|OpaqueType</.test(text));
}

/**
 * The type of the data behind a kernel's pointers, as parameters and template arguments tell it. Several
 * floating types leave it open which of them the inputs have: the first is assumed.
 */
export function typeOfSignature(name: Spelling): Told<KernelDataType> | null {
  const args = name.templateArguments ?? [];
  // nvcc's demangler writes `T2 *` for the second template argument.
  const resolved = (name.parameters ?? []).map((parameter) =>
    withoutAnonymous(parameter).replace(
      /\bT(\d+)\b/,
      (whole, number: string) => args[Number(number) - 1] ?? whole,
    ),
  );
  const pointers = resolved.filter((parameter) => parameter.includes('*') && isPlain(parameter));
  return chosen(pointers) ?? chosen(args.map(withoutAnonymous).filter(isPlain), true);
}

/** The type that inputs of an operator suggest, as a framework spells theirs: `c10::BFloat16`, `long int`. */
export function typeOfInputs(spelled: readonly string[]): Told<KernelDataType> | null {
  const type = chosen(spelled);
  return type && assumed(type.value);
}

const withoutAnonymous = (text: string): string => text.replaceAll('{anonymous}::', '');

function chosen(spelled: readonly string[], onlyFloating = false): Told<KernelDataType> | null {
  const types = spelled.map(typeOfSpelling).filter((type) => type !== null);
  const floating = [...new Set(types.filter((type) => FLOATING.has(type)))];
  if (floating[0] !== undefined) return floating.length === 1 ? told(floating[0]) : assumed(floating[0]);
  const raw = types.find((type) => type.startsWith('b') && type !== 'bool');
  if (raw !== undefined) return told(raw);
  if (onlyFloating) return null;
  const others = [...new Set(types)];
  return others[0] === undefined ? null : others.length === 1 ? told(others[0]) : assumed(others[0]);
}

/** The last type that a text names, floating ones first: arguments of functors stand innermost. */
export function typeOfFunctor(text: string): Told<KernelDataType> | null {
  const opaque = /\bOpaqueType<[^>]*>/.exec(text)?.[0];
  if (opaque !== undefined) {
    const raw = typeOfSpelling(opaque);
    return raw && told(raw);
  }
  const words = text.match(/[A-Za-z_][\w:]*(?:<(?:float|double)>)?/g) ?? [];
  const types = words.map(typeOfSpelling).filter((type) => type !== null);
  const floating = [...new Set(types.filter((type) => FLOATING.has(type)))];
  if (floating[0] !== undefined) return floating.length === 1 ? told(floating[0]) : assumed(floating[0]);
  return types[0] === undefined ? null : assumed(types[0]);
}
