/** How a text declares a variable. */
export interface Declaration {
  /** With its namespaces. */
  readonly type: string;
  /** Arguments of a template; null where it has none. */
  readonly inner: string | null;
}

/** Characters of the arguments of a template that are read. */
const MOST_ARGUMENTS = 200;

/**
 * Declarations of a name as they look: a type, its arguments if it is a template, stars and blanks, and the name in front
 * of `;`, `=`, `{` or `[`. Every character is looked at a few times at most, whatever the text is.
 */
export function* declarationsOf(text: string, name: string): Generator<Declaration> {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (!isDeclared(text, at + name.length)) continue;
    const behindType = backOver(text, at, BETWEEN);
    if (behindType === at) continue;
    const declaration = typeBefore(text, behindType);
    if (declaration !== null) yield declaration;
  }
}

const BLANK = /\s/;
const BETWEEN = /[\s*&]/;
const OF_NAME = /[\w:]/;

function isDeclared(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && BLANK.test(text[at]!)) at++;
  return at < text.length && ';={['.includes(text[at]!);
}

function typeBefore(text: string, end: number): Declaration | null {
  const open = text[end - 1] === '>' ? openAngle(text, end - 1) : end;
  if (open < 0) return null;
  const inner = open === end ? null : text.slice(open + 1, end - 1);
  if (inner !== null && /&&|\|\|/.test(inner)) return null;
  const last = inner === null ? end : backOver(text, open, BLANK);
  const type = text.slice(backOver(text, last, OF_NAME), last).replace(/^[\d:]+/, '');
  return type === '' ? null : { type, inner };
}

/** The `<` that a `>` closes, if it is one; -1 where none does soon, or something stands between that no type has. */
function openAngle(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= Math.max(0, close - MOST_ARGUMENTS); at--) {
    const one = text[at]!;
    if (';(){}'.includes(one)) return -1;
    if (one === '>') depth++;
    else if (one === '<' && --depth === 0) return at;
  }
  return -1;
}

/** Where what is in front of `from` and of such characters begins. */
function backOver(text: string, from: number, kind: RegExp): number {
  let at = from;
  while (at > 0 && kind.test(text[at - 1]!)) at--;
  return at;
}
