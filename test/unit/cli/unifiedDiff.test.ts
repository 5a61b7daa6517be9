import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unifiedDiff } from '../../../src/cli/unifiedDiff';
import type { SourceEdit } from '../../../src/cuda/edits/outcome';

/** @param from line and column, counted from 1 and 0 */
const edit = (from: [number, number], to: [number, number], newText: string): SourceEdit => ({
  path: 'a.cu',
  range: { startLine: from[0], startColumn: from[1], endLine: to[0], endColumn: to[1] },
  newText,
});

/** What `git apply` makes of a text and the diff of its edits. */
function applied(text: string, edits: readonly SourceEdit[]): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-diff-'));
  try {
    fs.writeFileSync(path.join(folder, 'a.cu'), text);
    fs.writeFileSync(path.join(folder, 'a.diff'), unifiedDiff('a.cu', text, edits));
    execFileSync('git', ['apply', '--whitespace=nowarn', 'a.diff'], { cwd: folder, stdio: 'pipe' });
    return fs.readFileSync(path.join(folder, 'a.cu'), 'utf8');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

describe('a diff of edits', () => {
  const LINES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

  it('is taken by git apply where lines go, come and change', () => {
    const text = `${LINES.join('\n')}\n`;
    const edits = [
      edit([2, 0], [3, 0], ''),
      edit([4, 4], [4, 4], '!'),
      edit([9, 0], [9, 0], 'eight and a half\n'),
    ];
    assert.equal(
      applied(text, edits),
      'one\nthree\nfour!\nfive\nsix\nseven\neight\neight and a half\nnine\n',
    );
  });

  it('is taken where the last line has no end: it changes, stays, has lines behind it, or gets an end', () => {
    const text = LINES.slice(0, 3).join('\n');
    assert.equal(applied(text, [edit([3, 5], [3, 5], '!')]), 'one\ntwo\nthree!');
    assert.equal(applied(text, [edit([1, 0], [1, 3], '1')]), '1\ntwo\nthree');
    assert.equal(applied(text, [edit([3, 5], [3, 5], '\n\nthree')]), 'one\ntwo\nthree\n\nthree');
    assert.equal(applied(text, [edit([3, 5], [3, 5], '\n')]), 'one\ntwo\nthree\n');
  });

  it('is taken where something comes behind the end of the last line', () => {
    assert.equal(applied('one\ntwo\n', [edit([3, 0], [3, 0], 'three\n')]), 'one\ntwo\nthree\n');
    assert.equal(applied('one\ntwo\n', [edit([3, 0], [3, 0], 'three')]), 'one\ntwo\nthree');
  });
});
