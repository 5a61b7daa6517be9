import { evaluate } from '../constants/evaluate';
import type { EvaluationMode } from '../constants/evaluation';
import type { VariableSymbol } from '../constants/scope';
import { closeAngle, splitCommas, type TokenRange } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { Tokens } from '../syntax/tokens';
import { targetText } from './assignedHandle';
import { callArguments } from './callArguments';
import type { Frame } from './frame';
import { ANY_ELEMENT } from './handlePath';
import { classWritten } from './getter';
import type { Lists } from './lists';

/** Elements of a list of objects that are made one by one at most. */
const MAX_OBJECTS = 64;
const MAKERS = /^(?:make_unique|make_shared)$/;
/** What may follow the name of an object where it is declared. */
const DECLARES = /^[;,({[=]$/;
const LISTS = /\b(?:vector|array|deque)\s*</;
const HOLDERS = /\b(?:unique_ptr|shared_ptr|optional|function)\s*</;

/** Objects that are made at a place of the code that is followed. */
export interface Construction {
  /** Their class. */
  readonly type: string;
  /** By the names that the program knows; none where nothing tells what they are given to. */
  readonly objects: readonly string[];
  readonly args: readonly TokenRange[];
  /** Where to go on. */
  readonly end: number;
}

/** Where host code makes objects of classes: by `new` and what stands for it, and by declarations. */
export class Constructions {
  constructor(
    private readonly lists: Lists,
    private readonly mode: EvaluationMode,
    /** Whether objects of a class do something when they are made. */
    private readonly isMade: (frame: Frame, type: string, index: number) => boolean,
  ) {}

  /** The objects that are made where the token at `index` stands; null where none are. */
  at(frame: Frame, index: number): Construction | null {
    const { tokens } = frame;
    if (tokens.is(index, 'new')) return this.newed(frame, index);
    if (MAKERS.test(tokens.at(index)) && tokens.is(index + 1, '<')) return this.held(frame, index);
    return DECLARES.test(tokens.at(index + 1)) ? this.declared(frame, index) : null;
  }

  /** `new T(…)`, `new T[n]`. */
  private newed(frame: Frame, index: number): Construction | null {
    const { tokens } = frame;
    let at = index + 1;
    while (tokens.is(at + 1, '::')) at += 2;
    const type = tokens.at(at);
    if (!tokens.isIdentifier(at) || !this.isMade(frame, type, index)) return null;
    const behind = tokens.is(at + 1, '<') ? closeAngle(tokens, at + 1) + 1 : at + 1;
    const target = this.target(frame, index);
    const close = /^[({[]$/.test(tokens.at(behind)) ? tokens.partner(behind) : -1;
    const inside = { from: behind + 1, to: close };
    if (tokens.is(behind, '['))
      return { type, objects: this.elements(frame, target, inside), args: [], end: close + 1 };
    return {
      type,
      objects: one(target),
      args: argumentsIn(tokens, inside),
      end: Math.max(behind, close + 1),
    };
  }

  /** `make_unique<T>(…)`. */
  private held(frame: Frame, index: number): Construction | null {
    const found = callArguments(frame.tokens, index);
    const type = found?.templates[0] && classWritten(frame.text(found.templates[0]), '');
    if (!found || !type || !this.isMade(frame, type, index)) return null;
    const target = this.target(frame, frame.tokens.is(index - 1, '::') ? index - 2 : index);
    return { type, objects: one(target), args: found.args, end: found.close + 1 };
  }

  /** `T a;`, `T a(…), b;`, `T c[n];`, `std::vector<T> d(n);`, `auto e = T(…);`. */
  private declared(frame: Frame, index: number): Construction | null {
    const { tokens } = frame;
    const scope = frame.scopeAt(index);
    const symbol = scope.lookup(tokens.at(index))?.symbol;
    if (symbol?.kind !== 'variable' || /[*&]/.test(symbol.type) || HOLDERS.test(symbol.type)) return null;
    const type = classWritten(symbol.type, symbol.values[0]?.text ?? '');
    if (type === null || !isDeclaration(tokens, index, symbol) || !this.isMade(frame, type, index))
      return null;
    const name = frame.handleName(tokens.at(index), scope);
    const assigned = tokens.is(index + 1, '=');
    if (assigned && !tokens.is(index + 2, type)) return null;
    const open = assigned ? index + 3 : index + 1;
    const close = /^[({[]$/.test(tokens.at(open)) ? tokens.partner(open) : -1;
    const inside = { from: open + 1, to: close };
    const isList = LISTS.test(symbol.type);
    if (isList || tokens.is(open, '['))
      return close < 0
        ? null
        : { type, objects: this.elements(frame, name, inside), args: [], end: close + 1 };
    return { type, objects: one(name), args: argumentsIn(tokens, inside), end: Math.max(open, close + 1) };
  }

  /** What is given the object that is made at `from`: what stands left of a `=`, or a list that it is put into. */
  private target(frame: Frame, from: number): string | null {
    const { tokens } = frame;
    const scope = frame.scopeAt(from);
    if (tokens.is(from - 1, '=')) {
      const text = targetText(frame, from - 1);
      return text === null ? null : frame.handleName(text, scope);
    }
    return tokens.is(from - 1, '(') ? this.lists.putInto(frame, from - 2, scope) : null;
  }

  private elements(frame: Frame, list: string | null, count: TokenRange): readonly string[] {
    const [first] = argumentsIn(frame.tokens, count);
    if (list === null || first === undefined) return [];
    const size = evaluate(frame.text(first), frame.scopeAt(first.from), this.mode).value;
    return size === null || size > MAX_OBJECTS
      ? [`${list}${ANY_ELEMENT}`]
      : Array.from({ length: size }, (_, at) => `${list}[${at}]`);
  }
}

const one = (name: string | null): readonly string[] => (name === null ? [] : [name]);

const argumentsIn = (tokens: Tokens, { from, to }: TokenRange): readonly TokenRange[] =>
  to <= from ? [] : splitCommas(tokens, from, to, true);

/** Whether the name at `index` stands where it is declared. */
function isDeclaration(tokens: Tokens, index: number, { type }: VariableSymbol): boolean {
  const words = tokenize(type, false);
  const last = words.count === 0 ? '' : words.at(words.count - 1);
  if (tokens.is(index - 1, last)) return true;
  if (!tokens.is(index - 1, ',')) return false;
  for (let at = index - 1; at >= 0; at--) {
    if (/^[)\]}]$/.test(tokens.at(at))) at = Math.min(at, tokens.partner(at));
    else if (/^[([]$/.test(tokens.at(at))) return false;
    else if (/^[;{]$/.test(tokens.at(at))) return tokens.slice(at + 1, index).includes(last);
  }
  return false;
}
