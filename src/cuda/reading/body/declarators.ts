import type { Node } from 'web-tree-sitter';
import { namedChildren, ofNode } from '../../syntax/nodes';
import { builtinType } from '../values/typeNames';
import type { TypedNumber } from '../../mix/context';
import type { CType, MemorySpace, ScalarName, StructField, StructType } from '../values/types';

/** Lookups that a declaration needs. */
export interface TypeResolver {
  /** A typedef, alias, struct or template type by name; null when nothing is known. */
  namedType(name: string): CType | null;
  /** The value of an array bound, a template argument or a named constant; null while unknown. */
  constant(node: Node): TypedNumber | null;
}

/** Name that a declaration introduces, with its type. */
export interface DeclaredName {
  readonly name: string;
  readonly type: CType;
  readonly initializer: Node | null;
  /** Space named by a qualifier; null for an automatic variable. */
  readonly space: MemorySpace | null;
  readonly isReference: boolean;
  readonly isVolatile: boolean;
}

/** Every name that a `declaration`, `parameter_declaration` or `field_declaration` declares. */
export function declaredNames(node: Node, resolver: TypeResolver): DeclaredName[] {
  const base = specifierType(node, resolver);
  const space = declaredSpace(node);
  const qualifiers = qualifiersOf(node);
  return declaratorsOf(node).flatMap((declarator) => {
    const found = applyDeclarator(declarator, base, resolver, qualifiers);
    return found === null ? [] : [{ ...found, space, isVolatile: qualifiers.isVolatile }];
  });
}

const declaratorsOf = ofNode((node) =>
  node.childrenForFieldName('declarator').filter((declarator) => declarator !== null),
);

/** The type that a `type_descriptor` or a declaration's specifiers name, without declarators. */
function specifierType(node: Node, resolver: TypeResolver): CType {
  const specifier = node.childForFieldName('type');
  return specifier === null ? { kind: 'opaque', text: node.text } : typeOfSpecifier(specifier, resolver);
}

/** The type of a `type_descriptor` such as `const float4 *`. */
export function descriptorType(node: Node, resolver: TypeResolver): CType {
  if (node.type !== 'type_descriptor') return typeOfSpecifier(node, resolver);
  const base = specifierType(node, resolver);
  const abstract = node.childForFieldName('declarator');
  return abstract === null
    ? base
    : (applyDeclarator(abstract, base, resolver, qualifiersOf(node))?.type ?? base);
}

function typeOfSpecifier(node: Node, resolver: TypeResolver): CType {
  if (node.type === 'qualified_identifier') {
    const inner = node.childForFieldName('name');
    return (
      builtinType(node.text) ??
      resolver.namedType(node.text) ??
      (inner === null ? opaque(node) : typeOfSpecifier(inner, resolver))
    );
  }
  if (isClass(node)) {
    const name = node.childForFieldName('name')?.text ?? '';
    return (name === '' ? null : resolver.namedType(name)) ?? classHere(node, resolver) ?? opaque(node);
  }
  if (node.type === 'enum_specifier') return { kind: 'scalar', scalar: 'i32' };
  if (node.type === 'template_type') {
    const name = node.childForFieldName('name')?.text ?? '';
    const known = resolver.namedType(node.text) ?? resolver.namedType(name);
    return known ?? (name === 'fragment' ? fragment(node, resolver) : opaque(node));
  }
  return resolver.namedType(node.text) ?? builtinType(node.text) ?? opaque(node);
}

const CLASS = /^(struct|class|union)_specifier$/;

function isClass(node: Node): boolean {
  return CLASS.test(node.type);
}

/** The type that a `struct { … }` or `union { … }` between a function's statements defines; null where it only names one. */
export function classHere(node: Node, resolver: TypeResolver): StructType | null {
  const body = isClass(node) ? node.childForFieldName('body') : null;
  if (body === null) return null;
  const fields = namedChildren(body).flatMap((child, place): StructField[] => {
    if (child.type !== 'field_declaration') return [];
    const named = declaredNames(child, resolver);
    if (named.length > 0) return named.map(({ name, type }) => ({ name, type }));
    const specifier = child.childForFieldName('type');
    const type = specifier === null ? null : classHere(specifier, resolver);
    const isUnnamed = type !== null && specifier?.childForFieldName('name') === null;
    return isUnnamed ? [{ name: `unnamed_${place}`, type, isUnnamed }] : [];
  });
  const name = node.childForFieldName('name')?.text ?? '';
  return { kind: 'struct', name, fields, ...(node.type === 'union_specifier' ? { isUnion: true } : {}) };
}

