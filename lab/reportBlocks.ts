import fs from 'node:fs';
import { writeFormatted } from './formatted';

/** Where the text between the comments `begin NAME` and `end NAME` of a Markdown file stands. */
function placeOf(
  document: string,
  file: string,
  name: string,
): { readonly from: number; readonly to: number } {
  const begin = `<!-- begin ${name} -->`;
  const [from, to] = [document.indexOf(begin), document.indexOf(`<!-- end ${name} -->`)];
  if (from < 0 || to < from) throw new Error(`${file} has no block ${name}`);
  return { from: from + begin.length, to };
}

/**
 * Cells of the rows of the table between the comments `begin NAME` and `end NAME` of a Markdown file, without its head.
 *
 * @throws Error when the file has no such block
 */
export function blockRows(file: string, name: string): readonly (readonly string[])[] {
  const document = fs.readFileSync(file, 'utf8');
  const { from, to } = placeOf(document, file, name);
  const lines = document
    .slice(from, to)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/**
 * Puts `text` between the comments `begin NAME` and `end NAME` of a Markdown file.
 *
 * @throws Error when the file has no such block
 */
export async function writeBlock(file: string, name: string, text: string): Promise<void> {
  const document = fs.readFileSync(file, 'utf8');
  const { from, to } = placeOf(document, file, name);
  const changed = `${document.slice(0, from)}\n\n${text}\n\n${document.slice(to)}`;
  await writeFormatted(file, changed);
}
