import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { assignChosen } from './chosenPlaces';
import { runDeclaration } from './declarations';
import { declareClass, declareTypedef } from './localTypes';
import { DeferredStores } from './deferredStores';
import { convertBranch, mayConvert, UNCONVERTED, type ArmReaders, type Conversion } from './ifConversion';
import { JoinedArms, type ReadArm } from './joinedArms';
import { namedChildren } from '../../syntax/nodes';
import { condition, convertTo } from './operators';
import { hasEffects, lowerExpression } from './expressions';
import { isSettled } from '../../mix/cost/hoisting';
import {
  innermostFrame,
  leave,
  noteContinue,
  noteExit,
  openBranches,
  rejoin,
  restore,
  snapshot,
  splitBy,
  type Split,
} from './flow';
import { updatedNames } from './induction';
import { runInlineAssembly } from './inlineAssembly';
import { runDo, runLabelled } from './labels';
import { runLoop } from './loops';
import type { Region, Value } from '../values/graph';
import { exitFrame, type ExitFrame, type KernelState } from './state';
import { subjectOf } from './subjects';
import { choosingBody, chosenReturn } from './returnedChoices';
import { demandSharedLoads } from './sharedLoads';
import { demandShared } from './sharedUses';
import { runSwitch } from './switches';
import type { CType } from '../values/types';
import { Source } from '../values/value';

/** Branches of at most this many instructions are predicated: no jump. */
const PREDICATED_LIMIT = 7;

/**
 * Reads a function's body; the value that it returns, if any.
 *
 * @param returns the type that it says it returns, where that is a number
 */
export function runFunctionBody(state: KernelState, body: Node, returns: CType | null = null): Value | null {
  const entry = state.region;
  if (entry === null) return null;
  const frame = exitFrame('function', entry);
  frame.returns = returns;
  const choosing = choosingBody(body);
  let chosen: Value | null = null;
  state.frames.push(frame);
  state.scoped(() => {
    runStatements(state, choosing?.front ?? namedChildren(body));
    if (choosing !== null && state.region !== null) chosen = chosenReturn(state, choosing.choices, returns);
  });
  state.frames.pop();
  state.region = entry;
  if (choosing !== null) return chosen;
  const [first, ...others] = frame.returned;
  if (first === undefined) return null;
  const { value } = first;
  if (others.length === 0) {
    if (first.region !== entry) state.ledger.comesFromAll(value, entry);
    return value;
  }
  const sources = frame.returned.reduce((all, returned) => all | returned.value.sources, 0);
  return state.table.opaque(value.type, entry.varying, sources, [], value.text);
}

function runBlock(state: KernelState, block: Node): void {
  runStatements(state, namedChildren(block));
}

/** Reads statements one after the other. */
export function runStatements(state: KernelState, nodes: readonly Node[]): void {
  if (nodes.some(({ type }) => type === 'labeled_statement')) return runLabelled(state, nodes);
  const skipped = skippedEnd(nodes);
  for (const node of skipped === null ? nodes : nodes.slice(0, -2)) runStatement(state, node);
  if (skipped !== null && state.region !== null)
    state.scoped(() => runUnless(state, skipped.statement, skipped.condition, skipped.statement));
}

/** The end of a loop's body that is `if (a) continue; b;`: to the compiler `if (!a) b;`. Null for any other end. */
function skippedEnd(nodes: readonly Node[]): { readonly condition: Node; readonly statement: Node } | null {
  const [exit, statement] = nodes.slice(-2);
  if (exit === undefined || statement?.type !== 'expression_statement') return null;
  const body = statement.parent;
  if (body?.type !== 'compound_statement' || !/^(for|while|do)_statement$/.test(body.parent?.type ?? ''))
    return null;
  const condition = jumpCondition(exit, 'continue_statement');
  return condition === null ? null : { condition, statement };
}

/** The condition of an `if` that does nothing but jump, by the type of its jump; null for any other statement. */
export function jumpCondition(node: Node, jump: string): Node | null {
  if (node.type !== 'if_statement' || node.childForFieldName('alternative') !== null) return null;
  const arm = node.childForFieldName('consequence');
  const only = arm?.type === 'compound_statement' ? namedChildren(arm) : [arm];
  return only.length === 1 && only[0]?.type === jump ? node.childForFieldName('condition') : null;
}

type Runner = (state: KernelState, node: Node) => void;

