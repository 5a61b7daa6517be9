import type { Words } from '../../kernel/message';
import type { Kernel, LaunchBounds, SharedDeclaration } from '../../kernel/kernel';
import { known, type SymbolicValue } from '../../kernel/symbolic';
import { evaluate } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope } from '../constants/scope';
import { foldText, splitCommas, type TokenRange } from '../syntax/angles';
import { readDeclaration, type Declarator } from './declarations';
import type { FunctionOutline } from './outline';
import type { UnitText } from './unitText';

/** `__launch_bounds__(…)` anywhere between the start of the head and the body. */
function readLaunchBounds(unit: UnitText, outline: FunctionOutline, scope: Scope): LaunchBounds | null {
  const { tokens } = unit;
  for (let index = outline.whole.from; index < outline.body.from; index++) {
    if (!tokens.is(index, '__launch_bounds__') || !tokens.is(index + 1, '(')) continue;
    const close = tokens.partner(index + 1);
    if (close < 0) continue;
    const [threads, blocks] = splitCommas(tokens, index + 2, close);
    if (threads === undefined) continue;
    const value = (part: TokenRange) => evaluateWritten(unit, part, scope);
    const maxThreadsPerBlock = value(threads);
    return blocks === undefined
      ? { maxThreadsPerBlock }
      : { maxThreadsPerBlock, minBlocksPerSm: value(blocks) };
  }
  return null;
}

/** The value of a run of tokens, shown as the author wrote it. */
export function evaluateWritten(
  unit: UnitText,
  range: TokenRange,
  scope: Scope,
  mode: EvaluationMode = {},
): SymbolicValue {
  const value = evaluate(unit.tokens.slice(range.from, range.to), scope, mode);
  return { ...value, text: unit.written(range) };
}

function sharedDeclaration(
  unit: UnitText,
  elementType: string,
  declarator: Declarator,
  isExtern: boolean,
  scope: Scope,
): SharedDeclaration {
  const { name, extents, marks } = declarator;
  const empty = extents.length > 0 && extents[0]!.from >= extents[0]!.to;
  const type = elementType + marks;
  if (isExtern || empty) return { name, elementType: type, dynamic: true };
  const factors = extents.map((extent) => `(${unit.tokens.slice(extent.from, extent.to)})`);
  const bytes = evaluate([`sizeof(${type})`, ...factors].join(' * '), scope);
  return { name, elementType: type, bytes, dynamic: false };
}

/** The `__shared__` declarations of a body; an array counts with all its elements. */
function readShared(
  unit: UnitText,
  body: TokenRange,
  scopeAt: (index: number) => Scope,
): SharedDeclaration[] {
  const { tokens } = unit;
  const found: SharedDeclaration[] = [];
  for (let index = body.from; index < body.to; index++) {
    if (!tokens.is(index, '__shared__')) continue;
    let from = index;
    while (/^(extern|static|const|volatile)$/.test(tokens.at(from - 1))) from--;
    const declaration = readDeclaration(tokens, from);
    if (declaration === null) continue;
    const words = tokens.slice(declaration.type.from, declaration.type.to);
    const isExtern = /\bextern\b/.test(words);
    const elementType = foldText(
      words.replace(/\b(extern|static|__shared__|__align__\s*\([^()]*\)|alignas\s*\([^()]*\))/g, ' '),
    );
    for (const declarator of declaration.declarators) {
      found.push(sharedDeclaration(unit, elementType, declarator, isExtern, scopeAt(index)));
    }
    index = Math.max(index, declaration.end - 1);
  }
  return found;
}

/** The `__global__` of a head; its name where an alias hides it. */
function qualifierIndex(unit: UnitText, outline: FunctionOutline): number {
  for (let index = outline.whole.from; index < outline.head.open; index++) {
    if (unit.tokens.is(index, '__global__')) return index;
  }
  return outline.head.nameIndex;
}

/** Builds the kernel of a `__global__` function. `id` is unique in the workspace. */
export function buildKernel(
  unit: UnitText,
  outline: FunctionOutline,
  id: string,
  scopeAt: (index: number) => Scope,
  inactive: Words | null,
): Kernel {
  const { head, body } = outline;
  const name: TokenRange = { from: head.nameIndex, to: head.nameIndex + 1 };
  return {
    id,
    name: outline.name,
    qualifiedName: outline.qualifiedName,
    path: unit.path,
    line: unit.line(qualifierIndex(unit, outline)),
    range: unit.range(outline.whole),
    nameRange: unit.range(name),
    parameters: outline.parameters.map(({ type, name: parameter }) => ({ type, name: parameter })),
    template: outline.template,
    launchBounds: readLaunchBounds(unit, outline, scopeAt(body.from)),
    shared: readShared(unit, body, scopeAt),
    mix: null,
    fromMacro: !unit.span({ from: body.from - 1, to: body.from }).written,
    ...(inactive === null ? {} : { inactive }),
  };
}

/** The stream of a launch without a stream argument: the default stream. */
export const DEFAULT_STREAM: SymbolicValue = known(0);
