import { tokenize } from '../syntax/lexer';
import { TokenKind, type Tokens } from '../syntax/tokens';

/** One `#define`. */
export interface Macro {
  readonly name: string;
  /** Null for an object-like macro. A variadic one ends with `__VA_ARGS__` (or the GNU name). */
  readonly parameters: readonly string[] | null;
  readonly variadic: boolean;
  /** Replacement list as written, comments included. */
  readonly body: string;
  readonly tokens: Tokens;
  /** Where it is defined; absent for built-in and command-line definitions. */
  readonly path?: string;
  /** Offset of the replacement list in that file's text. */
  readonly bodyOffset?: number;
}

/** The macros in force at some place, by name. */
export type MacroLookup = (name: string) => Macro | undefined;

/** Makes a macro from its parts, as a `-D` definition does. */
export function makeMacro(
  name: string,
  body: string,
  parameters: readonly string[] | null = null,
  place: { readonly path?: string; readonly bodyOffset?: number } = {},
): Macro {
  const variadic = parameters?.at(-1)?.endsWith('...') ?? false;
  const names = parameters?.map((text) => (text === '...' ? '__VA_ARGS__' : text.replace(/\s*\.\.\.$/, '')));
  return { name, parameters: names ?? null, variadic, body, tokens: tokenize(body, false), ...place };
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
  return makeMacro(head[1]!, directive.slice(start).trimEnd(), parameters, {
    path,
    bodyOffset: offset + start,
  });
}

const OPERATORS = /^(\+|-|\*|\/|%|<<|>|<|&|\||\^|~|!|\(|\)|\?|:|==|!=|<=|>=|&&|\|\|)$/;
const TYPE_WORDS = /^(sizeof|int|unsigned|long|short|char|float|double|size_t|u?int\d+_t)$/;

/**
 * Whether a macro is a plain constant expression: object-like, of numbers, operators, casts and
 * other such macros. Such a name stays in the text as a constant of that name; everything else is
 * expanded, because it may hide types, statements or memory accesses.
 */
export function isConstantMacro(macro: Macro, lookup: MacroLookup, depth = 0): boolean {
  const { tokens } = macro;
  if (macro.parameters !== null || tokens.count === 0 || tokens.count > 64 || depth > 8) return false;
  let operands = 0;
  let afterOperand = false;
  for (let index = 0; index < tokens.count; index++) {
    const text = tokens.at(index);
    const operand = isConstantOperand(tokens, index, lookup, depth);
    if (operand && afterOperand) return false;
    if (operand) operands++;
    else if (!OPERATORS.test(text) && !TYPE_WORDS.test(text)) return false;
    afterOperand = operand;
  }
  return operands > 0;
}

function isConstantOperand(tokens: Tokens, index: number, lookup: MacroLookup, depth: number): boolean {
  const kind = tokens.kind(index);
  if (kind === TokenKind.number || kind === TokenKind.character) return true;
  const macro = kind === TokenKind.identifier ? lookup(tokens.at(index)) : undefined;
  return macro !== undefined && isConstantMacro(macro, lookup, depth + 1);
}
