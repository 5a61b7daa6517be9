import { isMessage, message, type Message } from '../../../kernel/message';
import { kernelText } from '../../../cuda/edits/block/kernelText';
import { KEYWORD_CALL, PURE } from '../../../cuda/edits/block/pointwise';
import { bodyScope } from '../../../cuda/edits/kernelUse';
import type { FunctionUnit } from '../../../cuda/files/functionUnit';
import { tokenize } from '../../../cuda/syntax/lexer';
import type { CudaWorkspace } from '../../../cuda/workspace';
import { assemblyIn, foreignWork } from './foreignWork';
import { isOperator, operatorWithNumbers, readersAtHand, readsNumbers } from './blockNumbers';
import { functionObjects, isFunctionObject } from './functionObjects';
import { calledByPointer } from './pointers';

/** Calls that threads of a block or warp make together. */
const TOGETHER =
  /\b(?:__syncthreads\w*|__syncwarp|__shfl\w*_sync|__ballot_sync|__any_sync|__all_sync|__match_\w+_sync|__reduce_\w+_sync|(?:\w+::)*(?:load|store|mma|fill)_(?:matrix|fragment|sync)\w*)\(/g;
/** Functions of the runtime that know nothing of blocks. */
const RUNTIME =
  /^(__syncthreads\w*|__syncwarp|__shfl\w*|__ballot\w*|__any\w*|__all\w*|__match\w*|__reduce_\w+|__activemask|atomic\w+|__threadfence\w*|printf|assert|clock|clock64|__nanosleep|__trap|__cvta_\w+|__builtin_\w+|__isShared|__isGlobal|tex[123]D\w*|surf[123]D\w*|memcpy|memset|malloc|free|(?:nv\w+::)?wmma::\w+|u?(?:char|short|int|long|longlong)[1-4]|(?:float|double)[1-4]|half2|__half2|asm|__asm__|_Pragma|volatile|curand\w*|__u?mul\w+|__u?sad|__v(?:abs|add|avg|cmp|max|min|neg|sad|set|sub)\w*|__dp[24]a\w*|__funnelshift_\w+|__attribute__|alignas|decltype|noexcept|static_assert|nearbyint[fl]?|isless\w*|isgreater\w*|fdim[fl]?|ldexp[fl]?|frexp[fl]?|modf[fl]?|_*sincosf?\w*|norm\w*|normcdf\w*|erfinv\w*|erfcx\w*|rcbrt[fl]?|rnorm\w*|trunc[fl]?|l?lr(?:int|ound)[fl]?|remainder[fl]?|fabsf?|exp10f?|swap|std::swap|std::numeric_limits\w*)$/;
const MOST_FUNCTIONS = 64;

/** A kernel and what it calls. */
export interface KernelFunctions {
  /** Functions that read block numbers, or call one that does, callees first; the kernel is not among them. */
  readonly withNumbers: readonly FunctionUnit[];
  /** Places in the kernel's flat text at which threads of a block or warp have to meet. */
  readonly meetings: readonly number[];
  /** Those of them at which all threads of the block meet. */
  readonly ofBlocks: readonly number[];
}

/** Body of a function without comments, as patterns are looked for in it. */
export const flatText = (unit: FunctionUnit): string => kernelText(unit.text);

/** Follows the calls of a kernel; a reason where one leads to what cannot be a task. */
export function functionsOf(workspace: CudaWorkspace, kernel: FunctionUnit): KernelFunctions | Message {
  const calls = new Map<FunctionUnit, readonly FunctionUnit[]>();
  const open = [kernel];
  for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
    if (calls.has(unit)) continue;
    if (calls.size >= MOST_FUNCTIONS) return message('cuda.tooManyCallees', { name: kernel.name });
    const foreign = foreignWork(unit, flatText(unit));
    if (foreign !== null) return foreign;
    const callees = calleesOf(workspace, unit);
    if (isMessage(callees)) return callees;
    calls.set(unit, callees);
    open.push(...callees);
  }
  const others = calleesFirst(calls, kernel).filter((unit) => unit !== kernel);
  const withNumbers = others.filter((unit) => readsNumbers(unit) || reaches(calls, unit, readsNumbers));
  const against = hiddenCall(workspace, kernel, calls) ?? circleOf(calls, withNumbers);
  if (against !== null) return against;
  const meetings = (own: OwnMeetings): readonly number[] => {
    const meets = (unit: FunctionUnit): boolean => own(flatText(unit)).length > 0;
    const meeting = others.filter((unit) => meets(unit) || reaches(calls, unit, meets));
    return meetingsOf(flatText(kernel), own, meeting);
  };
  return { withNumbers, meetings: meetings(ownMeetings), ofBlocks: meetings(blockMeetings) };
}

type Calls = ReadonlyMap<FunctionUnit, readonly FunctionUnit[]>;

/** Why functions may get block numbers of which calls by name do not tell; null where all is told. */
function hiddenCall(workspace: CudaWorkspace, { path }: FunctionUnit, calls: Calls): Message | null {
  const readers = readersAtHand(workspace, path);
  const operator = operatorWithNumbers(workspace, path, readers);
  if (operator !== null) return message('yielding.operator', { name: operator });
  const pointed = calledByPointer(workspace, path, readers, [...calls.keys()]);
  return pointed === null ? null : message('yielding.pointer', { name: pointed });
}