const RUNNERS: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ['compound_statement', (state, node) => state.scoped(() => runBlock(state, node))],
  ['declaration', (state, node) => void runDeclaration(state, node)],
  ['union_specifier', declareClass],
  ['struct_specifier', declareClass],
  ['class_specifier', declareClass],
  ['type_definition', declareTypedef],
  ['expression_statement', runExpressionStatement],
  ['if_statement', runIf],
  ['for_statement', runLoop],
  ['while_statement', runLoop],
  ['do_statement', runDo],
  ['for_range_loop', runLoop],
  ['switch_statement', runSwitch],
  ['return_statement', runReturn],
  ['break_statement', runBreak],
  ['continue_statement', (state) => goOn(state, innermostFrame(state, ['loop']))],
  ['labeled_statement', runBlock],
  ['else_clause', runBlock],
  ['preproc_else', runBlock],
  ['linkage_specification', runBlock],
  ['attributed_statement', runBlock],
  ['goto_statement', runGoto],
  ['ERROR', (state, node) => state.assumeAt(node, message('cuda.unreadStatement'))],
]);

/** Reads one statement. Code that no thread reaches is not read. */
export function runStatement(state: KernelState, node: Node): void {
  if (state.region === null || state.readInHead.has(node.id) || !state.visit()) return;
  const around = state.statement;
  state.statement = node;
  RUNNERS.get(node.type)?.(state, node);
  state.statement = around;
}

function runExpressionStatement(state: KernelState, node: Node): void {
  const [expression] = namedChildren(node);
  if (expression === undefined) return;
  if (expression.type === 'gnu_asm_expression') return runInlineAssembly(state, expression);
  lowerExpression(state, expression);
}

function runBreak(state: KernelState): void {
  const frame = innermostFrame(state, ['loop', 'switch']);
  noteExit(state, frame);
  leave(state, frame);
}

function goOn(state: KernelState, loop: ExitFrame | undefined): void {
  noteContinue(state, loop);
  leave(state, loop);
}

/** A jump to a label behind code that is being read, or to the start of a loop that the label makes. */
function runGoto(state: KernelState, node: Node): void {
  const label = node.childForFieldName('label')?.text;
  const frame = state.frames.findLast((one) => one.label === label);
  if (label === undefined || frame === undefined) return state.assumeAt(node, message('cuda.goto'));
  if (frame.kind === 'loop' && frame === innermostFrame(state, ['loop'])) return goOn(state, frame);
  noteExit(state, frame);
  leave(state, frame);
}

function runReturn(state: KernelState, node: Node): void {
  const [expression] = namedChildren(node);
  const frame = innermostFrame(state, ['function']);
  if (expression !== undefined) {
    const returned = lowerExpression(state, expression);
    const returns = frame?.returns ?? null;
    const value = returns === null ? returned : convertTo(state, returned, returns);
    // With several returns each value is made where it is returned; a single one may never be needed.
    if (frame !== undefined && frame.region !== state.region) state.demand(value);
    frame?.returned.push({ value, region: state.here });
  }
  noteExit(state, frame);
  leave(state, frame);
}

function runIf(state: KernelState, node: Node): void {
  const [test, yes, no] = ['condition', 'consequence', 'alternative'].map((name) =>
    node.childForFieldName(name),
  );
  if (!test || !yes) return;
  const arms = { yes, no: no ?? null };
  state.scoped(() => runChoice(state, node, test, arms, () => runStatement(state, yes)));
}

/**
 * Reads a statement for the threads that do not meet a condition, which stands in an `if` of its own.
 *
 * @param node what code behind follows on
 */
export function runUnless(state: KernelState, node: Node, test: Node, statement: Node): void {
  const value = state.table.unary('not', condition(state, conditionValue(state, test)));
  decide(state, { node, test }, value, { yes: statement, no: null }, () => runStatement(state, statement));
}

interface Arms {
  readonly yes: Node;
  readonly no: Node | null;
}

/** Runs `taken` for the threads that meet a condition, and the other arm for the rest. */
function runChoice(state: KernelState, node: Node, test: Node, arms: Arms, taken: () => void): void {
  const both = arms.no === null && !leavesLoop(arms.yes) ? guardedAccess(test) : null;
  const first = both === null ? null : condition(state, lowerExpression(state, both.left));
  // What the second part reads is read by those only who meet the first, which is decided exactly.
  if (both !== null && first !== null && (first.constant !== null || first.evaluable))
    return decide(state, { node, test: both.left }, first, arms, () =>
      runChoice(state, node, both.right, arms, taken),
    );
  const value =
    both === null || first === null
      ? condition(state, conditionValue(state, test))
      : state.table.logical('and-also', first, condition(state, lowerExpression(state, both.right)));
  decide(state, { node, test }, value, arms, taken);
}

/** An `if` and the part of its condition that is decided. */
interface Choice {
  readonly node: Node;
  readonly test: Node;
}

