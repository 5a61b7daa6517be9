/** Arithmetic types of CUDA C++; `bf16` computes in the half-precision pipe like `f16`. */
export type ScalarName =
  | 'bool'
  | 'i8'
  | 'u8'
  | 'i16'
  | 'u16'
  | 'i32'
  | 'u32'
  | 'i64'
  | 'u64'
  | 'f16'
  | 'bf16'
  | 'f32'
  | 'f64';

/** Where an object lives. `generic` is a pointer whose space the source does not tell: counted as global. */
export type MemorySpace = 'global' | 'shared' | 'local' | 'constant' | 'generic';

/** Scalar type. */
export interface ScalarType {
  readonly kind: 'scalar';
  readonly scalar: ScalarName;
}

/** `float4`, `uint2`, `half2`: accessed and moved as one. */
export interface VectorType {
  readonly kind: 'vector';
  readonly scalar: ScalarName;
  readonly lanes: number;
}

/** Pointer type, with the memory space it points to. */
export interface PointerType {
  readonly kind: 'pointer';
  readonly to: CType;
  readonly space: MemorySpace;
  /** `const T* __restrict__`: loads through it may be reused across stores. */
  readonly readOnly: boolean;
  /** `volatile T*`: every access of the source is one of the program. */
  readonly isVolatile?: boolean;
}

/** Array type. */
export interface ArrayType {
  readonly kind: 'array';
  readonly element: CType;
  /** Elements; null while the bound is unknown or left out. */
  readonly length: number | null;
  /** Bytes to which an attribute aligns it, beyond what its elements ask for. */
  readonly alignment?: number;
}

/** Field of a struct. */
export interface StructField {
  readonly name: string;
  readonly type: CType;
  /** Declared as a reference to something of this type. */
  readonly isReference?: boolean;
  /** A struct or union without a name: its members are named as if they were the outer one's. */
  readonly isUnnamed?: boolean;
}

/** Struct or class type. */
export interface StructType {
  readonly kind: 'struct';
  readonly name: string;
  /** Null when no definition is at hand. */
  readonly fields: readonly StructField[] | null;
  /** Bytes to which an attribute aligns it, beyond what its members ask for. */
  readonly alignment?: number;
  /** Whether its members lie in one place. */
  readonly isUnion?: boolean;
  /** Classes that it is derived from; those with members are members without a name, too. */
  readonly bases?: readonly StructType[];
  readonly names?: ClassNames;
}

/** What the code of a class's methods has names for. */
export interface ClassNames {
  /** The parameters of its template, in order. */
  readonly parameters: readonly string[];
  /** Type parameters and aliases. */
  readonly types: readonly (readonly [string, CType])[];
  readonly values: readonly (readonly [string, number])[];
}

/** Textures, matrix fragments, class templates and names without a definition. */
export interface OpaqueType {
  readonly kind: 'opaque';
  readonly text: string;
}

/** Type of a value in device code. */
export type CType = ScalarType | VectorType | PointerType | ArrayType | StructType | OpaqueType;

/** Scalar type of a name. */
export function scalar(name: ScalarName): ScalarType {
  return { kind: 'scalar', scalar: name };
}

export const I32 = scalar('i32');
export const U32 = scalar('u32');
export const F32 = scalar('f32');
export const F64 = scalar('f64');

const BYTES: Readonly<Record<ScalarName, number>> = {
  bool: 1,
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  f16: 2,
  bf16: 2,
  i32: 4,
  u32: 4,
  f32: 4,
  i64: 8,
  u64: 8,
  f64: 8,
};

/** Size in bytes, structs without padding; null for what has no known definition or bound. */
export function sizeOf(type: CType): number | null {
  switch (type.kind) {
    case 'scalar':
      return BYTES[type.scalar];
    case 'vector':
      return BYTES[type.scalar] * type.lanes;
    case 'pointer':
      return 8;
    case 'array': {
      const element = sizeOf(type.element);
      return element === null || type.length === null ? null : element * type.length;
    }
    case 'struct':
      return type.fields === null
        ? null
        : type.fields.reduce<number | null>((sum, field) => {
            const bytes = sizeOf(field.type);
            if (sum === null || bytes === null) return null;
            return type.isUnion === true ? Math.max(sum, bytes) : sum + bytes;
          }, 0);
    case 'opaque':
      return null;
  }
}

