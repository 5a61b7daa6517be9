import type { Words } from '../../kernel/message';
import { tokenize } from '../syntax/lexer';
import { TokenKind, type Tokens } from '../syntax/tokens';

/** One token of a replacement list. */
export interface MacroPiece {
  readonly kind: number;
  readonly text: string;
  /** White space stands before it. */
  readonly spaced: boolean;
}

/** One `#define`. Its replacement list is split into tokens when it is first used. */
export class Macro {
  private read: readonly MacroPiece[] | null = null;

  constructor(
    readonly name: string,
    /** Replacement list as written, comments included. */
    readonly body: string,
    /** Null for an object-like macro. A variadic one ends with `__VA_ARGS__` (or the GNU name). */
    readonly parameters: readonly string[] | null,
    readonly variadic: boolean,
    /** File that defines it; empty for built-in and command-line definitions. */
    readonly path = '',
    /** Offset of the replacement list in that file's text. */
    readonly bodyOffset = 0,
  ) {}

  get pieces(): readonly MacroPiece[] {
    this.read ??= piecesOf(tokenize(this.body, false));
    return this.read;
  }
}

function piecesOf(tokens: Tokens): MacroPiece[] {
  const pieces: MacroPiece[] = [];
  for (let index = 0; index < tokens.count; index++) {
    const spaced = index > 0 && tokens.end(index - 1) < tokens.start(index);
    pieces.push({ kind: tokens.kind(index), text: tokens.at(index), spaced });
  }
  return pieces;
}

/** The macros in force at some place, by name. */
export type MacroLookup = (name: string) => Macro | undefined;

/** A definition in code that is not compiled, and why it is not. */
export interface OtherDefinition {
  readonly macro: Macro;
  readonly reason: Words;
}

/** Definitions of a name in code that is not compiled. */
export type OtherDefinitions = (name: string) => readonly OtherDefinition[];

/** Makes a macro from its parts, as a `-D` definition does. */
export function makeMacro(
  name: string,
  body: string,
  parameters: readonly string[] | null = null,
  path = '',
  bodyOffset = 0,
): Macro {
  const variadic = parameters?.at(-1)?.endsWith('...') ?? false;
  const names = parameters?.map((text) => (text === '...' ? '__VA_ARGS__' : withoutDots(text)));
  return new Macro(name, body, names ?? null, variadic, path, bodyOffset);
}

/** `args...` is GCC's way to name what `...` stands for. */
function withoutDots(parameter: string): string {
  return parameter.endsWith('...') ? parameter.slice(0, -3).trimEnd() : parameter;
}

const DEFINE = /^#\s*define\s+([A-Za-z_$][\w$]*)(\(([^()]*)\))?/;

/** Reads a `#define` line (line splices still in it); null when it is malformed. */
export function parseDefine(directive: string, path: string, offset: number): Macro | null {
  const head = DEFINE.exec(directive.replace(/\\\r?\n/g, (splice) => ' '.repeat(splice.length)));
  if (head === null) return null;
  const inner = head[3];
  const parameters =
    inner === undefined
      ? null
      : inner.trim() === ''
        ? []
        : inner.split(',').map((text) => text.replace(/\/\*.*?\*\//g, '').trim());
  const rest = directive.slice(head[0].length);
  const start = head[0].length + (rest.length - rest.replace(/^(\s|\\\r?\n)+/, '').length);
  return makeMacro(head[1]!, directive.slice(start).trimEnd(), parameters, path, offset + start);
}

const OPERATORS = /^(\+|-|\*|\/|%|<<|>|<|&|\||\^|~|!|\(|\)|\?|:|==|!=|<=|>=|&&|\|\|)$/;
const TYPE_WORDS = /^(sizeof|int|unsigned|long|short|char|float|double|size_t|u?int\d+_t)$/;

/**
 * Tests whether a macro is a plain constant expression: object-like, of numbers, operators, casts and
 * other such macros. Such a name stays in the text as a constant of that name; everything else is
 * expanded, because it may hide types, statements or memory accesses.
 */
export function isConstantMacro(macro: Macro, lookup: MacroLookup, depth = 0): boolean {
  if (macro.parameters !== null || macro.body.length > 200 || depth > 8) return false;
  let operands = 0;
  let afterOperand = false;
  for (const piece of macro.pieces) {
    const operand = isConstantOperand(piece, lookup, depth);
    if (operand && afterOperand) return false;
    if (operand) operands++;
    else if (!OPERATORS.test(piece.text) && !TYPE_WORDS.test(piece.text)) return false;
    afterOperand = operand;
  }
  return operands > 0;
}

function isConstantOperand({ kind, text }: MacroPiece, lookup: MacroLookup, depth: number): boolean {
  if (kind === TokenKind.number || kind === TokenKind.character) return true;
  const macro = kind === TokenKind.identifier ? lookup(text) : undefined;
  return macro !== undefined && isConstantMacro(macro, lookup, depth + 1);
}
