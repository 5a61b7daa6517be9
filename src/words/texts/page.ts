/** Ways to set text off; each may be nothing. */
export interface Style {
  strong(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

/** What texts are printed on. */
export interface Page {
  /** Columns of a line; infinite where lines may be of any length, as in a file. */
  readonly width: number;
  readonly style: Style;
}

const asItIs = (text: string): string => text;

/** Lines of any length without style: a file, a pipe, a view. */
const PLAIN: Page = {
  width: Infinity,
  style: { strong: asItIs, faint: asItIs, good: asItIs, bad: asItIs },
};

/** Parameters of the sequences that set text off (ECMA-48, select graphic rendition). */
const RENDITIONS = [1, 2, 22, 31, 32, 39] as const;
type Rendition = (typeof RENDITIONS)[number];

/** Stand for the sequences up to the terminal, one for each: noncharacters, which texts do not hold. */
const FIRST_MARK = 0xfdd0;
const MARKS = /[\ufdd0-\ufdd5]/g;

const mark = (rendition: Rendition): string =>
  String.fromCharCode(FIRST_MARK + RENDITIONS.indexOf(rendition));

/** The escape sequence that a mark stands for. */
export function sequenceOf(mark: string): string {
  return `${String.fromCharCode(27)}[${RENDITIONS[mark.charCodeAt(0) - FIRST_MARK]}m`;
}

const sgr =
  (on: Rendition, off: Rendition) =>
  (text: string): string =>
    `${mark(on)}${text}${mark(off)}`;

/** Colours of a terminal, as marks: escape sequences in a text are those of names and files. */
export const COLOURS: Style = {
  strong: sgr(1, 22),
  faint: sgr(2, 22),
  good: sgr(32, 39),
  bad: sgr(31, 39),
};

let current = PLAIN;

/** The page that texts are made for from now on; plain at first. */
export function usePage(page: Partial<Page>): void {
  current = { ...PLAIN, ...page };
}

/** Columns of the page. */
export const pageWidth = (): number => current.width;

/** How the page sets text off. */
export const style = (): Style => current.style;

/** Columns that a text takes. */
export const shownLength = (text: string): number => text.replace(MARKS, '').length;

/** Stands before lines that are code, and in no other text: word joiner (U+2060). */
const CODE = '\u2060';

/** Code, whose lines are never broken. */
export const code = (text: string): string =>
  text
    .split('\n')
    .map((line) => CODE + line)
    .join('\n');

/** The text with lines that the page is wide enough for: broken between words, what follows is indented further. */
export function fitted(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith(CODE) ? [line.slice(CODE.length)] : brokenLine(line, current.width)))
    .join('\n');
}

const INDENT = 2;

function brokenLine(line: string, width: number): readonly string[] {
  if (shownLength(line) <= width) return [line];
  const start = /^ */.exec(line)![0];
  const [first, ...rest] = brokenText(
    line.slice(start.length),
    width - start.length,
    width - start.length - INDENT,
  );
  return [start + first!, ...rest.map((part) => start + ' '.repeat(INDENT) + part)];
}

/** Parts of a text, the first of at most `first` columns, the others of at most `others`. */
export function brokenText(text: string, first: number, others = first): readonly string[] {
  if (shownLength(text) <= first) return [text];
  const parts: string[] = [];
  let part = '';
  for (const word of text
    .split(' ')
    .flatMap((one) => brokenWord(one, Math.max(1, Math.min(first, others))))) {
    const joined = part === '' ? word : `${part} ${word}`;
    if (part === '' || shownLength(joined) <= (parts.length === 0 ? first : others)) part = joined;
    else {
      parts.push(part);
      part = word;
    }
  }
  return [...parts, part];
}

/** Where a name or a file may be broken: after a joint, before a suffix or a line number, within camel case. */
const SEAM = /(?<=[_,-])|(?=[.:])|(?<=[a-z\d])(?=[A-Z])/g;
/** A first piece of less than this share of a line looks lost. */
const LEAST_PIECE = 1 / 3;

/** A word that is wider than a line (a path, a signature) in pieces, broken after `/` or else at a seam where it can be. */
function brokenWord(word: string, width: number): readonly string[] {
  if (shownLength(word) <= width || word.search(MARKS) >= 0) return [word];
  const slash = word.slice(0, width).lastIndexOf('/') + 1;
  const seams = [...word.matchAll(SEAM)].map(({ index }) => index).filter((index) => index <= width);
  const seam = seams.at(-1) ?? 0;
  const at = slash > 0 ? slash : seam >= width * LEAST_PIECE ? seam : width;
  return [word.slice(0, at), ...brokenWord(word.slice(at), width)];
}