function decide(state: KernelState, choice: Choice, value: Value, arms: Arms, taken: () => void): void {
  if (value.constant !== null) {
    if (value.constant !== 0) state.scoped(taken);
    else if (arms.no !== null) runArm(state, arms.no);
    return;
  }
  const { yes, no } = arms;
  if (no !== null && assignChosen(state, value, yes, no)) return;
  // The compiler moves what one arm and code behind load in front; of two arms each keeps its own.
  demandSharedLoads(state, choice.node, no === null ? [yes] : [yes, no], no === null);
  const runs = {
    taken: () => state.scoped(taken),
    others: no === null ? null : (): void => runArm(state, no),
  };
  const mayChoose = mayConvert(no === null ? [yes] : [yes, no]) && !isDecidedOutside(state, value);
  const conversion = mayChoose ? convertBranch(state, value, runs) : UNCONVERTED;
  if (!conversion.isDone) runBranches(state, choice, value, arms, runs, conversion);
}

/** Tests whether the compiler decides a condition in front of the loop around, or in its copies: nothing is selected. */
function isDecidedOutside(state: KernelState, value: Value): boolean {
  const loop = state.here.varying;
  return loop.kind === 'loop' && isSettled(value, loop);
}

/** Reads two arms of which a condition chooses, as those of a conditional expression: they only assign. */
export function readBranch(
  state: KernelState,
  { arms, ...choice }: Choice & { readonly arms: readonly [Node, ...Node[]] },
  value: Value,
  runs: ArmReaders,
): void {
  const { node } = choice;
  demandSharedLoads(state, node, arms, false);
  const conversion = convertBranch(state, value, { ...runs, areValues: true });
  const before = state.region;
  if (conversion.isDone || before === null) return;
  state.demand(value);
  demandShared(state, node, arms);
  demandSharedLoads(state, node, arms);
  const split = branchSplit(state, choice, value, arms[0], before);
  const { joint } = readArms(state, value, runs, conversion, openBranches(state, before, value, split));
  state.region = before;
  joint.join(false, conversion);
}

/** The sides of an `a && b` whose second one accesses memory or calls. */
function guardedAccess(test: Node): { readonly left: Node; readonly right: Node } | null {
  const inner = test.type === 'condition_clause' ? (test.childForFieldName('value') ?? test) : test;
  if (inner.type !== 'binary_expression' || inner.childForFieldName('operator')?.text !== '&&') return null;
  const [left, right] = [inner.childForFieldName('left'), inner.childForFieldName('right')];
  return left !== null && right !== null && hasEffects(right) ? { left, right } : null;
}

function runArm(state: KernelState, node: Node): void {
  state.scoped(() => runStatement(state, node));
}

/** The value of a condition, which may declare a variable. */
export function conditionValue(state: KernelState, test: Node): Value {
  const inner = test.type === 'condition_clause' ? (test.childForFieldName('value') ?? test) : test;
  const initializer = test.childForFieldName('initializer');
  if (initializer !== null) runStatement(state, initializer);
  if (inner.type !== 'declaration') return lowerExpression(state, inner);
  const named = runDeclaration(state, inner, true);
  return (
    named?.value ??
    state.table.symbol(inner.text, { kind: 'scalar', scalar: 'i32' }, Source.data, null, false)
  );
}

function runBranches(
  state: KernelState,
  choice: Choice,
  value: Value,
  { yes, no }: Arms,
  runs: ArmReaders,
  conversion: Conversion,
): void {
  const before = state.region;
  if (before === null) return;
  state.demand(value);
  demandUpdated(state, yes);
  if (leavesLoop(yes)) demandChanged(state);
  if (no !== null) demandUpdated(state, no);
  demandShared(state, choice.node, no === null ? [yes] : [yes, no]);
  demandSharedLoads(state, choice.node, no === null ? [yes] : [yes, no]);
  const split = branchSplit(state, choice, value, yes, before);
  const arms = openBranches(state, before, value, split);
  const issuedBefore = state.ledger.issued;
  const { taken, others, joint, size } = readArms(state, value, runs, conversion, arms);
  const onlyMoves = state.ledger.issued === issuedBefore;
  state.region = before;
  chargeControl(state, choice.node, value, size, yes);
  state.region = rejoin(state, before, [
    { begin: arms.taken, end: taken.end },
    { begin: arms.others, end: others.end },
  ]);
  if (taken.end === null) restore(others.values);
  else if (others.end === null) restore(taken.values);
  else joint.join(onlyMoves, conversion);
}

/** Both arms of a branch, read in their regions, with what they leave; `size` are the instructions of the first. */
function readArms(
  state: KernelState,
  value: Value,
  runs: ArmReaders,
  conversion: Conversion,
  regions: { readonly taken: Region; readonly others: Region },
): {
  readonly taken: ReadArm;
  readonly others: ReadArm;
  readonly joint: JoinedArms;
  readonly size: number;
} {
  const before = regions.taken.parent!;
  const start = snapshot(state);
  const issued = state.ledger.issued;
  const taken = readArm(state, regions.taken, conversion, runs.taken);
  const size = state.ledger.issued - issued;
  restore(start);
  const others = readArm(state, regions.others, conversion, runs.others);
  const joint = new JoinedArms(state, value, start, before, taken, others);
  // A compiler with a loop for each arm has nothing to make behind both.
  joint.settle(runs.others !== null && !isDecidedOutside(state, value), conversion.isEmptied);
  return { taken, others, joint, size };
}

