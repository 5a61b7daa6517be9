import { evaluate } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { Scope, VariableSymbol } from '../constants/scope';
import { foldText } from '../syntax/angles';
import type { Tokens } from '../syntax/tokens';
import { calledFrom } from './assignment';
import type { Frame } from './frame';
import { ANY_ELEMENT } from './handlePath';

/** Lists longer than this are not gone through element by element. */
const MAX_ELEMENTS = 64;
/** Elements that are told apart: streams, events and pointers. */
const APART = /stream|event|\*/i;

/** `for (auto &s : streams)`. */
export interface RangeHead {
  readonly name: string;
  readonly list: string;
}

/** The head of a loop over a list, between its brackets; null for other loops. */
export function rangeHead(tokens: Tokens, from: number, to: number): RangeHead | null {
  for (let at = from; at < to; at++) {
    if (tokens.is(at, ';')) return null;
    if (tokens.is(at, ':') && tokens.isIdentifier(at - 1))
      return { name: tokens.at(at - 1), list: foldText(tokens.slice(at + 1, to)) };
  }
  return null;
}

/** How many elements the lists of a program have, as far as their declarations and what lets them grow tell. */
export class Lists {
  private readonly sizes = new Map<string, number>();

  constructor(private readonly mode: EvaluationMode) {}

  /**
   * A method is called that may let a list grow.
   *
   * @returns the element that is put behind the others; null where there is none
   */
  called(frame: Frame, index: number, name: string, texts: readonly string[], scope: Scope): string | null {
    if (!/^(?:push_back|emplace_back|resize)$/.test(name)) return null;
    const from = calledFrom(frame.tokens, index);
    const list = frame.handleName(frame.tokens.slice(from, index - 1), scope);
    if (from === index || list === null) return null;
    const size = name === 'resize' ? evaluate(texts[0] ?? '', scope, this.mode).value : this.sizeOf(list) + 1;
    if (size !== null) this.sizes.set(list, size);
    return name === 'resize' ? null : `${list}[${this.sizeOf(list) - 1}]`;
  }

  /** The element that the call whose name stands at `index` has put into a list; null for other calls. */
  putInto(frame: Frame, index: number, scope: Scope): string | null {
    if (!/^(?:push_back|emplace_back)$/.test(frame.tokens.at(index))) return null;
    const list = frame.handleName(frame.tokens.slice(calledFrom(frame.tokens, index), index - 1), scope);
    return list === null || this.sizeOf(list) === 0 ? null : `${list}[${this.sizeOf(list) - 1}]`;
  }

  private sizeOf(list: string): number {
    return this.sizes.get(list) ?? 0;
  }

  /** Names of the elements that a loop goes through one by one; null where they are not told, or hold numbers only. */
  elements(frame: Frame, range: RangeHead, scope: Scope): readonly string[] | null {
    const list = this.listOf(frame, range, scope);
    if (list === null) return null;
    const size = this.sizes.get(list.name) ?? this.declared(list.symbol, scope);
    if (size === null || size > MAX_ELEMENTS) return null;
    return Array.from({ length: size }, (_, at) => `${list.name}[${at}]`);
  }

  /** The name of whichever element a loop is at; null where they hold numbers only. */
  anyElement(frame: Frame, range: RangeHead, scope: Scope): string | null {
    const list = this.listOf(frame, range, scope);
    return list === null ? null : `${list.name}${ANY_ELEMENT}`;
  }

  /** What a loop goes through, where its elements are told apart. */
  private listOf(
    frame: Frame,
    { list }: RangeHead,
    scope: Scope,
  ): { readonly name: string; readonly symbol: VariableSymbol } | null {
    const name = frame.handleName(list, scope);
    const symbol = /^[A-Za-z_]\w*$/.test(list) ? scope.lookup(list)?.symbol : undefined;
    return name !== null && symbol?.kind === 'variable' && this.isApart(symbol, scope)
      ? { name, symbol }
      : null;
  }

  /** Whether each element is something of its own, as objects are. */
  private isApart({ type }: VariableSymbol, scope: Scope): boolean {
    if (APART.test(type)) return true;
    const element = /<\s*(?:struct\s+)?([A-Za-z_]\w*)/.exec(type)?.[1] ?? type.trim();
    return scope.lookup(element)?.symbol.kind === 'type';
  }

  private declared({ type, extents, values }: VariableSymbol, scope: Scope): number | null {
    const text = extents[0] ?? /\barray\s*<[^,]*,([^>]+)>/.exec(type)?.[1];
    if (text !== undefined) return evaluate(text, scope, this.mode).value;
    const [first, ...others] = values;
    if (!/\bvector\b/.test(type) || others.length > 0 || typeof first?.text !== 'string') return null;
    return evaluate(first.text, scope, this.mode).value;
  }
}
