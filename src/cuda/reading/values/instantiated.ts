import { splitText } from '../../syntax/braces';
import { typeFromText } from './typeText';
import type { CType, StructType } from './types';

/**
 * A class template's members with the types that its arguments name in the place of its parameters: `Market<float>` of
 * `template <class Real> struct Market`.
 *
 * @param name the class as written, with its arguments
 * @param lookup types by name where it is written
 */
export function instantiated(type: CType, name: string, lookup: (name: string) => CType | null): CType {
  const open = name.indexOf('<');
  if (type.kind !== 'struct' || type.template === undefined || open < 0 || !name.endsWith('>')) return type;
  const given = splitText(name.slice(open + 1, -1));
  const types = new Map<string, CType>();
  type.template.forEach((parameter, place) => {
    const argument = given[place]?.trim();
    const known = argument === undefined ? null : typeFromText(argument, lookup);
    if (known !== null && known.kind !== 'opaque') types.set(parameter, known);
  });
  return types.size === 0 ? type : membersWith(type, types);
}

function membersWith(type: StructType, types: ReadonlyMap<string, CType>): StructType {
  const fields = type.fields?.map((field) => ({ ...field, type: withTypes(field.type, types) })) ?? null;
  return { ...type, fields };
}

function withTypes(type: CType, types: ReadonlyMap<string, CType>): CType {
  switch (type.kind) {
    case 'opaque':
      return types.get(type.text) ?? type;
    case 'struct':
      return type.fields === null ? (types.get(type.name) ?? type) : type;
    case 'pointer':
      return { ...type, to: withTypes(type.to, types) };
    case 'array':
      return { ...type, element: withTypes(type.element, types) };
    default:
      return type;
  }
}
