import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import type { InstructionClass } from '../../../kernel/instructionClasses';
import { namedChildren } from '../../syntax/nodes';
import { furtherBy, operandAt, operands } from './assemblyOperands';
import { committed, copyAlone, copyByEngine, waited } from './asyncCopies';
import { aggregateOf } from './calls';
import { mbarrier } from './copyBarriers';
import { lowerExpression } from './expressions';
import { inlineAccess } from './inlineAccesses';
import { lowerPlace } from './lvalues';
import { writePlace } from './places';
import type { Value } from '../values/graph';
import { matrixOfPtx } from '../values/matrixInstruction';
import { F32, I32, type CType } from '../values/types';
import { Source } from '../values/value';
import type { KernelState } from './state';

/** Classes of PTX instructions by the start of their name, most special first; null counts nothing. */
const PTX: readonly (readonly [RegExp, InstructionClass | null])[] = [
  [/^(mov|cvta|ret|pragma|\.reg|\{|\}|\/\/|setmaxnreg)/, null],
  [/^(nanosleep|bra)\b/, 'control'],
  [
    /^(wgmma|tcgen05)\.(fence|commit|commit_group|wait|wait_group|alloc|dealloc|relinquish_alloc_permit)\b/,
    'control',
  ],
  [/^(ld\.global|ld\.volatile\.global|ldu|ld\b)/, 'globalLoad'],
  [/^(ld\.shared|ldmatrix)/, 'sharedLoad'],
  [/^ld\.const/, 'constantLoad'],
  [/^ld\.local/, 'localLoad'],
  [/^st\.shared/, 'sharedStore'],
  [/^st\.local/, 'localStore'],
  [/^st\b/, 'globalStore'],
  [/^(atom|red)\b/, 'atomic'],
  [/^(bar|barrier|membar|fence)/, 'barrier'],
  [/^(shfl|vote|match|redux|activemask)/, 'shuffle'],
  [/^tex|^suld/, 'textureLoad'],
  [/^(sin|cos|ex2|lg2|rcp|rsqrt|sqrt|tanh)\b/, 'special'],
  [/^cvt\b/, 'conversion'],
  [/^\w+(\.\w+)*\.f64/, 'fp64'],
  [/^\w+(\.\w+)*\.(f16x2|f16|bf16x2|bf16)/, 'fp16'],
  [/^\w+(\.\w+)*\.f32/, 'fp32'],
  [/^\w+(\.\w+)*\.[bsu](8|16|32|64)/, 'integer'],
];

/** Counts the instructions of `asm("…")` by their names and makes its outputs unknown. */
export function runInlineAssembly(state: KernelState, node: Node): void {
  const code = node.childForFieldName('assembly_code')?.text ?? '';
  const sleeps = sleepTime(state, node, code);
  const given = operands(node.childForFieldName('input_operands')).map((input) =>
    lowerExpression(state, input),
  );
  const all = instructions(code);
  if (all.some((text) => TO_SHARED.test(text)) && all.every((text) => ADDRESSING.test(text)))
    return sharedAddress(state, node, given);
  let product: Value | null = null;
  for (const text of all) {
    const name = text.split(/\s/)[0]!;
    if (name.startsWith('cp.async') && asyncCopy(state, node, name, text)) continue;
    if (name.startsWith('mbarrier.')) {
      // A predicate that became a number is the only result that a program waits for.
      product = mbarrier(state, name);
      continue;
    }
    if (isMatrixProduct(name)) {
      const waits = /^w?mma/.test(name) ? updated(state, node) : [];
      product = multiplied(state, name, [...given, ...waits]);
      continue;
    }
    const access = inlineAccess(state, node, name, text, given);
    if (access !== null) {
      product = access.loaded ?? product;
      continue;
    }
    const kind = PTX.find(([pattern]) => pattern.test(name))?.[1];
    if (kind === undefined) state.assume(message('cuda.unknownPtx', { name }));
    else if (kind !== null)
      state.ledger.charge(kind, 1, state.here, {
        callee: name,
        needs: /^nanosleep/.test(name) ? sleeps : [],
      });
  }
  const outputs = node.childForFieldName('output_operands');
  for (const value of [...given, ...updated(state, node)]) state.demand(value);
  for (const operand of operands(outputs)) {
    const place = lowerPlace(state, operand);
    if (place !== null) writePlace(state, place, resultOf(state, operand, place.type, product));
  }
  if (node.text.includes('"memory"')) state.invalidateMemory();
}

const TO_SHARED = /^cvta\.to\.shared\b/;
/** What stands around it: the address is cut to the 32 bits that it needs. */
const ADDRESSING = /^(cvta\.to\.shared|cvt|mov)\b/;

