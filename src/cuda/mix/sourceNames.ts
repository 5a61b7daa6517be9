import type { Node } from 'web-tree-sitter';
import type { GlobalVariable, NameScope } from './context';
import { declaredNames, descriptorType, namedChildren, type TypeResolver } from './reading/declarators';
import type { CType, StructField } from './model/types';

/** Blocks whose declarations are as visible as those around them. */
const TRANSPARENT = new Set([
  'translation_unit',
  'namespace_definition',
  'declaration_list',
  'linkage_specification',
  'template_declaration',
  'preproc_if',
  'preproc_ifdef',
  'preproc_else',
  'preproc_elif',
]);

const NESTING_LIMIT = 64;

/** Types, functions and variables of syntax trees, looked up by plain name. */
export class SourceNames implements NameScope {
  private readonly functions = new Map<string, Node[]>();
  private readonly typeNodes = new Map<string, Node>();
  private readonly variables = new Map<string, Node>();
  private readonly types = new Map<string, CType | null>();
  private readonly resolver: TypeResolver;

  /**
   * @param roots translation units, later ones first in doubt
   * @param evaluate the number that a constant expression has, null while unknown
   */
  constructor(
    roots: readonly Node[],
    private readonly evaluate: (text: string) => number | null,
  ) {
    this.resolver = { namedType: (name) => this.namedType(name), constant: (node) => evaluate(node.text) };
    for (const root of roots) this.collect(root, 0);
  }

  constant(name: string): number | null {
    return this.evaluate(name);
  }

  deviceFunctions(name: string): readonly Node[] {
    return this.functions.get(name) ?? [];
  }

  globalVariable(name: string): GlobalVariable | null {
    const node = this.variables.get(name);
    if (node === undefined) return null;
    const declared = declaredNames(node, this.resolver).find((candidate) => candidate.name === name);
    if (declared === undefined) return null;
    // The grammar drops `__device__` in front of a declaration: what a kernel names is on the device.
    return { type: declared.type, space: declared.space ?? 'global' };
  }

  namedType(name: string): CType | null {
    const plain = name.replace(/^.*::/, '');
    const known = this.types.get(plain);
    if (known !== undefined) return known;
    const node = this.typeNodes.get(plain);
    if (node === undefined) return null;
    // A type that contains itself through a pointer must not be expanded for ever.
    this.types.set(plain, { kind: 'struct', name: plain, fields: null });
    const type = this.typeOf(node, plain);
    this.types.set(plain, type);
    return type;
  }

  private typeOf(node: Node, name: string): CType | null {
    if (node.type === 'type_definition') {
      const declared = declaredNames(node, this.resolver).find((candidate) => candidate.name === name);
      const specifier = node.childForFieldName('type');
      const anonymous = specifier !== null && specifier.childForFieldName('body') !== null;
      return anonymous ? this.structOf(specifier, name) : (declared?.type ?? null);
    }
    if (node.type === 'alias_declaration') {
      const target = node.childForFieldName('type');
      return target === null ? null : descriptorType(target, this.resolver);
    }
    return this.structOf(node, name);
  }

  private structOf(node: Node, name: string): CType {
    if (node.type === 'enum_specifier') return { kind: 'scalar', scalar: 'i32' };
    const body = node.childForFieldName('body');
    const fields: StructField[] = (body === null ? [] : namedChildren(body))
      .filter((child) => child.type === 'field_declaration')
      .flatMap((child) => declaredNames(child, this.resolver))
      .map((field) => ({ name: field.name, type: field.type }));
    if (node.type === 'union_specifier') return { kind: 'struct', name, fields: fields.slice(0, 1) };
    return { kind: 'struct', name, fields: body === null ? null : fields };
  }

  private collect(node: Node, depth: number): void {
    if (depth > NESTING_LIMIT) return;
    for (const child of namedChildren(node)) {
      if (child.type === 'function_definition') this.addFunction(child);
      else if (child.type === 'declaration') this.addDeclaration(child);
      else if (/^(struct|class|union|enum)_specifier$/.test(child.type))
        this.addType(child, child.childForFieldName('name'));
      else if (child.type === 'alias_declaration') this.addType(child, child.childForFieldName('name'));
      else if (child.type === 'type_definition') this.addTypedef(child);
      else if (TRANSPARENT.has(child.type)) this.collect(child, depth + 1);
    }
  }

  private addFunction(node: Node): void {
    const name = functionName(node.childForFieldName('declarator'));
    if (name === null) return;
    this.functions.set(name, [...(this.functions.get(name) ?? []), node]);
  }

  private addDeclaration(node: Node): void {
    const specifier = node.childForFieldName('type');
    if (specifier !== null && /_specifier$/.test(specifier.type))
      this.addType(specifier, specifier.childForFieldName('name'));
    for (const declarator of node.childrenForFieldName('declarator')) {
      const name = declarator === null ? null : variableName(declarator);
      if (name !== null) this.variables.set(name, node);
    }
  }

  private addTypedef(node: Node): void {
    const specifier = node.childForFieldName('type');
    if (specifier !== null) this.addType(specifier, specifier.childForFieldName('name'));
    for (const declarator of node.childrenForFieldName('declarator')) this.addType(node, declarator);
  }

  private addType(node: Node, name: Node | null): void {
    if (name === null) return;
    const plain = variableName(name) ?? name.text;
    const known = this.typeNodes.get(plain);
    // A forward declaration does not hide the definition.
    if (known === undefined || node.childForFieldName('body') !== null) this.typeNodes.set(plain, node);
  }
}

/** The plain name that a declarator declares; null for functions. */
function variableName(node: Node): string | null {
  if (/^(identifier|type_identifier|field_identifier)$/.test(node.type)) return node.text;
  if (node.type === 'function_declarator') return null;
  const inner = node.childForFieldName('declarator') ?? namedChildren(node)[0];
  return inner === undefined ? null : variableName(inner);
}

/** The plain name of a function definition's declarator. */
export function functionName(node: Node | null): string | null {
  if (node === null) return null;
  if (node.type === 'function_declarator') {
    const name = node.childForFieldName('declarator');
    return name === null ? null : name.text.replace(/^.*::/, '').replace(/<[\s\S]*$/, '');
  }
  return functionName(node.childForFieldName('declarator') ?? namedChildren(node)[0] ?? null);
}
