import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../kernel/result';
import { message } from '../../kernel/message';

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"/gm;
/** Files read for one scenario. */
const MOST_FILES = 500;

/**
 * The texts of source files and of what they include by a quoted name, by absolute path with `/`.
 * @throws InputError when one of `files` does not exist.
 */
export async function readSourceTexts(files: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const wanted = files.map((file) => ({ file: path.resolve(file), isNamed: true }));
  for (let next = wanted.pop(); next !== undefined && texts.size < MOST_FILES; next = wanted.pop()) {
    const key = slashes(next.file);
    if (texts.has(key)) continue;
    const text = await readFile(next.file, 'utf8').catch(() => null);
    if (text === null && next.isNamed)
      throw new InputError(message('analysis.noFile'), 'no-such-file', next.file);
    if (text === null) continue;
    texts.set(key, text);
    const folder = path.dirname(next.file);
    for (const [, name] of text.matchAll(INCLUDE))
      wanted.push({ file: path.resolve(folder, name!), isNamed: false });
  }
  return texts;
}

/** A path in the form that the workspace uses. */
export function slashes(file: string): string {
  return file.split(path.sep).join('/');
}
