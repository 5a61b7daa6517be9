import { calledClass, classOf } from '../structure/calledClass';
import type { Tokens } from '../syntax/tokens';
import type { CudaWorkspace, FunctionUnit } from '../workspace';
import type { Frame } from './frame';
import { mayBeInherited, memberClass } from './memberClass';

/** Namespaces of libraries: a function of theirs is none of the workspace that has its name by chance. */
const LIBRARIES = new Set(['std', 'thrust', 'cub', 'at', 'torch', 'c10']);

/** A call in a function that is followed. */
export interface CallPlace {
  /** Of the token of the name. */
  readonly index: number;
  readonly name: string;
  /** Of arguments. */
  readonly count: number;
}

/** A function that calls others. */
export type Caller = Pick<Frame, 'unit' | 'tokens'>;

/** The function behind a call, and what else it could be. */
export interface CalledFunction {
  /** Null where the workspace has none, or nothing tells which. */
  readonly unit: FunctionUnit | null;
  /** Another class has one of this name. */
  readonly oneOfClasses: boolean;
  /** Several other files define what is only declared here. */
  readonly oneOfFiles: boolean;
}

/** The host function of the workspace that a call means: of its file and what that includes, else of another file. */
export function calledFunction(workspace: CudaWorkspace, frame: Caller, call: CallPlace): CalledFunction {
  // Loops walk over a call again and again, and tokens live no longer than the reading of one program.
  const calls = FOUND.get(frame.tokens) ?? new Map<number, CalledFunction>();
  FOUND.set(frame.tokens, calls);
  const found = calls.get(call.index) ?? findCalled(workspace, frame, call);
  calls.set(call.index, found);
  return found;
}

const FOUND = new WeakMap<Tokens, Map<number, CalledFunction>>();

function findCalled(workspace: CudaWorkspace, frame: Caller, call: CallPlace): CalledFunction {
  const { index, name, count } = call;
  const called = classCalled(workspace, frame, index);
  const own = classOf(frame.unit.outline);
  const all = workspace
    .functionsNamed(name, frame.unit.path)
    .filter(
      (unit) => unit.kind === 'host' && !(isOther(frame, index) && called !== own && isOwn(unit, frame)),
    );
  const isCalled = ({ outline }: FunctionUnit): boolean =>
    called === undefined ? classOf(outline) !== null : classOf(outline) === called;
  const isElsewhere =
    isOther(frame, index) &&
    typeof called === 'string' &&
    !mayBeInherited(workspace, frame.unit.path, called, name);
  const units = all.some(isCalled) || isElsewhere ? all.filter(isCalled) : all;
  if (units.length === 0 || isOfLibrary(frame, index, called, units))
    return linkedFunction(workspace, frame, call, called);
  const unit = units.find(({ outline }) => outline.parameters.length === count) ?? units[0]!;
  const oneOfClasses = units.some(({ outline }) => classOf(outline) !== classOf(unit.outline));
  return { unit, oneOfClasses, oneOfFiles: false };
}

/** The function that is handed on by name, seen from one of some files, the nearest first. */
export function handedFunction(
  workspace: CudaWorkspace,
  name: string | null,
  count: number,
  paths: readonly string[],
): CalledFunction {
  const units =
    name === null
      ? []
      : [...new Set(paths)].flatMap((path) => [
          ...workspace.functionsNamed(name, path),
          ...workspace.functionsLinked(name, path),
        ]);
  const unit = units.find(({ kind, outline }) => kind === 'host' && outline.parameters.length >= count);
  return { unit: unit ?? null, oneOfClasses: false, oneOfFiles: false };
}

/** As `calledClass`, with what declarations of members tell. */
function classCalled(
  workspace: CudaWorkspace,
  { tokens, unit }: Caller,
  index: number,
): ReturnType<typeof calledClass> {
  const called = calledClass(tokens, index, unit.outline);
  if (called !== undefined) return called;
  const object = tokens.is(index - 2, ']') ? tokens.partner(index - 2) - 1 : index - 2;
  return tokens.isIdentifier(object) ? memberClass(workspace, unit.path, tokens.at(object)) : undefined;
}

/** Whether the method of a named object is called. */
function isOther({ tokens }: Caller, index: number): boolean {
  return /^(?:\.|->)$/.test(tokens.at(index - 1)) && !tokens.is(index - 2, 'this');
}

/** Whether a function is one of the caller's own class: what another object has under its name is none of these. */
function isOwn(unit: FunctionUnit, caller: Caller): boolean {
  const own = classOf(caller.unit.outline);
  return own !== null && classOf(unit.outline) === own;
}

/** Whether a call is written as one of a library, and no candidate is of that. */
function isOfLibrary(
  { tokens }: Caller,
  index: number,
  called: string | null | undefined,
  candidates: readonly FunctionUnit[],
): boolean {
  if (!tokens.is(index - 1, '::') || !called || !LIBRARIES.has(called)) return false;
  return candidates.every(({ outline }) => classOf(outline) !== called);
}

/** The function of another file behind a call of one that is only declared here. */
function linkedFunction(
  workspace: CudaWorkspace,
  frame: Caller,
  { name, count }: CallPlace,
  called: string | null | undefined,
): CalledFunction {
  // Of a class a name by itself may be its own or a free one.
  const classes = called === classOf(frame.unit.outline) ? [called, null] : [called];
  const units = workspace
    .functionsLinked(name, frame.unit.path)
    .filter(({ outline }) => outline.parameters.length >= count)
    .filter(({ outline }) => called === undefined || classes.includes(classOf(outline)));
  return {
    unit: units.length === 1 ? units[0]! : null,
    oneOfClasses: false,
    oneOfFiles: units.length > 1,
  };
}
