import type { Scope } from '../constants/scope';
import { splitCommas } from '../syntax/angles';
import { expressionEnd } from './assignment';
import { chosenBranch } from './chosenBranch';
import type { Frame } from './frame';
import { classSymbol, classWritten } from './getter';
import type { Handles } from './handles';

/** A variable, member or element, and nothing that is computed. */
const PATH = /^(?!new\b)[&*\s]*(?:this\s*->\s*)?[A-Za-z_][\w\s.]*(?:(?:->|::|\[[^\]]*\])[\w\s.]*)*$/;
const NULL = /^(?:0|NULL|nullptr|\{\s*\})$/;
/** Types of what is known by the name of a stream or an event, or may be. */
const HANDLE_TYPE = /stream|event|\bauto\b/i;

/**
 * `s = streams[i % n]`, `auto s = i ? a : b`: the name at the left of the `=` stands for what is at its right.
 *
 * @returns what it stands for now; null where that is none that had a name
 */
export function assignedHandle(handles: Handles, frame: Frame, index: number): string | null {
  const scope = frame.scopeAt(index);
  const target = targetText(frame, index);
  const name = target !== null && mayBeHandle(target, scope) ? frame.handleName(target, scope, true) : null;
  if (name === null) return null;
  const { tokens } = frame;
  const value = chosenBranch(tokens.slice(index + 1, expressionEnd(tokens, index + 1)), scope, frame.mode);
  if (NULL.test(value)) {
    handles.cleared(name);
    return null;
  }
  if (!PATH.test(value) && frame.handedOut(value, scope) === null) {
    handles.made(name);
    return null;
  }
  const handle = frame.stream(value, scope);
  handles.give(name, handle);
  return handle;
}

/** What stands left of the `=` at `index`: a variable, a member or an element; null for all else. */
export function targetText({ tokens }: Frame, index: number): string | null {
  let start = index - 1;
  if (tokens.is(start, ']')) start = tokens.partner(start) - 1;
  if (start < 0 || !tokens.isIdentifier(start) || tokens.is(start, 'auto')) return null;
  while ((tokens.is(start - 1, '.') || tokens.is(start - 1, '->')) && tokens.isIdentifier(start - 2))
    start -= 2;
  return tokens.slice(start, index);
}

function mayBeHandle(target: string, scope: Scope): boolean {
  const symbol = scope.lookup(/[A-Za-z_]\w*/.exec(target)?.[0] ?? '')?.symbol;
  if (symbol?.kind === 'variable' && (HANDLE_TYPE.test(symbol.type) || leadsToObject(symbol.type, scope)))
    return true;
  return /stream|event/i.test(target);
}

/** Whether a type is that of a reference or pointer to an object. */
function leadsToObject(type: string, scope: Scope): boolean {
  const name = /[*&]\s*$/.test(type) ? classWritten(type, '') : null;
  return name !== null && classSymbol(scope, name) !== null;
}

/** The names of `auto [a, b] =` in front of the `=` at `index`; null for all else. */
export function boundNames({ tokens }: Frame, index: number): readonly string[] | null {
  const open = tokens.is(index - 1, ']') ? tokens.partner(index - 1) : -1;
  const before = /^&&?$/.test(tokens.at(open - 1)) ? open - 2 : open - 1;
  if (open < 0 || !tokens.is(before, 'auto')) return null;
  return splitCommas(tokens, open + 1, index - 1).map(({ from, to }) => tokens.slice(from, to));
}
