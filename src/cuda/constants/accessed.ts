import { message } from '../../kernel/message';
import { isSettable } from '../../kernel/symbolic';
import { WARP_SIZE } from '../../kernel/warp';
import type { Evaluation } from './evaluation';
import { memberOf, memberValue, sizePath } from './members';
import type { Scope } from './scope';
import { pairMember } from './tuples';
import { partNamed } from './objectParts';
import { INT, SIZE } from './types';
import { gather, numberValue, unknownValue, type Value } from './value';
import { variableValue } from './variables';

const WARP_NOTE = message('cuda.warpSize');
/** Threads of a block at most, on every GPU of compute capability 2.0 or later (CUDA C++ Programming Guide, table 15). */
const MAX_THREADS = 1024;
const THREADS_NOTE = message('cuda.maxThreadsPerBlock');
/** Lists whose size is the number of elements in their initialiser; `auto` of a braced one is such a list. */
const LIST_TYPE = /\b(vector\s*<|initializer_list\s*<|auto\b)/;
const LIST_METHOD = /^(size|front|back)$/;

/** `list.method()` as it is written; `name` is the text of the list. */
interface ListCall {
  readonly list: Value;
  readonly name: string;
  readonly method: string;
  readonly text: string;
}

/** What `size`, `front` and `back` give of a list whose elements are written down; null for all else. */
export function listValue({ list, name, method, text }: ListCall, scope: Scope): Value | null {
  if (list.parts === null || !LIST_METHOD.test(method)) return null;
  const symbol = scope.lookup(name)?.symbol;
  const isList = symbol?.kind === 'variable' && LIST_TYPE.test(symbol.type);
  // What lets a list grow is remembered as an assignment to its size.
  if (!isList || scope.lookup(sizePath(name)) !== null) return null;
  if (method === 'size') return { ...numberValue(list.parts.length, SIZE, text), notes: list.notes };
  const element = method === 'front' ? list.parts[0] : list.parts.at(-1);
  return element === undefined
    ? unknownValue(text)
    : { ...element, notes: gather([list, element]).notes, text };
}

/** `owner.name` as it is written. */
interface MemberAccess {
  readonly owner: Value;
  readonly name: string;
  /** First name of the owner, and whether it is all of it. */
  readonly root: string;
  readonly isOfVariable: boolean;
  readonly text: string;
}

/** A component of an aggregate, or a member that was assigned by its path. */
export function memberNamed(access: MemberAccess, scope: Scope, evaluation: Evaluation): Value {
  const { owner, name, text } = access;
  const path = pathOfMember(text);
  const found = scope.lookup(path);
  // An object whose members nobody assigns one by one is what it was made.
  const part = owner.names === undefined || found === null ? partNamed(owner, name) : null;
  if (part !== null) return owner.names === undefined ? part : { ...part, text };
  const whole = memberOfWhole(access, scope, evaluation);
  if (whole !== null && (whole.number !== null || whole.parts !== null)) return { ...whole, text };
  if (found?.symbol.kind === 'variable') {
    const value = whole ?? variableValue(found, found.symbol, evaluation, scope);
    if (value.number !== null || value.parts !== null) return { ...evaluation.withGiven(path, value), text };
    return evaluation.withGiven(path, renamed(value, text));
  }
  if (found?.symbol.kind === 'bound') return found.symbol.value;
  const ofPair = pairMember(owner, name);
  if (ofPair !== null) return { ...ofPair, text };
  const warp = /^warp_?size$/i.test(name);
  if (warp) return { ...numberValue(WARP_SIZE, INT, text), notes: [WARP_NOTE] };
  if (name === 'maxThreadsPerBlock') return { ...numberValue(MAX_THREADS, INT, text), notes: [THREADS_NOTE] };
  return evaluation.withGiven(path, unknownMember(text, path));
}

/** The member of a variable that was given a value as a whole, or of an element of a table. */
function memberOfWhole(
  { owner, name, root, isOfVariable }: MemberAccess,
  scope: Scope,
  evaluation: Evaluation,
): Value | null {
  const found = scope.lookup(root);
  if (found?.symbol.kind !== 'variable') return null;
  const { symbol } = found;
  if (isOfVariable) return memberValue({ symbol, scope: found.scope }, name, evaluation, scope);
  const placed = owner.parts === null ? null : memberOf(symbol.type, name, scope);
  return (placed === null ? undefined : owner.parts?.[placed.place]) ?? null;
}

/** How a member is called where it is given a value: `image->width` and `this->width` are `image.width` and `width`. */
function pathOfMember(text: string): string {
  return text.replaceAll('->', '.').replace(/^this\./, '');
}

function unknownMember(text: string, path: string): Value {
  const unknown = unknownValue(text);
  return path === text || !isSettable(path) ? unknown : { ...unknown, settable: [path] };
}

function renamed(value: Value, text: string): Value {
  return { ...value, unknowns: value.unknowns.length > 0 ? value.unknowns : [text], text };
}

/** Whether a list is the arguments of the program, whatever `main` calls them. */
function ofMain({ unknowns: [unknown] }: Value): boolean {
  return unknown === 'argv';
}

/** `list[index]` as it is written; `list` is the text of the list. */
interface ElementAccess {
  readonly owner: Value;
  readonly index: Value;
  readonly list: string;
  readonly text: string;
}

/** An element of an aggregate, or one that was assigned by its path. */
export function elementAt(
  { owner, index, list, text }: ElementAccess,
  scope: Scope,
  evaluation: Evaluation,
): Value {
  const part = index.number === null ? undefined : owner.parts?.[index.number];
  if (part !== undefined) return { ...part, notes: gather([part, index]).notes };
  const found = scope.lookup(`${list.replace(/\s+/g, '')}[${index.number}]`);
  if (found?.symbol.kind !== 'variable')
    return unknownValue(ofMain(owner) ? `argv${text.slice(list.length)}` : text);
  return { ...variableValue(found, found.symbol, evaluation, scope), text };
}
