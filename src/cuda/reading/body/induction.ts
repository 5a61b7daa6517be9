import type { Node } from 'web-tree-sitter';
import { namedChildren, ofNode } from '../../syntax/nodes';
import { compoundOperator } from './operators';
import type { BinaryOperator } from '../values/value';

/** Update of an induction variable: `variable = variable operator step`. */
export interface Update {
  readonly variable: string;
  readonly operator: BinaryOperator;
  /** Null for `++` and `--`. */
  readonly step: Node | null;
}

const STEPPING: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'shl', 'shr']);

/** The updates that an expression such as `i++, j -= 2` makes; empty when it makes other ones. */
export function updatesIn(node: Node): Update[] {
  if (node.type === 'comma_expression' || node.type === 'parenthesized_expression')
    return namedChildren(node).flatMap(updatesIn);
  const found =
    node.type === 'update_expression'
      ? counted(node)
      : node.type === 'assignment_expression'
        ? assigned(node)
        : null;
  return found === null ? [] : [found];
}

function counted(node: Node): Update | null {
  const argument = node.childForFieldName('argument');
  if (argument?.type !== 'identifier') return null;
  const operator = node.childForFieldName('operator')?.text === '--' ? 'sub' : 'add';
  return { variable: argument.text, operator, step: null };
}

/** `i += e`, `i >>= e`, `i = i + e`, `i = e + i`, `i = i / e`. */
function assigned(node: Node): Update | null {
  const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
  if (left?.type !== 'identifier' || right === null) return null;
  const compound = compoundOperator(node);
  if (compound !== null)
    return STEPPING.has(compound) ? { variable: left.text, operator: compound, step: right } : null;
  const sum = right.type === 'parenthesized_expression' ? (namedChildren(right)[0] ?? right) : right;
  if (sum.type !== 'binary_expression') return null;
  const [a, b] = [sum.childForFieldName('left'), sum.childForFieldName('right')];
  const operator = BY_SIGN[sum.childForFieldName('operator')?.text ?? ''];
  if (operator === undefined || a === null || b === null) return null;
  if (a.text === left.text) return { variable: left.text, operator, step: b };
  const commutes = operator === 'add' || operator === 'mul';
  return commutes && b.text === left.text ? { variable: left.text, operator, step: a } : null;
}

const BY_SIGN: Readonly<Record<string, BinaryOperator>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '<<': 'shl',
  '>>': 'shr',
};

/** A name that stands alone among the arguments of a call. */
export interface PassedName {
  readonly callee: string;
  /** Number of the argument, from 0, and of all arguments. */
  readonly place: number;
  readonly count: number;
}

/** Effects of a piece of code: the names it assigns, and whether it writes memory. */
export interface Changes {
  /** Number of assignments by name. */
  readonly names: ReadonlyMap<string, number>;
  /** Names that are assigned as a whole, not only in an element or member. */
  readonly whole: ReadonlySet<string>;
  /** Where names are given to calls that may write through them. */
  readonly passed: ReadonlyMap<string, readonly PassedName[]>;
  /** What is called, as written, but for calls that change nothing. */
  readonly called: ReadonlySet<string>;
  readonly memory: boolean;
  /** What it assigns, or takes the address of, besides variables as a whole. */
  readonly targets: readonly Node[];
  /** Its calls, but for those that change nothing. */
  readonly calls: readonly Node[];
  /**
   * Whether a loop of unknown length with this body is repeated by the compiler, branches and all: no loop, way out,
   * barrier, call or assembly inside.
   */
  readonly repeats: boolean;
  /** Whether nothing but loops with a counter is in the way of that. */
  readonly repeatsInner: boolean;
  /** Whether loops or assembly are inside, branches, and whether a `break`, `return` or `goto` leads out. */
  readonly loops: boolean;
  readonly branches: boolean;
  readonly leaves: boolean;
}

const MEMORY_CALLS =
  /^(__sync|__threadfence|atomic|__st(wb|cg|cs|wt)|surf\w+write|cg::|this_grid|store_matrix)/;
const LOOPS = new Set([
  'for_statement',
  'while_statement',
  'do_statement',
  'for_range_loop',
  'gnu_asm_expression',
]);
const BRANCHES = new Set(['if_statement', 'switch_statement']);
const EXITS = new Set(['goto_statement', 'break_statement', 'return_statement']);

/** Tells which callees change nothing. */
type IsPure = (callee: string) => boolean;

/** What was found of pieces of code, by who tells callees apart, the tree and the nodes: loops ask for their bodies again. */
const FOUND = new WeakMap<IsPure, WeakMap<Node['tree'], Map<string, Changes>>>();

/** Looks through code without reading its meaning. */
export function changesOf(nodes: readonly (Node | null)[], isPure: IsPure): Changes {
  const present = nodes.filter((node) => node !== null);
  const [first] = present;
  if (first === undefined) return changesNow(present, isPure);
  const ofTrees = FOUND.get(isPure) ?? new WeakMap<Node['tree'], Map<string, Changes>>();
  const known = ofTrees.get(first.tree) ?? new Map<string, Changes>();
  FOUND.set(isPure, ofTrees.set(first.tree, known));
  const key = present.map(({ id }) => id).join();
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = changesNow(present, isPure)));
  return found;
}

