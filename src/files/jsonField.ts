/** Strings, brackets and commas, and runs of all else that is no space. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g;

/** An object or array that is open: its own path, and where its next value belongs. */
interface Open {
  readonly path: string;
  /** Number of the next element; null in an object. */
  element: number | null;
  /** Path of the member whose value comes next; null before its key. */
  member: string | null;
}

/**
 * The line, counted from 1, of a field of a JSON text, e.g. of `apps[0].launch.block`; where the text has no such
 * field, that of the innermost one of its path that is there. Null where not even the first is.
 */
export function lineOfField(text: string, field: string): number | null {
  const open: Open[] = [];
  let best = { path: '', at: -1 };
  const meet = (path: string, at: number): void => {
    if (isWithin(field, path) && path.length > best.path.length) best = { path, at };
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const around = open.at(-1);
    if (token === '}' || token === ']') open.pop();
    else if (token === ',') step(around);
    else if (token !== ':' && around?.element === null && around.member === null) {
      around.member = `${around.path === '' ? '' : `${around.path}.`}${JSON.parse(token) as string}`;
      meet(around.member, index);
    } else if (token !== ':') {
      const path = around === undefined ? '' : (around.member ?? `${around.path}[${around.element}]`);
      meet(path, index);
      if (token === '{' || token === '[')
        open.push({ path, element: token === '[' ? 0 : null, member: null });
    }
  }
  return best.at < 0 ? null : text.slice(0, best.at).split('\n').length;
}

function step(around: Open | undefined): void {
  if (around === undefined) return;
  around.member = null;
  if (around.element !== null) around.element++;
}

const isWithin = (field: string, path: string): boolean =>
  field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);