function opaque(node: Node): CType {
  return { kind: 'opaque', text: node.text };
}

/** A matrix fragment with its shape and type in numbers and plain names, wherever they are known by others. */
function fragment(node: Node, resolver: TypeResolver): CType {
  const list = node.childForFieldName('arguments');
  const parts = namedChildren(list ?? node).map((part) => {
    const value = resolver.constant(part)?.value ?? resolver.constant(namedChildren(part)[0] ?? part)?.value;
    if (value !== undefined) return String(value);
    const type = resolver.namedType(part.text);
    return (type?.kind === 'scalar' && NAME_OF_SCALAR[type.scalar]) || part.text;
  });
  return { kind: 'opaque', text: `fragment<${parts.join(', ')}>` };
}

const NAME_OF_SCALAR: Readonly<Partial<Record<ScalarName, string>>> = {
  f16: '__half',
  bf16: '__nv_bfloat16',
  f32: 'float',
  f64: 'double',
  i8: 'signed char',
  u8: 'unsigned char',
  i32: 'int',
};

type Declared = Omit<DeclaredName, 'space' | 'isVolatile'>;

/** Wraps `base` as the declarator says, outermost first, until the declared name is reached. */
function applyDeclarator(
  node: Node,
  base: CType,
  resolver: TypeResolver,
  qualifiers: Qualifiers,
): Declared | null {
  const inner = node.childForFieldName('declarator');
  switch (node.type) {
    case 'init_declarator': {
      const declared = inner === null ? null : applyDeclarator(inner, base, resolver, qualifiers);
      return declared === null ? null : { ...declared, initializer: node.childForFieldName('value') };
    }
    case 'pointer_declarator':
    case 'abstract_pointer_declarator': {
      const restrict = /__restrict(__)?|\brestrict\b/.test(node.text);
      const { isConst, isVolatile } = qualifiers;
      const pointer: CType = {
        kind: 'pointer',
        to: base,
        space: 'generic',
        readOnly: isConst && restrict,
        ...(isVolatile ? { isVolatile } : {}),
      };
      return wrapped(inner, pointer, resolver, qualifiers);
    }
    case 'reference_declarator':
    case 'abstract_reference_declarator': {
      const target = namedChildren(node).find((child) => child.type !== 'type_qualifier') ?? null;
      const declared = wrapped(target, base, resolver, qualifiers);
      return declared === null ? null : { ...declared, isReference: true };
    }
    case 'array_declarator':
    case 'abstract_array_declarator': {
      const size = node.childForFieldName('size');
      const length = size === null ? null : (resolver.constant(size)?.value ?? null);
      return wrapped(inner, { kind: 'array', element: base, length }, resolver, qualifiers);
    }
    case 'parenthesized_declarator':
    case 'abstract_parenthesized_declarator':
      return wrapped(namedChildren(node)[0] ?? null, base, resolver, qualifiers);
    case 'identifier':
    case 'field_identifier':
    case 'type_identifier':
      return plain(node.text, base);
    default:
      return null;
  }
}

function wrapped(
  inner: Node | null,
  type: CType,
  resolver: TypeResolver,
  qualifiers: Qualifiers,
): Declared | null {
  return inner === null ? plain('', type) : applyDeclarator(inner, type, resolver, qualifiers);
}

function plain(name: string, type: CType): Declared {
  return { name, type, initializer: null, isReference: false };
}

const SPACES: readonly (readonly [RegExp, MemorySpace])[] = [
  [/__shared__/, 'shared'],
  [/__constant__/, 'constant'],
  [/__device__|__managed__/, 'global'],
];

/** Space named by the specifiers in front of the first declarator. */
const declaredSpace = ofNode((node): MemorySpace | null => {
  const declarator = node.childForFieldName('declarator');
  const head = node.text.slice(0, declarator === null ? undefined : declarator.startIndex - node.startIndex);
  return SPACES.find(([pattern]) => pattern.test(head))?.[1] ?? null;
});

/** Qualifiers of what a declaration's pointers point to. */
interface Qualifiers {
  readonly isConst: boolean;
  readonly isVolatile: boolean;
}

const qualifiersOf = ofNode((node): Qualifiers => {
  const written = namedChildren(node).filter((child) => child.type === 'type_qualifier');
  const has = (text: string): boolean => written.some((child) => child.text === text);
  return { isConst: has('const'), isVolatile: has('volatile') };
});
