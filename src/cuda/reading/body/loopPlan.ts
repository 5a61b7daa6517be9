import { message, type Words } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import type { TripCountKind } from '../../../kernel/kernel';
import { namedChildren } from '../../syntax/nodes';
import type { LoopChanges } from './changedVariables';
import { updatesIn, type Changes, type Update } from './induction';
import type { MemoryMark } from './memoryContents';
import type { Region, Value } from '../values/graph';
import { Source } from '../values/value';

/** The parts of a loop statement, whatever its keyword. */
export interface LoopParts {
  readonly initializer: Node | null;
  readonly condition: Node | null;
  readonly update: Node | null;
  /** The statements of an iteration. */
  readonly body: readonly Node[];
  /** False for do-while. */
  readonly tested: boolean;
  /** True where the condition is that of a `break` at the start of an endless body: the loop ends when it holds. */
  readonly leaves: boolean;
}

/** A loop that is being read. */
export interface Loop {
  readonly node: Node;
  readonly parts: LoopParts;
  readonly changes: LoopChanges;
  /** Its body. */
  readonly region: Region;
  /** Where the loop stands. */
  readonly before: Region;
  /** What is known of memory in front of it. */
  readonly memory: MemoryMark;
  readonly number: number;
}

/** Parts of a loop statement. */
export function loopParts(node: Node): LoopParts {
  const condition = node.childForFieldName('condition');
  const inner =
    condition?.type === 'parenthesized_expression' ? (namedChildren(condition)[0] ?? null) : condition;
  const test = inner?.type === 'condition_clause' ? (inner.childForFieldName('value') ?? inner) : inner;
  const body = node.childForFieldName('body');
  const exit = isEndless(test) && node.type !== 'do_statement' ? firstExit(body) : null;
  return {
    initializer: node.childForFieldName('initializer'),
    condition: exit ?? test,
    update: node.childForFieldName('update'),
    body: body === null ? [] : [body],
    tested: node.type !== 'do_statement',
    leaves: exit !== null,
  };
}

/** Tests whether a loop's condition always holds. */
export function isEndless(test: Node | null): boolean {
  return test === null || test.text === 'true' || test.text === '1';
}

/** The condition of a `break` that stands first in a body; null where something else does. */
function firstExit(body: Node | null): Node | null {
  const first = body?.type === 'compound_statement' ? namedChildren(body)[0] : body;
  if (first?.type !== 'if_statement' || first.childForFieldName('alternative') !== null) return null;
  const arm = first.childForFieldName('consequence');
  const only = arm?.type === 'compound_statement' ? namedChildren(arm) : [arm];
  if (only.length !== 1 || only[0]?.type !== 'break_statement') return null;
  const condition = first.childForFieldName('condition');
  const test = condition?.type === 'condition_clause' ? condition.childForFieldName('value') : condition;
  return test?.type === 'declaration' ? null : (test ?? null);
}

/** The `if` at the start of a body whose condition is that of the loop: read with the loop's head. */
export function exitStatement({ leaves, body: [body] }: LoopParts): Node | null {
  if (!leaves || body === undefined) return null;
  return body.type === 'compound_statement' ? (namedChildren(body)[0] ?? null) : body;
}

/**
 * The update that counts the iterations: of a variable that the condition names, made once an
 * iteration, in the loop's head or as a statement of its body. Null when there is none.
 */
export function countingUpdate(parts: LoopParts, changes: Changes): Update | null {
  const { condition, update, body } = parts;
  if (condition === null) return null;
  const inHead = update === null ? [] : updatesIn(update);
  const statements = body.flatMap((one) => (one.type === 'compound_statement' ? namedChildren(one) : [one]));
  const inBody = statements
    .filter((statement) => statement.type === 'expression_statement')
    .flatMap((statement) => namedChildren(statement).flatMap(updatesIn));
  const names = new Set(identifiers(condition));
  // `while (n--)`: the test itself moves the counter, before the body.
  const inTest = update === null || inHead.length === 0 ? updatesWithin(condition) : [];
  return (
    [...inHead, ...inTest, ...inBody].find(
      ({ variable }) => names.has(variable) && changes.names.get(variable) === 1,
    ) ?? null
  );
}

