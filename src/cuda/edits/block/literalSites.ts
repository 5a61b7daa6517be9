import { parseNumber } from '../../constants/literals';
import type { Scope } from '../../constants/scope';
import { tokenize } from '../../syntax/lexer';
import { TokenKind, type Tokens } from '../../syntax/tokens';

/** A number written in a source, that an expression gets (part of) its value from. */
export interface LiteralSite {
  readonly path: string;
  /** Offsets in the file's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

/** A stretch of a file's text. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

/** Reads a stretch of a file by range; null for a file that is not in the workspace. */
export type RangeReader = (
  path: string,
  range: {
    readonly startLine: number;
    readonly startColumn: number;
    readonly endLine: number;
    readonly endColumn: number;
  },
) => SourceText | null;

const MAX_DEPTH = 8;

/** The numbers that are written in an expression itself. */
export function numbersIn(expression: SourceText): readonly LiteralSite[] {
  const tokens = tokenize(expression.text, false);
  return Array.from({ length: tokens.count }, (_, index) => numberAt(expression, tokens, index)).filter(
    (site) => site !== null,
  );
}

function numberAt({ path, offset }: SourceText, tokens: Tokens, index: number): LiteralSite | null {
  const number = tokens.kind(index) === TokenKind.number ? parseNumber(tokens.at(index)) : null;
  if (number === null || !Number.isInteger(number.number)) return null;
  return { path, start: offset + tokens.start(index), end: offset + tokens.end(index), value: number.number };
}

/**
 * The numbers that an expression is made of: those written in it, and those behind the macros and
 * singly assigned variables that it names, wherever they are defined.
 */
export function literalSites(
  expression: SourceText,
  scope: Scope,
  read: RangeReader,
  depth = 0,
): LiteralSite[] {
  if (depth > MAX_DEPTH) return [];
  const tokens = tokenize(expression.text, false);
  const sites: LiteralSite[] = [];
  for (let index = 0; index < tokens.count; index++) {
    const site = numberAt(expression, tokens, index);
    if (site !== null) sites.push(site);
    else if (tokens.isIdentifier(index) && !tokens.is(index - 1, '.')) {
      for (const source of definitions(tokens.at(index), scope, read))
        sites.push(...literalSites(source, scope, read, depth + 1));
    }
  }
  return sites;
}

/** Where the text that gives a name its value stands; nothing while there is more than one. */
function definitions(name: string, scope: Scope, read: RangeReader): SourceText[] {
  const macro = scope.macros(name);
  if (macro)
    return macro.parameters === null && macro.path !== ''
      ? [{ path: macro.path, text: macro.body, offset: macro.bodyOffset }]
      : [];
  const symbol = scope.lookup(name)?.symbol;
  if (symbol?.kind !== 'variable' || symbol.values.length !== 1) return [];
  const site = symbol.values[0]!.site;
  const source = site && read(site.path, site.range);
  return source ? [source] : [];
}
