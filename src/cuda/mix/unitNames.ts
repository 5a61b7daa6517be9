import type { Node, Tree } from 'web-tree-sitter';
import type { SourceRange } from '../../kernel/source';
import type { FunctionUnit } from '../files/functionUnit';
import { firstDefinition, isTooDeep } from '../syntax/nodes';
import type { CudaParser, CudaTree } from '../syntax/parser';
import { Dependencies, type RecordedSources } from './dependencies';
import type { GlobalVariable, NameScope, SourceView, TypedNumber } from './context';
import type { CType } from '../reading/values/types';
import { KERNEL_ITSELF, KernelEnvironment, type MixSources, type UnitKey } from './kernelEnvironment';

export type { MixSources };

/**
 * The names in sight of one kernel, with the parsed bodies of the functions it calls. Queries are recorded in
 * the sources' `dependencies`.
 */
export class UnitNames implements NameScope, SourceView {
  private readonly trees: CudaTree[] = [];
  private readonly keyOfTree = new Map<Tree, UnitKey>();
  private readonly definitions = new Map<FunctionUnit, Node | null>();
  private readonly environment: KernelEnvironment;
  private readonly dependencies: Dependencies;

  constructor(
    private readonly kernel: FunctionUnit,
    private readonly parser: CudaParser,
    sources: RecordedSources,
  ) {
    this.dependencies = sources.dependencies ?? new Dependencies();
    this.environment = new KernelEnvironment(kernel, sources);
  }

  /** The kernel's own definition; null when the grammar finds none in its text. */
  get definition(): Node | null {
    return this.definitionOf(this.kernel, KERNEL_ITSELF);
  }

  /** Frees the trees; nodes must not be used any more. */
  delete(): void {
    for (const tree of this.trees) tree.delete();
  }

  /** The number of an expression in the kernel's scope, for template arguments. */
  numberOf(text: string): number | null {
    const value = this.environment.number(text);
    this.dependencies.record({ kind: 'number', text }, value);
    return value;
  }

  constant(node: Node, bound: ReadonlyMap<string, number>): TypedNumber | null {
    const [unit, offset, text] = [this.keyOf(node), node.startIndex, node.text];
    const value = this.environment.constant(unit, offset, text, bound);
    this.dependencies.record({ kind: 'constant', unit, offset, text, bound: [...bound] }, value);
    return value;
  }

  namedType(name: string): CType | null {
    const type = this.environment.namedType(name);
    this.dependencies.record({ kind: 'type', name }, type);
    return type;
  }

  globalVariable(name: string): GlobalVariable | null {
    const variable = this.environment.globalVariable(name);
    this.dependencies.record({ kind: 'variable', name }, variable);
    return variable;
  }

  deviceFunctions(name: string): readonly Node[] {
    const units = this.environment.functions(name);
    this.dependencies.record(
      { kind: 'functions', name },
      units.map(({ text }) => text),
    );
    return units
      .map((unit, place) => this.definitionOf(unit, { name, place }))
      .filter((node) => node !== null);
  }

  rangeOf(node: Node): SourceRange {
    const [unit, start, end] = [this.keyOf(node), node.startIndex, node.endIndex];
    const range = this.environment.range(unit, start, end);
    this.dependencies.recordRange(unit, start, end, range);
    return range;
  }

  pragmasOf(node: Node): readonly string[] {
    const [unit, offset] = [this.keyOf(node), node.startIndex];
    const pragmas = this.environment.pragmas(unit, offset);
    this.dependencies.record({ kind: 'pragmas', unit, offset }, pragmas);
    return pragmas;
  }

  /** The texts of the kernel and of what it calls are among its dependencies: nothing is recorded. */
  alignmentOf(declaration: Node): number | null {
    const end = declaration.childForFieldName('declarator')?.startIndex ?? declaration.endIndex;
    return this.environment.alignment(this.keyOf(declaration), declaration.startIndex, end);
  }

  private keyOf(node: Node): UnitKey {
    return this.keyOfTree.get(node.tree) ?? KERNEL_ITSELF;
  }

  private definitionOf(unit: FunctionUnit, key: UnitKey): Node | null {
    const known = this.definitions.get(unit);
    if (known !== undefined) return known;
    const tree = this.parser.parse(unit.text);
    this.trees.push(tree);
    this.keyOfTree.set(tree.root.tree, key);
    const definition = isTooDeep(tree.root) ? null : firstDefinition(tree.root);
    this.definitions.set(unit, definition);
    return definition;
  }
}
