/**
 * Looks for regular expressions of src and webview that take the square of a text's length.
 *
 *   npm run study -- regular-expressions [--only PART]
 *
 * Every literal is tried on long repetitions of what it names itself and of what texts are made of. One whose time
 * grows far more than the text does is listed with the repetition and the milliseconds at both lengths; nothing is
 * listed where all is well. Times are the machine's: what is listed at a busy moment is to be looked at again.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
/** Characters of the two texts: eight times the length takes 64 times as long where a square is in it. */
const [SHORT, LONG] = [2_500, 20_000];
const SUSPECT_MS = 12;
const SQUARE = 20;

const UNITS = [
  ...[' ', '\t', '\n', 'a', '0', '_', '.', ',', ':', ';', '-', '/', '\\', '*', '"', "'", '=', '#', '&'],
  ...[
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<',
    '>',
    '::',
    '0.',
    'a ',
    ' a',
    'a.',
    'a,',
    'a::',
    '/*',
    '//',
    '<a',
    'a<',
    '()',
  ],
];

interface Literal {
  readonly place: string;
  readonly expression: RegExp;
}

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const files = ['src', 'webview'].flatMap((folder) => sourcesIn(path.join(ROOT, folder)));
const literals = files.flatMap(literalsOf).filter(({ place }) => place.includes(values.only));
let found = 0;
for (const literal of literals) {
  const said = slowest(literal.expression);
  if (said === null) continue;
  found++;
  console.log(`${literal.place} ${String(literal.expression).slice(0, 120)}\n    ${said}`);
}
console.log(`${literals.length} expressions, ${found} of them slow on long texts`);

function sourcesIn(folder: string): string[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.filter((name) => name.endsWith('.ts')).map((name) => path.join(folder, name));
}

function literalsOf(file: string): readonly Literal[] {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const literals: Literal[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, body, flags] = /^\/([^]*)\/([a-z]*)$/.exec(node.text)!;
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      literals.push({
        place: `${path.relative(ROOT, file)}:${line}`,
        expression: new RegExp(body!, flags),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return literals;
}

/** The repetition on which an expression takes the square of the length; null where none does. */
function slowest(expression: RegExp): string | null {
  const words = String(expression).match(/[A-Za-z_]{2,}/g) ?? [];
  const own = words.flatMap((word) => [word, `${word} `, `${word}(`, `${word}<`, `${word}:`, `${word}a`]);
  for (const unit of new Set([...UNITS, ...own]))
    for (const [before, after] of [
      ['', '\u0001'],
      ['a', '\u0001'],
      ['', '\n\u0001'],
      ...words.map((word) => [`${word} `, '\u0001']),
    ]) {
      const text = (length: number): string => before + unit.repeat(length / unit.length) + after;
      const long = timeOf(expression, text(LONG));
      if (long < SUSPECT_MS) continue;
      const short = timeOf(expression, text(SHORT));
      if (timeOf(expression, text(LONG)) > SQUARE * short)
        return `${JSON.stringify(before)} + ${JSON.stringify(unit)} repeated: ${short.toFixed(2)} ms, ${long.toFixed(0)} ms`;
    }
  return null;
}

function timeOf(expression: RegExp, text: string): number {
  const begun = performance.now();
  text.replace(expression, '');
  return performance.now() - begun;
}
