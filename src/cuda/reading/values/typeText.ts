import { builtinType, vectorName } from './typeNames';
import type { CType, ScalarName } from './types';

const NAME_QUALIFIERS =
  /\b(const|volatile|static|inline|extern|constexpr|mutable|typename|struct|class|union|enum|__restrict__|__restrict|restrict|__shared__|__constant__|__device__|__managed__|__align__\s*\([^()]*\))\b/g;

/**
 * The type that a piece of text names, such as `const unsigned int *` or a struct; extents make arrays.
 * @param lookup a typedef, struct or template type by name
 */
export function typeFromText(text: string, lookup: (name: string) => CType | null): CType {
  const bare = text.replace(NAME_QUALIFIERS, ' ').trim().replace(/\s+/g, ' ');
  const marks = /(?<![*&\s])[*&\s]*$/.exec(bare)?.[0] ?? '';
  const name = bare.slice(0, bare.length - marks.length);
  let type = builtinType(name) ?? lookup(name) ?? { kind: 'opaque', text: name };
  for (const mark of marks) {
    if (mark !== '*') continue;
    type = { kind: 'pointer', to: type, space: 'generic', readOnly: false };
  }
  return type;
}

/** `type` as the element of an array with these extents, outermost first; null extents are unknown. */
export function arrayOf(type: CType, extents: readonly (number | null)[]): CType {
  return extents.reduceRight<CType>((element, length) => ({ kind: 'array', element, length }), type);
}

const NAMES: Readonly<Record<ScalarName, string>> = {
  bool: 'bool',
  i8: 'char',
  u8: 'unsigned char',
  i16: 'short',
  u16: 'unsigned short',
  i32: 'int',
  u32: 'unsigned int',
  i64: 'long long',
  u64: 'unsigned long long',
  f16: '__half',
  bf16: '__nv_bfloat16',
  f32: 'float',
  f64: 'double',
};

/** A name under which `typeFromText` finds a type again; null for arrays. */
export function typeName(type: CType): string | null {
  switch (type.kind) {
    case 'scalar':
      return NAMES[type.scalar];
    case 'vector':
      return vectorName(type.scalar, type.lanes);
    case 'pointer': {
      const to = typeName(type.to);
      return to === null ? null : `${to} *`;
    }
    case 'struct':
      return type.name;
    case 'opaque':
      return type.text;
    case 'array':
      return null;
  }
}
