import type { SourceEdit } from '../cuda/edits/outcome';
import { LineIndex } from '../cuda/preprocessor/sourceMap';

const CONTEXT = 3;

/** Stands behind a last line without an end, else `patch` and `git apply` take that line for another one. */
const NO_END = '\n\\ No newline at end of file';

/** Lines of a text that others take the place of. */
interface Change {
  /** First line that goes and the line behind the last, counted from 0. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Edits of one file as a unified diff, which `patch -p1` and `git apply` take. Edits must not overlap. */
export function unifiedDiff(path: string, text: string, edits: readonly SourceEdit[]): string {
  const lines = linesOf(text);
  const changes = edits
    .map((edit) => changeOf(text, edit))
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .flatMap((change) => smaller(change, lines));
  const out = [`--- a/${path}`, `+++ b/${path}`];
  let shift = 0;
  for (const hunk of hunksOf(changes)) {
    const from = Math.max(0, hunk[0]!.from - CONTEXT);
    const to = Math.min(lines.length, hunk.at(-1)!.to + CONTEXT);
    const body: string[] = [];
    let at = from;
    for (const change of hunk) {
      body.push(...lines.slice(at, change.from).map((line) => ` ${line}`));
      body.push(...lines.slice(change.from, change.to).map((line) => `-${line}`));
      body.push(...change.lines.map((line) => `+${line}`));
      at = change.to;
    }
    body.push(...lines.slice(at, to).map((line) => ` ${line}`));
    const added = hunk.reduce((sum, change) => sum + change.lines.length - (change.to - change.from), 0);
    out.push(`@@ -${from + 1},${to - from} +${from + 1 + shift},${to - from + added} @@`, ...body);
    shift += added;
  }
  return `${out.join('\n')}\n`;
}

/** Lines up to the end of a file: without the empty one behind a last line end, and a mark where there is no such end. */
function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop()!;
  return last === '' ? lines : [...lines, last + NO_END];
}

function changeOf(text: string, { range, newText }: SourceEdit): Change {
  const lines = text.split('\n');
  const index = new LineIndex(text);
  const before = text.slice(
    index.offset(range.startLine, 0),
    index.offset(range.startLine, range.startColumn),
  );
  const last = lines[range.endLine - 1] ?? '';
  // What is put in front of a whole line leaves that line as it is.
  const isBefore = newText.endsWith('\n') && range.endColumn === 0;
  const made = isBefore ? before + newText.slice(0, -1) : before + newText + last.slice(range.endColumn);
  const [from, to] = [range.startLine - 1, range.endLine - (isBefore ? 1 : 0)];
  if (to < lines.length) return { from, to, lines: made.split('\n') };
  return { from, to: linesOf(text).length, lines: linesOf(made) };
}

/** The parts of a change in which lines differ, by a longest common subsequence. */
function smaller({ from, to, lines: made }: Change, lines: readonly string[]): Change[] {
  const old = lines.slice(from, to);
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(made.length + 1));
  for (let a = old.length - 1; a >= 0; a--)
    for (let b = made.length - 1; b >= 0; b--)
      lengths[a]![b] =
        old[a] === made[b] ? lengths[a + 1]![b + 1]! + 1 : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
  const parts: { from: number; to: number; lines: string[] }[] = [];
  let [a, b] = [0, 0];
  let open: (typeof parts)[number] | null = null;
  while (a < old.length || b < made.length) {
    if (a < old.length && b < made.length && old[a] === made[b]) {
      open = null;
      a++;
      b++;
      continue;
    }
    if (open === null) parts.push((open = { from: from + a, to: from + a, lines: [] }));
    if (a < old.length && (b >= made.length || lengths[a + 1]![b]! >= lengths[a]![b + 1]!)) {
      open.to = from + ++a;
    } else open.lines.push(made[b++]!);
  }
  return parts;
}

/** Changes whose context would overlap stand in one hunk. */
function hunksOf(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1);
    if (last !== undefined && change.from - last.to <= 2 * CONTEXT) hunks.at(-1)!.push(change);
    else hunks.push([change]);
  }
  return hunks;
}
