import { brokenText, pageWidth, shownLength, style } from './page';

const GAP = '  ';
/** A column of text is made no narrower than this. */
const NARROWEST = 12;
/** Nor, where the page has room, than its longest word, unless that is longer than this. */
const LONGEST_WORD = 28;

/**
 * Rows as text columns; columns of numbers are aligned to the right. Where the page is too narrow, cells of text
 * take several lines; where not even that suffices, every cell takes a line of its own.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const natural = head.map((_, column) => Math.max(...all.map((row) => shownLength(row[column] ?? ''))));
  const numeric = head.map(
    (_, column) => rows.length > 0 && rows.every((row) => /^[\d.,×–%\s−+-]*$/.test(row[column] ?? '')),
  );
  const words = head.map((_, column) => longestWord(all.map((row) => row[column] ?? '')));
  const floors = [words, words.map((width) => Math.min(NARROWEST, width))];
  const widths =
    floors
      .map((floor) => fittingWidths(natural, floor, numeric, pageWidth()))
      .find((found) => found !== null) ?? null;
  if (widths === null) return records(head, rows);
  const lines = (row: readonly string[]): string[] => rowLines(row, widths, numeric);
  const { strong, faint } = style();
  return [
    ...lines(head).map(strong),
    faint(widths.map((width) => '─'.repeat(width)).join(GAP)),
    ...rows.flatMap(lines),
  ].join('\n');
}

/** Widths with which a row fits the page, the widest columns of text made narrower; null where there are none. */
function fittingWidths(
  natural: readonly number[],
  floor: readonly number[],
  numeric: readonly boolean[],
  page: number,
): readonly number[] | null {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1) - page;
  while (excess > 0) {
    const slack = widths.map((width, at) => (numeric[at] === true ? 0 : width - floor[at]!));
    const column = slack.indexOf(Math.max(...slack));
    if (slack[column]! <= 0) return null;
    widths[column]!--;
    excess--;
  }
  return widths;
}

/** Of what cells can be broken into between words and after slashes. */
function longestWord(cells: readonly string[]): number {
  const lengths = cells.flatMap((cell) => cell.split(/ |(?<=\/)/).map(shownLength));
  return Math.min(LONGEST_WORD, Math.max(...lengths));
}

function rowLines(row: readonly string[], widths: readonly number[], numeric: readonly boolean[]): string[] {
  const cells = widths.map((width, column) => brokenText(row[column] ?? '', width));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) =>
    cells
      .map((lines, column) => padded(lines[at] ?? '', widths[column]!, numeric[column] === true))
      .join(GAP)
      .trimEnd(),
  );
}

function padded(cell: string, width: number, isNumber: boolean): string {
  const space = ' '.repeat(Math.max(0, width - shownLength(cell)));
  return isNumber ? space + cell : cell + space;
}

/** Every row as lines `heading: cell`, a blank line between rows. */
function records(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const { strong } = style();
  return rows
    .map((row) =>
      head
        .map((name, column) => [name, row[column] ?? ''] as const)
        .filter(([, cell]) => cell !== '')
        .map(([name, cell]) => (name === '' ? strong(cell) : `${GAP}${strong(`${name}:`)} ${cell}`))
        .join('\n'),
    )
    .join('\n');
}
