import type { Node, Tree } from 'web-tree-sitter';
import type { Launch } from '../../kernel/kernel';
import type { SourceRange } from '../../kernel/source';
import { evaluate } from '../constants/evaluate';
import { constant, Scope, type TypeMember, type VariableSymbol } from '../constants/scope';
import type { FunctionUnit } from '../files/functionUnit';
import type { CudaParser, CudaTree } from '../syntax/parser';
import type { GlobalVariable, NameScope, SourceView } from './context';
import { arrayOf, typeFromText } from './model/typeText';
import type { CType } from './model/types';
import { firstDefinition, isTooDeep } from '../syntax/nodes';

/** What a mix estimate needs of the workspace. */
export interface MixSources {
  functionsNamed(name: string, path: string): readonly FunctionUnit[];
  /** The text of a file as the user sees it. */
  textOf(path: string): string | null;
  /** The symbols at a launch; null when the launch is not found. */
  scopeOfLaunch(launch: Launch): Scope | null;
}

/** Lines above a loop that are searched for pragmas. */
const PRAGMA_LINES = 3;

/** The names in sight of one kernel, with the parsed bodies of the functions it calls. */
export class UnitNames implements NameScope, SourceView {
  private readonly trees: CudaTree[] = [];
  private readonly unitOfTree = new Map<Tree, FunctionUnit>();
  private readonly definitions = new Map<FunctionUnit, Node | null>();
  private readonly types = new Map<string, CType | null>();
  private readonly scope: Scope;

  constructor(
    private readonly kernel: FunctionUnit,
    private readonly parser: CudaParser,
    private readonly sources: MixSources,
  ) {
    this.scope = kernel.scopeAt(kernel.text.indexOf('{') + 1);
  }

  /** The kernel's own definition; null when the grammar finds none in its text. */
  get definition(): Node | null {
    return this.definitionOf(this.kernel);
  }

  /** Frees the trees; nodes must not be used any more. */
  delete(): void {
    for (const tree of this.trees) tree.delete();
  }

  /** The number of an expression in the kernel's scope, for template arguments. */
  numberOf(text: string): number | null {
    return evaluate(text, this.scope).value;
  }

  constant(node: Node, bound: ReadonlyMap<string, number>): number | null {
    const unit = this.unitOfTree.get(node.tree) ?? this.kernel;
    const outer = unit.scopeAt(node.startIndex);
    if (bound.size === 0) return evaluate(node.text, outer).value;
    const scope = new Scope(outer);
    for (const [name, value] of bound) scope.define(constant(name, String(value)));
    return evaluate(node.text, scope).value;
  }

  namedType(name: string): CType | null {
    const known = this.types.get(name);
    if (known !== undefined) return known;
    const found = this.scope.lookup(name.replace(/<[\s\S]*$/, ''));
    if (found?.symbol.kind !== 'type') return null;
    const { symbol } = found;
    // A type that contains itself through a pointer must not be expanded for ever.
    this.types.set(name, { kind: 'struct', name, fields: null });
    const type =
      symbol.target === null
        ? this.structOf(symbol.name, symbol.members)
        : symbol.target === name
          ? null
          : this.typeOf(symbol.target);
    this.types.set(name, type);
    return type;
  }

  globalVariable(name: string): GlobalVariable | null {
    const symbol = this.scope.lookup(name)?.symbol;
    if (symbol?.kind !== 'variable') return null;
    const space = /__constant__/.test(symbol.type)
      ? 'constant'
      : /__shared__/.test(symbol.type)
        ? 'shared'
        : 'global';
    // A host constant is a number, not a variable on the device.
    if (space === 'global' && !/__device__|__managed__/.test(symbol.type)) return null;
    return { type: this.declaredType(symbol), space };
  }

  deviceFunctions(name: string): readonly Node[] {
    return this.sources
      .functionsNamed(name, this.kernel.path)
      .filter((unit) => unit.kind !== 'kernel')
      .map((unit) => this.definitionOf(unit))
      .filter((node) => node !== null);
  }

  rangeOf(node: Node): SourceRange {
    const unit = this.unitOfTree.get(node.tree) ?? this.kernel;
    return unit.rangeOf(node.startIndex, node.endIndex);
  }

  pragmasOf(node: Node): readonly string[] {
    const unit = this.unitOfTree.get(node.tree) ?? this.kernel;
    const { startLine } = unit.rangeOf(node.startIndex, node.startIndex);
    const lines =
      this.sources
        .textOf(unit.path)
        ?.split('\n')
        .slice(Math.max(0, startLine - 1 - PRAGMA_LINES), startLine - 1) ?? [];
    const pragmas: string[] = [];
    for (const line of lines.reverse()) {
      if (/^\s*#\s*pragma\b/.test(line)) pragmas.push(line);
      else if (!/^\s*(\/\/.*)?$/.test(line)) break;
    }
    return pragmas;
  }

  private definitionOf(unit: FunctionUnit): Node | null {
    const known = this.definitions.get(unit);
    if (known !== undefined) return known;
    const tree = this.parser.parse(unit.text);
    this.trees.push(tree);
    this.unitOfTree.set(tree.root.tree, unit);
    const definition = isTooDeep(tree.root) ? null : firstDefinition(tree.root);
    this.definitions.set(unit, definition);
    return definition;
  }

  private typeOf(text: string): CType {
    return typeFromText(text, (name) => this.namedType(name));
  }

  private declaredType({ type, extents }: Pick<VariableSymbol, 'type' | 'extents'>): CType {
    return arrayOf(
      this.typeOf(type),
      extents.map((extent) => this.numberOf(extent)),
    );
  }

  private structOf(name: string, members: readonly TypeMember[]): CType {
    if (members.length === 0) return { kind: 'struct', name, fields: null };
    return {
      kind: 'struct',
      name,
      fields: members.map((member) => ({ name: member.name, type: this.declaredType(member) })),
    };
  }
}