/** Reads an arm in its region; stores to places that both arms write wait for the end. */
function readArm(
  state: KernelState,
  region: Region,
  { merged }: Conversion,
  action: (() => void) | null,
): ReadArm {
  const outer = state.deferred;
  const stores = new DeferredStores(merged);
  state.deferred = stores;
  const end = action === null ? region : within(state, region, action);
  state.deferred = outer;
  return { end, values: snapshot(state), stores };
}

/**
 * Demands the old values of what an arm updates in front of the branch: threads that do not take it keep them.
 */
function demandUpdated(state: KernelState, arm: Node): void {
  for (const name of updatedNames(arm)) demandOld(state, name);
}

/** Makes what a variable holds, for threads that keep it where others get something new. */
export function demandOld(state: KernelState, name: string): void {
  const variable = state.lookup(name);
  if (variable?.alias === null && variable.value !== null) state.demand(variable.value);
}

/** Demands what the loop around has made of its variables so far: threads that leave it here take that along. */
function demandChanged(state: KernelState): void {
  for (const { value } of innermostFrame(state, ['loop'])?.changed ?? [])
    if (value !== null && value.kind !== 'index' && value.type.kind === 'scalar') state.demand(value);
}

/** Reads code in a region; where its threads are at the end. */
function within(state: KernelState, region: Region, action: () => void): Region | null {
  state.region = region;
  action();
  return state.region;
}

/** The threads of both arms; what data decides is a share that the user may set. */
function branchSplit(
  state: KernelState,
  { node, test }: Choice,
  value: Value,
  yes: Node,
  before: Region,
): Split {
  const name = state.nameOf('share', node, subjectOf(state, test, 'branch'));
  const given = value.evaluable ? null : state.givenNumber(name);
  const open = splitBy(state, value, before.population, given);
  const split = given === null ? exitSplit(state, yes, open, before) : open;
  if (!split.certain) {
    const share = split.taken.weight / Math.max(before.weight, 1e-12);
    const said = message('cuda.dataBranch', { test: value.text, share });
    state.assumeAt(node, said, {
      range: state.rangeOf(node),
      parameter: name,
      value: share,
      ...(split.guessed && { isGuess: split.guessed }),
    });
  }
  return split;
}

/**
 * A branch on data that leaves a loop is taken once in the loop's life, in its last iteration; the
 * trip count then is an upper bound, and the branch's own assumption says so.
 */
function exitSplit(state: KernelState, yes: Node, split: Split, before: Region): Split {
  const loop = innermostFrame(state, ['loop']);
  const entry = loop?.region.parent;
  if (split.certain || !entry || !leavesLoop(yes) || isInFunctionOf(state, loop)) return split;
  const share = Math.min(1, entry.weight / Math.max(loop!.region.weight, 1e-12));
  return {
    taken: before.population.scaled(share),
    others: before.population.scaled(1 - share),
    certain: false,
    guessed: true,
  };
}

/** Tests whether a function that is read in place of its call stands between the code and the loop: returns end there. */
function isInFunctionOf(state: KernelState, loop: ExitFrame): boolean {
  const callee = innermostFrame(state, ['function']);
  return callee !== undefined && state.frames.indexOf(callee) > state.frames.indexOf(loop);
}

function leavesLoop(node: Node): boolean {
  const last = node.type === 'compound_statement' ? namedChildren(node).at(-1) : node;
  return last !== undefined && (last.type === 'break_statement' || last.type === 'return_statement');
}

/** Jumps of an if: none when predicated, one for an exit or a uniform branch, else with reconvergence. */
function chargeControl(state: KernelState, node: Node, value: Value, size: number, yes: Node): void {
  const uniform = (value.sources & (Source.thread | Source.data)) === 0;
  if (endsKernel(state, node) || leavesLoop(yes) || yes.type === 'continue_statement')
    state.ledger.charge('control', 1, state.here);
  else if (size > PREDICATED_LIMIT) state.ledger.charge('control', uniform ? 1 : 3, state.here);
}

/** Tests whether nothing follows in the kernel: then those who skip the branch just exit. */
function endsKernel(state: KernelState, node: Node): boolean {
  const last = node.nextNamedSibling === null && node.parent?.parent?.type === 'function_definition';
  return last && state.callStack.length === 0;
}
