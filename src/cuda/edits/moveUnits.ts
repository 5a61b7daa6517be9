import { message, type Message } from '../../kernel/message';
import { tokenize } from '../syntax/lexer';
import type { Statement } from './statements';

/** A declaration that calls nothing: `const size_t bytes = n * sizeof(float);`, `dim3 grid(n / 16);`. */
const PLAIN_DECLARATION =
  /^(const\s+|constexpr\s+)?(unsigned\s+)?[A-Za-z_][\w:]*\s+([A-Za-z_]\w*)\s*(=[^;&[\]{}]*|\([^;&[\]{}]*\))?;$/;
const CALLS = /\b(?!sizeof\b|dim3\b)[A-Za-z_]\w*\s*\(/;

/** A call with the declarations and comments in front of it, which move along. */
interface Unit {
  /** White space between the unit before and this one. */
  readonly gap: string;
  readonly text: string;
  /** Position of the call among the statements. */
  readonly call: number;
  readonly declares: readonly string[];
}

/** The text to put in place of a range of the source. */
export interface MovedUnits {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Puts calls of one block into the wanted order, each with the declarations that stand in front of it.
 *
 * @param statements of the block
 * @param wanted positions of the calls among the statements, in the new order
 * @returns a reason where something else stands between, or a name would be used before its declaration
 */
export function moveUnits(
  text: string,
  statements: readonly Statement[],
  wanted: readonly number[],
): MovedUnits | Message {
  const calls = wanted.toSorted((a, b) => a - b);
  const start = startOfFirst(text, statements, calls[0]!);
  const units: Unit[] = [];
  let from = start;
  let index = statements.findIndex((statement) => statement.end > start);
  for (const call of calls) {
    const declares: string[] = [];
    for (; index < call; index++) {
      const name = declaredName(statements[index]!.text);
      if (name === null)
        return message('cuda.statementBetween', { statement: short(statements[index]!.text) });
      declares.push(name);
    }
    index++;
    const end = endOfLineComment(text, statements[call]!.end);
    const whole = text.slice(from, end);
    const gap = /^\s*/.exec(whole)![0];
    units.push({ gap, text: whole.slice(gap.length), call, declares });
    from = end;
  }
  const ordered = wanted.map((call) => units.find((unit) => unit.call === call)!);
  return usedTooEarly(ordered) ?? { start, end: from, text: joined(ordered, units[0]!) };
}

/** Declarations and comments right above the first call belong to it, up to a blank line. */
function startOfFirst(text: string, statements: readonly Statement[], first: number): number {
  let index = first;
  while (index > 0) {
    const [before, here] = [statements[index - 1]!, statements[index]!];
    const between = text.slice(endOfLineComment(text, before.end), here.start);
    if (declaredName(before.text) === null || /\n\s*\n|\/[/*]/.test(between)) break;
    index--;
  }
  const previousEnd = index > 0 ? endOfLineComment(text, statements[index - 1]!.end) : 0;
  const { start } = statements[index]!;
  return start - commentsBefore(text.slice(previousEnd, start));
}

/** Characters from the first of the line comments that a text ends with to its end; 0 where it ends otherwise. */
function commentsBefore(text: string): number {
  const lines = text.split('\n');
  if (lines.at(-1)!.trim() !== '') return 0;
  let first = lines.length - 1;
  while (first > 0 && lines[first - 1]!.trimStart().startsWith('//')) first--;
  // A comment may stand behind something else.
  const above = lines[first - 1] ?? '';
  const behind = above.indexOf('//');
  if (behind >= 0) return above.length - behind + charactersFrom(lines, first);
  if (first === lines.length - 1) return 0;
  return charactersFrom(lines, first) - 1 - (lines[first]!.length - lines[first]!.trimStart().length);
}

/** Characters of some last lines, with the line end before each. */
function charactersFrom(lines: readonly string[], first: number): number {
  return lines.slice(first).reduce((sum, line) => sum + 1 + line.length, 0);
}

function declaredName(text: string): string | null {
  const name = PLAIN_DECLARATION.exec(text)?.[3];
  const isList = /\bdim3\s+\w+\s*\(/.test(text);
  const calls = CALLS.test(isList ? text.replace(/\bdim3\s+\w+\s*\(/, '') : text);
  return name === undefined || calls ? null : name;
}

/** The end of a comment on the rest of the line; the offset itself where there is none. */
function endOfLineComment(text: string, offset: number): number {
  return offset + (/^[ \t]*\/\/[^\r\n]*/.exec(text.slice(offset, offset + 500))?.[0].length ?? 0);
}

function usedTooEarly(ordered: readonly Unit[]): Message | null {
  for (const [place, unit] of ordered.entries())
    for (const later of ordered.slice(place + 1)) {
      const name = later.declares.find((candidate) => mentions(unit.text, candidate));
      if (name !== undefined) return message('cuda.usedTooEarly', { statement: short(unit.text), name });
    }
  return null;
}

function mentions(text: string, name: string): boolean {
  const tokens = tokenize(text, false);
  for (let index = 0; index < tokens.count; index++) if (tokens.at(index) === name) return true;
  return false;
}

/** Blank lines go with the unit behind them, but what stood first stays where it is. */
function joined(ordered: readonly Unit[], first: Unit): string {
  const gapOfFirst = ordered[0]!.gap;
  return ordered
    .map((unit, place) => (place === 0 ? first.gap : unit === first ? gapOfFirst : unit.gap) + unit.text)
    .join('');
}

function short(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 60);
}