/** Innermost element type of nested arrays. */
export function elementType(type: CType): CType {
  return type.kind === 'array' ? elementType(type.element) : type;
}

/** The scalar in which a value of this type computes; pointers and unknown types as their bits would. */
export function scalarOf(type: CType): ScalarName {
  if (type.kind === 'scalar' || type.kind === 'vector') return type.scalar;
  if (type.kind === 'array') return scalarOf(type.element);
  return type.kind === 'pointer' ? 'u64' : 'i32';
}

/** Tests whether a type is a floating-point type. */
export function isFloating(name: ScalarName): boolean {
  return name === 'f32' || name === 'f64' || name === 'f16' || name === 'bf16';
}

/** Tests whether a type is a 16-bit floating-point type. */
export function isHalf(name: ScalarName): boolean {
  return name === 'f16' || name === 'bf16';
}

/** Tests whether a type is a 64-bit integer. */
export function isWide(name: ScalarName): boolean {
  return name === 'i64' || name === 'u64';
}

/** Tests whether a type is unsigned. */
export function isUnsigned(name: ScalarName): boolean {
  return name === 'bool' || name.startsWith('u');
}

const RANK: readonly ScalarName[] = ['i32', 'u32', 'i64', 'u64', 'bf16', 'f16', 'f32', 'f64'];

/** Integral promotion: everything narrower than `int` computes as `int`. */
export function promote(name: ScalarName): ScalarName {
  return RANK.includes(name) ? name : 'i32';
}

/** The usual arithmetic conversions of two operands. */
export function commonScalar(a: ScalarName, b: ScalarName): ScalarName {
  const ranks = [promote(a), promote(b)].map((name) => RANK.indexOf(name));
  return RANK[Math.max(...ranks)]!;
}

/** The type of an arithmetic result, element-wise when an operand is a vector. */
export function commonType(a: CType, b: CType): CType {
  const name = commonScalar(scalarOf(a), scalarOf(b));
  const lanes = Math.max(a.kind === 'vector' ? a.lanes : 1, b.kind === 'vector' ? b.lanes : 1);
  return lanes > 1 ? { kind: 'vector', scalar: name, lanes } : scalar(name);
}

/** Tests for whole numbers of any width. */
export function isIntegral(type: CType): boolean {
  return type.kind === 'scalar' && !isFloating(type.scalar);
}

/** Tests whether two types are one. */
export function sameType(a: CType, b: CType): boolean {
  return a === b || typeKey(a) === typeKey(b);
}

/** A short text that is equal for equal types. */
export function typeKey(type: CType): string {
  switch (type.kind) {
    case 'scalar':
      return type.scalar;
    case 'vector':
      return `${type.scalar}x${type.lanes}`;
    case 'pointer':
      return `*${type.space}${type.readOnly ? 'r' : ''}${type.isVolatile === true ? 'v' : ''}:${typeKey(type.to)}`;
    case 'array':
      return `[${type.length ?? ''}]${typeKey(type.element)}`;
    case 'struct':
      return `struct ${type.name}`;
    case 'opaque':
      return `opaque ${type.text}`;
  }
}

/** The scalar type that a constant of this spelling has. */
export function literalType(text: string): ScalarName {
  const hexadecimal = /^0x/i.test(text);
  const floating = hexadecimal ? /p/i.test(text) : /[.e]/i.test(text);
  if (floating) return /f$/i.test(text) ? 'f32' : 'f64';
  const suffix = /(?<![ul])[ul]+$/i.exec(text)?.[0].toLowerCase() ?? '';
  if (suffix.includes('l')) return suffix.includes('u') ? 'u64' : 'i64';
  return suffix.includes('u') ? 'u32' : 'i32';
}
