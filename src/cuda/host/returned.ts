import { foldText, splitCommas } from '../syntax/angles';
import { boundNames, targetText } from './assignedHandle';
import { calledFrom, expressionEnd } from './assignment';
import type { HostState } from './deviceCalls';
import type { Frame } from './frame';
import type { Scope } from '../constants/scope';

/** What stands around values that are handed out together. */
const TOGETHER = /^(?:make_pair|make_tuple|pair|tuple)$/;

interface ReturnedValue {
  /** Stream, event or buffer, by the name that the program knows it by. */
  readonly handle: string;
  readonly buffer: string | null;
  /** Whether the function itself has it, so that each call hands out another one. */
  readonly isOwn: boolean;
}

/** What followed functions hand out: streams and buffers get the names that callers give them. */
export class Returned {
  private values: readonly ReturnedValue[] = [];

  constructor(private readonly state: HostState) {}

  /** A function is entered. */
  enter(): void {
    this.values = [];
  }

  /** The `return` at `index` is met. */
  met(frame: Frame, index: number): void {
    const scope = frame.scopeAt(index);
    this.values = parts(frame, index + 1).flatMap((text): ReturnedValue[] => {
      const name = frame.canonical(text, scope);
      if (name === null) return [];
      const handle = frame.stream(text, scope);
      const buffer = this.state.buffers.identify(frame, text, scope);
      return [{ handle, buffer, isOwn: (buffer ?? handle).startsWith(frame.ownNames) }];
    });
  }

  /** The call at `index` has been followed: what it is assigned to stands for what it handed out. */
  given(frame: Frame, index: number): void {
    const { values } = this;
    this.values = [];
    const equals = calledFrom(frame.tokens, index) - 1;
    if (values.length === 0 || !frame.tokens.is(equals, '=')) return;
    const bound = boundNames(frame, equals);
    const target = bound === null ? targetText(frame, equals) : null;
    const names = bound ?? (target === null ? [] : [target]);
    if (names.length !== values.length) return;
    const scope = frame.scopeAt(equals);
    const targets = names.map((name) => frame.handleName(name, scope, true));
    values.forEach((value, at) => {
      const first = values.findIndex(({ handle }) => handle === value.handle);
      const target = targets[at] ?? null;
      if (target !== null) this.give(target, value, first < at ? (targets[first] ?? null) : null);
    });
    // What one pointer is given is told by the assignment itself.
    if (bound !== null) targets.forEach((target, at) => this.handOut(target, values[at]!));
  }

  /** A stream that was made by one name is put into a list: it is known by the element from now on. */
  put(frame: Frame, text: string, element: string, scope: Scope): void {
    const { handles, proved } = this.state;
    const name = frame.handleName(text, scope);
    if (name === null || !proved.streams.has(handles.of(name))) return;
    const handle = handles.of(name);
    if (handle !== name || name.includes('[')) return handles.give(element, handle);
    this.give(element, { handle, buffer: null, isOwn: true }, null);
    handles.give(name, element);
  }

  /** @param same the name that has been given the same value */
  private give(target: string, { handle, isOwn }: ReturnedValue, same: string | null): void {
    const { handles, proved, record } = this.state;
    if (same !== null) handles.give(target, handles.of(same));
    else if (isOwn) {
      handles.made(target);
      if (proved.streams.has(handle)) proved.create(target);
      record.streamRenamed(handle, target);
    } else handles.give(target, handle);
  }

  private handOut(target: string | null, { buffer, isOwn }: ReturnedValue): void {
    if (target !== null && buffer !== null) this.state.buffers.handedOut(target, buffer, isOwn);
  }
}

/** The values behind a `return`: one, or those that are handed out together. */
function parts({ tokens }: Frame, from: number): readonly string[] {
  const end = expressionEnd(tokens, from);
  let open = from;
  while (open < end && (tokens.isIdentifier(open) || tokens.is(open, '::'))) open++;
  const close = tokens.partner(open);
  const isList = tokens.is(open, '{') || (tokens.is(open, '(') && TOGETHER.test(tokens.at(open - 1)));
  if (isList && close === end - 1)
    return splitCommas(tokens, open + 1, close).map((range) => foldText(tokens.slice(range.from, range.to)));
  return [foldText(tokens.slice(from, end))];
}