/** Assembly that makes an address in shared memory of a pointer: a number that stands for it, and no instruction. */
function sharedAddress(state: KernelState, node: Node, given: readonly Value[]): void {
  const [output] = operands(node.childForFieldName('output_operands'));
  const place = output === undefined ? null : lowerPlace(state, output);
  for (const value of given) state.demand(value);
  if (place !== null) writePlace(state, place, aggregateOf(state, given, place.type, node.text.slice(0, 40)));
}

function isMatrixProduct(name: string): boolean {
  return /^(mma|wmma\.mma|wgmma\.mma|tcgen05\.mma)/.test(name);
}

/** Charges a product of matrices by its name, and gives what it makes. */
function multiplied(state: KernelState, name: string, needs: readonly Value[]): Value {
  const known = matrixOfPtx(name);
  if (known === null) state.assume(message('cuda.unknownProduct', { name }));
  else if (known.assumed) state.assume(message('cuda.describedProduct', { name }));
  const { count, work: matrix } = known ?? { count: 1, work: null };
  for (const value of needs) state.demand(value);
  const makes = state.table.opaque(F32, state.varying, Source.data, [], name);
  state.ledger.charge('tensor', count, state.here, { callee: name, makes, needs, matrix });
  return makes;
}

/**
 * Outputs that are read, too. A warp waits for the sums that its product adds to, while those of groups of warps follow
 * each other in the core.
 */
function updated(state: KernelState, node: Node): readonly Value[] {
  const outputs = node.childForFieldName('output_operands');
  if (outputs === null) return [];
  return namedChildren(outputs).flatMap((output) => {
    const value = output.childForFieldName('value');
    return value !== null && output.text.includes('"+') ? [lowerExpression(state, value)] : [];
  });
}

/** What an output holds behind the statement: nobody knows, but where a product makes it, it is there with that. */
function resultOf(state: KernelState, node: Node, type: CType, product: Value | null): Value {
  const made = product === null ? [] : [product];
  return state.table.opaque(type, state.varying, Source.data, made, node.text.slice(0, 40));
}

/** What `nanosleep` is given: a number, or the first input of the statement. */
function sleepTime(state: KernelState, node: Node, code: string): readonly Value[] {
  const given = /nanosleep\.u32\s+(\d+|%\d+)/.exec(code)?.[1];
  if (given === undefined) return [];
  if (!given.startsWith('%')) return [state.table.constant(Number(given), I32)];
  const [input] = operands(node.childForFieldName('input_operands'));
  return input === undefined ? [] : [lowerExpression(state, input)];
}

/** `[to], [from + bytes], size`: the distance of the target does not matter, that of the source does. */
const COPY_OPERANDS =
  /\[\s*%(\d+)\s*(?:\+\s*\d+\s*)?\]\s*,\s*\[\s*%(\d+)\s*(?:\+\s*(\d+)\s*)?\]\s*,\s*(%?)(\d+)/;

/** A `cp.async` of PTX text, read as the call that stands for it; false where its operands are not understood. */
function asyncCopy(state: KernelState, node: Node, name: string, text: string): boolean {
  if (/\.commit_group/.test(name)) {
    committed(state);
    return true;
  }
  if (/\.wait/.test(name)) {
    waited(state, priorGroups(state, node, text), false);
    return true;
  }
  const match = COPY_OPERANDS.exec(text);
  if (match === null || /\.tensor/.test(name) || /\.global\.shared/.test(name)) return false;
  const [to, from] = [operandAt(state, node, Number(match[1])), operandAt(state, node, Number(match[2]))];
  const size = match[4] === '' ? Number(match[5]) : operandAt(state, node, Number(match[5]))?.constant;
  if (to === null || from === null) return false;
  const copy = { to, from: furtherBy(state, from, Number(match[3] ?? 0)), bytes: size ?? null };
  if (name.startsWith('cp.async.bulk')) copyByEngine(state, copy);
  else copyAlone(state, copy);
  return true;
}

/** Groups that a wait lets go on: a number, or an operand; null where no number is at hand. */
function priorGroups(state: KernelState, node: Node, text: string): number | null {
  const [, mark, number] = /wait_group(?:\.read)?\s+(%?)(\d+)/.exec(text) ?? [];
  if (number === undefined) return 0;
  return mark === '' ? Number(number) : (operandAt(state, node, Number(number))?.constant ?? null);
}

/** Instructions of PTX text, labels, guards and declarations left out. */
function instructions(code: string): string[] {
  return (
    code
      .replace(/"\s*(\\\s*)?"/g, '')
      .replace(/^[RLu8]*"|"$/g, '')
      .replace(/\\[nt]/g, ' ')
      // Brackets around registers of one operand are no block.
      .replace(/\{([^{};]*)\}/g, '<$1>')
      .split(/[;{}]/)
      .map((statement) => statement.trim().replace(/^(?:[\w$]+:\s*)*(?:@!?%?\w+\s+)?/, ''))
      .filter((text) => /^[a-z]/.test(text))
  );
}
