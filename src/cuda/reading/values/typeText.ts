import { builtinType } from './typeNames';
import type { CType } from './types';

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
