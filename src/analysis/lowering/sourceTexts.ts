import path from 'node:path';
import { slashes } from '../../files/paths';
import { MAX_SOURCE_BYTES, readText } from '../../files/readText';
import { requireWithin } from '../../files/within';
import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { quotedIncludes } from '../includedNames';

/** Files read for one scenario. */
const MOST_FILES = 500;

/** The texts of source files and of what they include, by absolute path with `/`. */
export interface SourceTexts {
  readonly texts: ReadonlyMap<string, string>;
  /** What was not read, or not as it stands, and why. */
  readonly left: readonly Words[];
}

/**
 * The texts of source files and of what they include by a quoted name. An included file that is not there is
 * passed over, as headers of the system are; any other that cannot be read is told.
 *
 * @param within the folder that files must lie in; null where all may be read
 * @throws InputError when one of `files` cannot be read
 */
export async function readSourceTexts(
  files: readonly string[],
  within: string | null = null,
): Promise<SourceTexts> {
  const texts = new Map<string, string>();
  const left: Words[] = [];
  const seen = new Set<string>();
  const note = (line: Words): number => left.push(line);
  const wanted = files.map((file) => ({ file: path.resolve(file), isNamed: true }));
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const { file, isNamed } = next;
    const key = slashes(file);
    if (seen.has(key)) continue;
    seen.add(key);
    if (texts.size >= MOST_FILES) {
      note(message('analysis.tooManySources', { file: key, most: MOST_FILES }));
      break;
    }
    const text = await textIn(file, within, note).catch((error: unknown) => leftOut(error, isNamed, note));
    if (text === null) continue;
    texts.set(key, text);
    for (const name of quotedIncludes(text))
      wanted.push({ file: path.resolve(path.dirname(file), name), isNamed: false });
  }
  return { texts, left };
}

async function textIn(file: string, within: string | null, note: (line: Words) => void): Promise<string> {
  if (within !== null) await requireWithin(file, within);
  return readText(file, { maxBytes: MAX_SOURCE_BYTES, note });
}

/** One bad included file is one note; a named one is a fault. */
function leftOut(error: unknown, isNamed: boolean, note: (line: Words) => void): null {
  if (isNamed || !(error instanceof InputError)) throw error;
  if (error.code !== 'no-such-file') note(message('files.left', { said: error.said }));
  return null;
}
