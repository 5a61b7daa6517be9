import { libraryType } from './libraryTypes';
import { scalar, type CType, type ScalarName } from './types';

/** Words of a type specifier that tell nothing about size or arithmetic. */
const NOISE =
  /\b(const|volatile|static|inline|extern|register|constexpr|mutable|typename|struct|class|union|enum|signed|__restrict__|__restrict|restrict|__shared__|__constant__|__device__|__managed__|__grid_constant__)\b/g;

const NAMED: Readonly<Record<string, ScalarName>> = {
  bool: 'bool',
  char: 'i8',
  'unsigned char': 'u8',
  short: 'i16',
  'unsigned short': 'u16',
  int: 'i32',
  unsigned: 'u32',
  'unsigned int': 'u32',
  long: 'i64',
  'unsigned long': 'u64',
  'long long': 'i64',
  'unsigned long long': 'u64',
  float: 'f32',
  double: 'f64',
  'long double': 'f64',
  size_t: 'u64',
  ssize_t: 'i64',
  ptrdiff_t: 'i64',
  intptr_t: 'i64',
  uintptr_t: 'u64',
  uint: 'u32',
  uchar: 'u8',
  ushort: 'u16',
  ulong: 'u64',
  ulonglong: 'u64',
  longlong: 'i64',
  int8_t: 'i8',
  uint8_t: 'u8',
  int16_t: 'i16',
  uint16_t: 'u16',
  int32_t: 'i32',
  uint32_t: 'u32',
  int64_t: 'i64',
  uint64_t: 'u64',
  clock_t: 'i64',
  half: 'f16',
  __half: 'f16',
  half_t: 'f16',
  __nv_bfloat16: 'bf16',
  nv_bfloat16: 'bf16',
  cudaTextureObject_t: 'u64',
  cudaSurfaceObject_t: 'u64',
};

const VECTOR_BASES: Readonly<Record<string, ScalarName>> = {
  char: 'i8',
  uchar: 'u8',
  short: 'i16',
  ushort: 'u16',
  int: 'i32',
  uint: 'u32',
  long: 'i64',
  ulong: 'u64',
  longlong: 'i64',
  ulonglong: 'u64',
  float: 'f32',
  double: 'f64',
  half: 'f16',
  __half: 'f16',
  nv_bfloat16: 'bf16',
  __nv_bfloat16: 'bf16',
  __nv_bfloat: 'bf16',
};

/** Canonical order of `unsigned`, `long` and the like, so that one table knows them all. */
function canonicalWords(text: string): string {
  const words = text.replace(NOISE, ' ').trim().split(/\s+/);
  const unsigned = words.includes('unsigned');
  const longs = words.filter((word) => word === 'long').length;
  const base = words.filter((word) => !['unsigned', 'long', 'int', 'short'].includes(word));
  const signs = [...(unsigned ? ['unsigned'] : []), ...(longs > 0 ? ['long'] : [])];
  if (base.length > 0) return [...signs, ...base].join(' ');
  const size = longs > 0 ? Array(longs).fill('long').join(' ') : words.includes('short') ? 'short' : '';
  if (unsigned) return `unsigned ${size}`.trim();
  return size === '' && words.includes('int') ? 'int' : size || 'int';
}

/** A built-in type, or one of CUDA's own libraries, by its name in any of its spellings; null for every other name. */
export function builtinType(text: string): CType | null {
  const name = canonicalWords(text.replace(/^(std|cuda|::)+::/, ''));
  const named = NAMED[name];
  if (named !== undefined) return scalar(named);
  if (name === '__nv_bfloat162' || name === 'nv_bfloat162')
    return { kind: 'vector', scalar: 'bf16', lanes: 2 };
  const vector = /^([a-z_]+(?:16)?)([1-4])$/.exec(name);
  const base = vector === null ? undefined : VECTOR_BASES[vector[1]!];
  if (vector === null || base === undefined) return name === 'dim3' ? vectorOf('u32', 3) : libraryType(name);
  return vectorOf(base, Number(vector[2]));
}

function vectorOf(name: ScalarName, lanes: number): CType {
  return lanes === 1 ? scalar(name) : { kind: 'vector', scalar: name, lanes };
}

/** `float4` and the like; the name of a vector of bfloat16 is one of the two of CUDA's header. */
export function vectorName(name: ScalarName, lanes: number): string | null {
  const base = Object.keys(VECTOR_BASES).find((one) => VECTOR_BASES[one] === name);
  return base === undefined ? null : `${base}${lanes}`;
}
