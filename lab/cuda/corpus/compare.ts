import type { Kernel, Launch } from '../../../src/kernel/kernel';
import type { SourceRange } from '../../../src/kernel/source';
import { splitCommas } from '../../../src/cuda/syntax/angles';
import { tokenize } from '../../../src/cuda/syntax/lexer';
import { TokenKind } from '../../../src/cuda/syntax/tokens';
import type { CudaIndex } from '../../../src/cuda/workspace';
import type { Corpus, Row } from './corpus';

/** A share: how many of how many. */
export interface Share {
  hits: number;
  readonly total: number;
}

export interface DefinitionComparison {
  readonly found: Share;
  readonly line: Share;
  readonly parameters: Share;
  readonly misses: readonly string[];
}

export interface LaunchComparison {
  /** Reference rows outside of `#define` bodies. */
  readonly found: Share;
  readonly configuration: Share;
  readonly arguments: Share;
  /** Rows inside `#define` bodies: found when the macro is used and its launches stand there. */
  readonly inMacros: Share;
  readonly misses: readonly string[];
}

function byPath<T extends { readonly path: string }>(items: readonly T[]): Map<string, T[]> {
  const table = new Map<string, T[]>();
  for (const item of items) table.set(item.path, [...(table.get(item.path) ?? []), item]);
  return table;
}

function label(row: Row): string {
  return `${row['file']}:${row['line']} ${row['kernel']}`;
}

/** Compares definitions: by file and name, then line, then number of parameters. */
export function compareDefinitions(rows: readonly Row[], index: CudaIndex): DefinitionComparison {
  const table = byPath<Kernel>(index.kernels);
  const [found, line, parameters] = [0, 1, 2].map(() => ({ hits: 0, total: rows.length })) as [
    Share,
    Share,
    Share,
  ];
  const misses: string[] = [];
  for (const row of rows) {
    const named = (table.get(row['file']!) ?? []).filter((kernel) => kernel.name === row['kernel']);
    const exact = named.filter((kernel) => kernel.line === Number(row['line']));
    const counted = (exact.length > 0 ? exact : named).some(
      (kernel) => kernel.parameters.length === Number(row['nparams']),
    );
    if (named.length > 0) found.hits++;
    if (exact.length > 0) line.hits++;
    if (counted) parameters.hits++;
    if (exact.length === 0 || !counted) {
      misses.push(
        `${label(row)}: ${named.length === 0 ? 'not found' : `${named[0]!.parameters.length} parameters`}`,
      );
    }
  }
  return { found, line, parameters, misses };
}

/** The text of a range (columns are UTF-16 units). */
function textOf(lines: readonly string[], range: SourceRange): string {
  if (range.startLine === range.endLine) {
    return lines[range.startLine - 1]!.slice(range.startColumn, range.endColumn);
  }
  return [
    lines[range.startLine - 1]!.slice(range.startColumn),
    ...lines.slice(range.startLine, range.endLine - 1),
    lines[range.endLine - 1]!.slice(0, range.endColumn),
  ].join('\n');
}

function configurationArguments(lines: readonly string[], launch: Launch): number {
  const tokens = tokenize(textOf(lines, launch.configRange), false);
  return splitCommas(tokens, 0, tokens.count).length;
}

/** Names of the macros whose definitions hold each line. */
function macroLines(text: string): Map<number, string> {
  const tokens = tokenize(text);
  const held = new Map<number, string>();
  let line = 1;
  let at = 0;
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kind(index) !== TokenKind.directive) continue;
    const name = /^#\s*define\s+(\w+)/.exec(tokens.at(index))?.[1];
    for (; at < tokens.start(index); at++) if (text[at] === '\n') line++;
    if (name === undefined) continue;
    const last = line + tokens.at(index).split('\n').length - 1;
    for (let inside = line; inside <= last; inside++) held.set(inside, name);
  }
  return held;
}

function lastName(callee: string): string {
  return callee
    .replace(/<.*$/s, '')
    .replace(/^.*(::|\.|->)/s, '')
    .replace(/^template\s+/, '')
    .trim();
}

/** Compares launches: by file and line, then callee and number of arguments. */
export function compareLaunches(rows: readonly Row[], index: CudaIndex, corpus: Corpus): LaunchComparison {
  const table = byPath<Launch>(index.launches);
  const texts = new Map(corpus.texts.map(({ path, text }) => [path, text]));
  const macros = new Map<string, Map<number, string>>();
  const outside: Row[] = [];
  let macroRows = 0;
  let macroHits = 0;
  for (const row of rows) {
    const file = row['file']!;
    const text = texts.get(file) ?? '';
    if (!macros.has(file)) macros.set(file, macroLines(text));
    const macro = macros.get(file)!.get(Number(row['line']));
    if (macro === undefined) {
      outside.push(row);
      continue;
    }
    macroRows++;
    const lines = text.split('\n');
    const used = (table.get(file) ?? []).some((launch) => lines[launch.range.startLine - 1]!.includes(macro));
    if (used) macroHits++;
  }
  return { ...compareOutside(outside, table, texts), inMacros: { hits: macroHits, total: macroRows } };
}

function compareOutside(
  rows: readonly Row[],
  table: ReadonlyMap<string, readonly Launch[]>,
  texts: ReadonlyMap<string, string>,
): Omit<LaunchComparison, 'inMacros'> {
  const [found, configuration, args] = [0, 1, 2].map(() => ({ hits: 0, total: rows.length })) as [
    Share,
    Share,
    Share,
  ];
  const misses: string[] = [];
  for (const row of rows) {
    const lines = (texts.get(row['file']!) ?? '').split('\n');
    const here = (table.get(row['file']!) ?? []).filter(
      (launch) => launch.line === Number(row['line']) && lastName(launch.callee) === lastName(row['kernel']!),
    );
    const configured = here.some(
      (launch) => configurationArguments(lines, launch) === Number(row['nconfig']),
    );
    const passed = here.some((launch) => launch.arguments.length === Number(row['nargs']));
    if (here.length > 0) found.hits++;
    if (configured) configuration.hits++;
    if (passed) args.hits++;
    if (!configured || !passed) {
      const ours =
        here[0] === undefined ? 'not found' : `${here[0].arguments.length} arguments for ${row['nargs']}`;
      misses.push(`${label(row)}: ${ours} ${row['style'] ?? ''}`.trim());
    }
  }
  return { found, configuration, arguments: args, misses };
}