/** Functions to be copied that call each other in a circle could not be written one behind the other. */
function circleOf(calls: Calls, withNumbers: readonly FunctionUnit[]): Message | null {
  const circle = withNumbers.find((unit) =>
    withNumbers.some(
      (other) =>
        other.name !== unit.name &&
        reaches(calls, unit, (one) => one === other) &&
        reaches(calls, other, (one) => one === unit),
    ),
  );
  return circle === undefined ? null : message('yielding.recursion', { name: circle.name });
}

/** Whether a task may call a function: constructors that only the host has stand under the name of their class, too. */
function runsOnDevice({ kind, text }: FunctionUnit): boolean {
  return (
    kind === 'device' || (kind === 'host' && /\b(?:__device__|constexpr)\b/.test(text.split('{', 1)[0]!))
  );
}

/** The functions that a function may call; a reason where one is not at hand. */
function calleesOf(workspace: CudaWorkspace, unit: FunctionUnit): readonly FunctionUnit[] | Message {
  const text = flatText(unit);
  const isCalled = new RegExp(`(?<![\\w.>])${unit.name}(?:<[^;{}()]*>)?\\(`).test(text);
  const found = [...namesUsed(unit.text)]
    .filter((name) => name !== unit.name || isCalled)
    .flatMap((name) => workspace.functionsNamed(name, unit.path))
    .filter(runsOnDevice);
  const names = new Set(found.map(({ name }) => name));
  const scope = bodyScope(unit);
  const parameters = new Set(unit.outline.template.map(({ name }) => name));
  const objects = functionObjects(workspace, unit.path).filter(runsOnDevice);
  for (const [, name = ''] of text.matchAll(/(?<!\w|\w::)((?:\w+::)*[A-Za-z_]\w*)(?:<[^;{}()]*>)?\(/g)) {
    const last = name.split('::').at(-1)!;
    const isKnown =
      [KEYWORD_CALL, PURE, RUNTIME].some((known) => known.test(name) || known.test(last)) ||
      [last, name].some((one) => names.has(one) || parameters.has(one) || one === unit.name) ||
      scope.lookup(last)?.symbol.kind === 'type' ||
      isDeclared(text, last);
    if (isKnown) continue;
    if (objects.length === 0 || !isFunctionObject(unit, text, name))
      return message('cuda.calleeUnknown', { name: unit.name, callee: name });
    found.push(...objects);
  }
  return [...new Set(found)];
}

/** Names in a text, those of members left out that are not called. */
function namesUsed(text: string): ReadonlySet<string> {
  const tokens = tokenize(text, false);
  const names = new Set<string>();
  for (let index = 0; index < tokens.count; index++)
    if (
      tokens.isIdentifier(index) &&
      (!/^(?:\.|->)$/.test(tokens.at(index - 1)) || /^[(<]$/.test(tokens.at(index + 1)))
    )
      names.add(tokens.at(index));
  return names;
}

/** Whether a name in front of parentheses is that of a variable with its first value, or of a lambda. */
function isDeclared(text: string, name: string): boolean {
  const declared = new RegExp(
    `(?<=[;{}(])(?:const )?(?!return |else |do |goto |throw |new |case )[A-Za-z_][\\w:<>,]* ${name}\\(`,
  );
  return declared.test(text) || new RegExp(`\\b${name}=\\[`).test(text);
}

function calleesFirst(
  calls: Calls,
  from: FunctionUnit,
  seen = new Set<FunctionUnit>(),
): readonly FunctionUnit[] {
  seen.add(from);
  const below = (calls.get(from) ?? []).flatMap((unit) =>
    seen.has(unit) ? [] : calleesFirst(calls, unit, seen),
  );
  return [...below, from];
}

function reaches(calls: Calls, from: FunctionUnit, is: (unit: FunctionUnit) => boolean): boolean {
  const seen = new Set<FunctionUnit>(calls.get(from));
  for (const unit of seen) {
    if (is(unit)) return true;
    for (const callee of calls.get(unit) ?? []) seen.add(callee);
  }
  return false;
}

/** Places in a flat text at which threads meet, calls of other functions left out. */
type OwnMeetings = (text: string) => readonly number[];

const ownMeetings: OwnMeetings = (text) => [
  ...[...text.matchAll(TOGETHER)].map(({ index }) => index),
  ...inAssembly(text),
];

/** Assembly is taken to have the whole block meet. */
const blockMeetings: OwnMeetings = (text) => [
  ...[...text.matchAll(/\b__syncthreads\w*\(/g)].map(({ index }) => index),
  ...inAssembly(text),
];

const inAssembly: OwnMeetings = (text) =>
  assemblyIn(text)
    .filter(({ written }) => /\.sync\b/.test(written))
    .map(({ index }) => index);

function meetingsOf(text: string, own: OwnMeetings, meeting: readonly FunctionUnit[]): readonly number[] {
  const called = meeting.flatMap(({ name }) =>
    [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) => index),
  );
  // Where an operator is called is not told by names: it may be at the end.
  const operators = meeting.some(isOperator) ? [text.length] : [];
  return [...own(text), ...called, ...operators].sort((a, b) => a - b);
}
