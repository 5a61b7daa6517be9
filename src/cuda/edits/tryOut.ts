import { LineIndex } from '../preprocessor/sourceMap';
import type { CudaWorkspace } from '../workspace';
import type { SourceEdit } from './outcome';

/**
 * Runs `look` with the edits in place and returns its result; the workspace is left as it was. Edits must not
 * overlap.
 */
export function withEdits<T>(workspace: CudaWorkspace, edits: readonly SourceEdit[], look: () => T): T {
  const texts = edits.map(({ path }): [string, string] => {
    const own = edits.filter((edit) => edit.path === path);
    return [path, edited(workspace.text(path) ?? '', own)];
  });
  return workspace.during(new Map(texts), look);
}

function edited(text: string, edits: readonly SourceEdit[]): string {
  const lines = new LineIndex(text);
  const places = edits.map(({ range, newText }) => ({
    start: lines.offset(range.startLine, range.startColumn),
    end: lines.offset(range.endLine, range.endColumn),
    newText,
  }));
  return places
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}
