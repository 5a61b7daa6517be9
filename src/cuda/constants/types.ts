/** A scalar type of C: what arithmetic needs to know of it. */
export interface ScalarType {
  readonly float: boolean;
  readonly bytes: number;
  readonly signed: boolean;
}

export const INT: ScalarType = { float: false, bytes: 4, signed: true };
export const UNSIGNED: ScalarType = { float: false, bytes: 4, signed: false };
export const LONG: ScalarType = { float: false, bytes: 8, signed: true };
export const SIZE: ScalarType = { float: false, bytes: 8, signed: false };
export const DOUBLE: ScalarType = { float: true, bytes: 8, signed: true };
export const FLOAT: ScalarType = { float: true, bytes: 4, signed: true };

const integer = (bytes: number, signed: boolean): ScalarType => ({ float: false, bytes, signed });
const floating = (bytes: number): ScalarType => ({ float: true, bytes, signed: true });

/** Scalars by name; `long` has 8 bytes, as with the 64-bit Linux hosts of nvcc. */
const SCALARS: ReadonlyMap<string, ScalarType> = new Map([
  ['bool', integer(1, false)],
  ['char', integer(1, true)],
  ['int', INT],
  ['unsigned', UNSIGNED],
  ['signed', INT],
  ['short', integer(2, true)],
  ['long', LONG],
  ['float', FLOAT],
  ['double', DOUBLE],
  ['half', floating(2)],
  ['__half', floating(2)],
  ['nv_bfloat16', floating(2)],
  ['__nv_bfloat16', floating(2)],
  ['wchar_t', INT],
  ['uchar', integer(1, false)],
  ['ushort', integer(2, false)],
  ['uint', UNSIGNED],
  ['ulong', SIZE],
  ['size_t', SIZE],
  ['ssize_t', LONG],
  ['ptrdiff_t', LONG],
  ['intptr_t', LONG],
  ['uintptr_t', SIZE],
  ['clock_t', LONG],
  ['int8_t', integer(1, true)],
  ['uint8_t', integer(1, false)],
  ['int16_t', integer(2, true)],
  ['uint16_t', integer(2, false)],
  ['int32_t', INT],
  ['uint32_t', UNSIGNED],
  ['int64_t', LONG],
  ['uint64_t', SIZE],
  ['cudaTextureObject_t', SIZE],
  ['cudaSurfaceObject_t', SIZE],
]);

/** Vector and other aggregate types of the CUDA headers: bytes. */
const AGGREGATES: ReadonlyMap<string, number> = new Map([
  ['dim3', 12],
  ['half2', 4],
  ['__half2', 4],
  ['nv_bfloat162', 4],
  ['__nv_bfloat162', 4],
  ['cuComplex', 8],
  ['cuFloatComplex', 8],
  ['cuDoubleComplex', 16],
  ['cufftComplex', 8],
  ['cufftDoubleComplex', 16],
  ['cufftReal', 4],
  ['cufftDoubleReal', 8],
]);

const VECTOR = /^(u?(?:char|short|int|long|longlong)|float|double)([1-4])$/;

/** `float4` is 16 bytes; three components are not padded. */
function vectorBytes(name: string): number | null {
  const match = VECTOR.exec(name);
  if (match === null) return null;
  const element = match[1]!.replace(/^u/, '').replace('longlong', 'long');
  return SCALARS.get(element)!.bytes * Number(match[2]);
}

const GLM = /^glm::(d|i|u|)(vec|mat)([2-4])$/;

/** Vectors and square matrices of GLM, whose numbers lie side by side; null for other types. */
function glmBytes(name: string): number | null {
  const match = GLM.exec(name);
  if (match === null) return null;
  const lanes = Number(match[3]);
  return (match[1] === 'd' ? 8 : 4) * (match[2] === 'vec' ? lanes : lanes * lanes);
}

const QUALIFIERS =
  /\b(const|volatile|static|extern|constexpr|inline|register|struct|typename|restrict|__restrict|__restrict__)\b/g;

/** Types whose bare names are kept: a workspace writes a few hundred, and asks for each a thousand times. */
const MOST_TYPES = 4096;
const bareNames = new Map<string, string>();

/** A type's name without qualifiers, `std::` and white space at its ends. */
export function bareType(text: string): string {
  const known = bareNames.get(text);
  if (known !== undefined) return known;
  if (bareNames.size >= MOST_TYPES) bareNames.clear();
  const bare = withoutQualifiers(text);
  bareNames.set(text, bare);
  return bare;
}

function withoutQualifiers(text: string): string {
  return text
    .replace(QUALIFIERS, ' ')
    .replace(/\b(std|cuda::std)::|^\s*::/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `unsigned long long` and its permutations. */
function modifiedInteger(words: readonly string[]): ScalarType | null {
  if (!words.every((word) => /^(unsigned|signed|long|short|int|char|double)$/.test(word))) return null;
  if (words.includes('double')) return words.length === 2 ? floating(16) : DOUBLE;
  const signed = !words.includes('unsigned');
  if (words.includes('char')) return integer(1, signed);
  if (words.includes('short')) return integer(2, signed);
  return integer(words.includes('long') ? 8 : 4, signed);
}

/** The scalar that a type's bare name means without any declaration; null for anything else. */
export function builtinScalar(name: string): ScalarType | null {
  return SCALARS.get(name) ?? (name.includes(' ') ? modifiedInteger(name.split(' ')) : null);
}

/** Bytes of a built-in type or pointer given its bare name; null when it is not built in. */
export function builtinBytes(name: string): number | null {
  if (/[*&]$/.test(name)) return name.endsWith('*') ? 8 : builtinBytes(name.slice(0, -1).trim());
  return builtinScalar(name)?.bytes ?? AGGREGATES.get(name) ?? vectorBytes(name) ?? glmBytes(name);
}

/** Tests whether a word can only be (part of) a type. */
export function isTypeWord(word: string): boolean {
  return (
    SCALARS.has(word) ||
    AGGREGATES.has(word) ||
    VECTOR.test(word) ||
    /^(const|volatile|struct|typename|void|auto)$/.test(word)
  );
}