/** Tests whether a loop that tests behind its body moves its counter in the test (`do … while (--n)`). */
export function movesInTest({ tested, condition }: LoopParts, { variable }: Update): boolean {
  return !tested && condition !== null && updatesWithin(condition).some((one) => one.variable === variable);
}

function updatesWithin(node: Node): Update[] {
  const own = node.type === 'update_expression' ? updatesIn(node) : [];
  return [...own, ...namedChildren(node).flatMap(updatesWithin)];
}

function identifiers(node: Node): string[] {
  return node.type === 'identifier' ? [node.text] : namedChildren(node).flatMap(identifiers);
}

/** The number of `#pragma unroll` among a loop's pragmas: 0 for one without a number, null for none. */
export function unrollPragma(pragmas: readonly string[]): number | null {
  for (const text of pragmas) {
    const match = /^\s*#\s*pragma\s+(?:GCC\s+)?(no)?unroll\b\s*\(?\s*(\d+)?/.exec(text);
    if (match !== null) return match[1] !== undefined ? 1 : Number(match[2] ?? 0);
  }
  return null;
}

/** Kind of a trip count, by what its start, step and condition depend on. */
export function tripKind(sources: number, evaluated: boolean): TripCountKind {
  if ((sources & Source.data) !== 0) return 'data';
  if ((sources & Source.thread) !== 0) return 'thread';
  if ((sources & Source.launch) !== 0) return 'launch';
  if ((sources & Source.argument) !== 0) return 'argument';
  if ((sources & Source.unresolved) !== 0) return 'unknown';
  return evaluated || (sources & Source.template) !== 0 ? 'constant' : 'unknown';
}

/** Names without a number in an expression. */
export function unknownNames(value: Value): string[] {
  const names = new Set<string>();
  const seen = new Set<Value>();
  const visit = (part: Value): void => {
    if (seen.has(part)) return;
    seen.add(part);
    const isOpen = part.kind === 'symbol' && part.known === null && (part.sources & Source.thread) === 0;
    if (isOpen || part.kind === 'load' || part.kind === 'opaque') names.add(part.text);
    else part.args.forEach(visit);
  };
  visit(value);
  return [...names];
}

/** A trip count as a formula, e.g. `(n - i) / stride`; the condition where there is none. */
export function tripText(condition: Value, index: Value, start: Value, operator: string, step: Value): Words {
  const [a, b] = condition.args;
  if (condition.kind !== 'binary' || a === undefined || b === undefined || (a !== index && b !== index))
    return condition.text;
  const bound = a === index ? b : a;
  const closed = condition.name === 'le' || condition.name === 'ge' ? ' + 1' : '';
  if (operator !== 'add' && operator !== 'sub') {
    const [from, test] = [start.text, condition.text];
    return message('cuda.tripsByUpdate', { index: index.text, from, operator, step: step.text, test });
  }
  const [from, to] = operator === 'add' ? [start, bound] : [bound, start];
  const distance = from.constant === 0 ? `${to.text}${closed}` : `${to.text} - ${from.text}${closed}`;
  if (step.constant === 1) return distance;
  return `${from.constant === 0 && closed === '' ? distance : `(${distance})`} / ${step.text}`;
}

/** Iterations up to which a loop is looked at as a part of the one around it. */
const FEW_TRIPS = 64;

/** Iterations of `for (x = a; x < b; x += c)` with constants, where they are few; null for any other loop. */
export function constantTrips(node: Node, constant: (node: Node) => number | null): number | null {
  const { initializer, condition, update } = loopParts(node);
  const [step] = update === null ? [] : updatesIn(update);
  if (step?.operator !== 'add' || condition?.childForFieldName('left')?.text !== step.variable) return null;
  const relation = condition.childForFieldName('operator')?.text;
  const declared = initializer?.childForFieldName('declarator') ?? initializer;
  const number = (part: Node | null | undefined): number => (part ? (constant(part) ?? NaN) : NaN);
  const from = number(declared?.childForFieldName('value') ?? declared?.childForFieldName('right'));
  const to = number(condition.childForFieldName('right')) + (relation === '<=' ? 1 : 0);
  const by = step.step === null ? 1 : number(step.step);
  const trips = relation === '<' || relation === '<=' ? Math.ceil((to - from) / by) : NaN;
  return by > 0 && trips >= 0 && trips <= FEW_TRIPS ? trips : null;
}