function changesNow(nodes: readonly Node[], isPure: IsPure): Changes {
  const names = new Map<string, number>();
  const whole = new Set<string>();
  const passed = new Map<string, PassedName[]>();
  const called = new Set<string>();
  const [targets, calls]: [Node[], Node[]] = [[], []];
  const found = {
    memory: false,
    repeats: true,
    repeatsInner: true,
    loops: false,
    branches: false,
    leaves: false,
  };
  const visit = (node: Node): void => {
    const { type } = node;
    const leaves = EXITS.has(type) && !endsCase(node);
    if (leaves || BRANCHES.has(type)) found.branches = true;
    if (leaves || LOOPS.has(type)) {
      found.repeats = false;
      if (type !== 'for_statement') found.repeatsInner = false;
      found[leaves ? 'leaves' : 'loops'] = true;
    }
    if (type === 'call_expression') {
      const callee = node.childForFieldName('function')?.text ?? '';
      if (!isPure(callee)) {
        called.add(callee);
        calls.push(node);
        Object.assign(found, { repeats: false, memory: true });
        const given = namedChildren(node.childForFieldName('arguments') ?? node);
        for (const [place, { type: kind, text }] of given.entries())
          if (kind === 'identifier')
            passed.set(text, [...(passed.get(text) ?? []), { callee, place, count: given.length }]);
      }
      if (MEMORY_CALLS.test(callee)) {
        found.memory = true;
        if (isPure(callee)) calls.push(node);
      }
    }
    const target = targetOf(node);
    if (target !== null) {
      const name = rootName(target);
      if (name !== null) names.set(name, (names.get(name) ?? 0) + 1);
      if (target.type === 'identifier') whole.add(target.text);
      if (target.type !== 'identifier') {
        found.memory = true;
        targets.push(target);
      }
    }
    for (const child of namedChildren(node)) visit(child);
  };
  nodes.forEach(visit);
  return { names, whole, passed, called, targets, calls, ...found };
}

/** Tests for the `break` of a `switch`. */
function endsCase({ type, parent }: Node): boolean {
  if (type !== 'break_statement') return false;
  let around = parent;
  while (around !== null && !LOOPS.has(around.type) && around.type !== 'switch_statement')
    around = around.parent;
  return around?.type === 'switch_statement';
}

const EFFECTS = ['call_expression', 'assignment_expression', 'update_expression', 'lambda_expression'];

/** Tests for calls and assignments in an expression. */
export const hasEffect = ofNode((node) => node.descendantsOfType(EFFECTS).length > 0);

/** Variables that a piece of code gives new values made of their old ones: `best = min(best, x)`, `sum += x`. */
export const updatedNames = ofNode((node): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (part: Node): void => {
    const target = targetOf(part);
    const name =
      target?.type === 'identifier' || target?.type === 'field_expression' ? rootName(target) : null;
    if (name !== null && isMadeOf(part, name)) names.add(name);
    namedChildren(part).forEach(visit);
  };
  visit(node);
  return names;
});

/** Tests whether an assignment makes the new value of a variable of its old one. */
function isMadeOf(assignment: Node, name: string): boolean {
  const right = assignment.childForFieldName('right');
  return right === null || compoundOperator(assignment) !== null || uses(right, name);
}

/** Tests whether a name stands in a piece of code. */
export function uses(node: Node, name: string): boolean {
  return identifiersIn(node).has(name);
}

/** The names that stand in a piece of code. */
export const identifiersIn = ofNode((node): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (part: Node): void => {
    if (part.type === 'identifier') names.add(part.text);
    else namedChildren(part).forEach(visit);
  };
  visit(node);
  return names;
});

/** Functions that write their first argument. */
const WRITES_FIRST = /\b(b?mma_sync|load_matrix_sync|fill_fragment)$/;

/** Target of a node's assignment: the left side, the counted variable, or what it takes the address of. */
const targetOf = ofNode((node): Node | null => {
  switch (node.type) {
    case 'call_expression':
      return WRITES_FIRST.test(node.childForFieldName('function')?.text ?? '')
        ? (node.childForFieldName('arguments')?.firstNamedChild ?? null)
        : null;
    case 'assignment_expression':
      return node.childForFieldName('left');
    case 'update_expression':
      return node.childForFieldName('argument');
    case 'pointer_expression':
      return node.childForFieldName('operator')?.text === '&' ? node.childForFieldName('argument') : null;
    default:
      return null;
  }
});

/** The variable at the root of `a.b[i]`. */
export function rootName(node: Node): string | null {
  if (node.type === 'identifier') return node.text;
  const inner =
    node.childForFieldName('argument') ??
    (node.type === 'parenthesized_expression' ? namedChildren(node)[0] : undefined);
  return inner ? rootName(inner) : null;
}
