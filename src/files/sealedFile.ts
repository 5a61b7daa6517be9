import { createHash } from 'node:crypto';
import { readText } from './readText';
import { writeWhole } from './writeFile';

/** What is in front of the content: by whom it was written, and its SHA-256. */
const HEADER = /^corun-sealed ([0-9a-f]{64}) ([0-9a-f]{64})\n/;
const HEADER_LENGTH = 'corun-sealed'.length + 2 * 65 + 1;

/** SHA-256 of some texts, in hex; how they are divided counts. */
export function stampOfTexts(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex');
}

/**
 * Stores JSON that only this writer is to read again.
 * @param stamp SHA-256 of all that the content depends on, the writer's own code among it
 * @throws InputError when the file cannot be written
 */
export async function writeSealed(file: string, stamp: string, value: unknown): Promise<void> {
  const content = JSON.stringify(value);
  await writeWhole(file, `corun-sealed ${stamp} ${stampOfTexts(content)}\n${content}`);
}

/**
 * What `writeSealed` has stored under this stamp; null where there is none, it is of another stamp, or it is not
 * whole.
 */
export async function readSealed(file: string, stamp: string): Promise<unknown> {
  const text = await readText(file).catch(() => '');
  const [, of, seal] = HEADER.exec(text.slice(0, HEADER_LENGTH)) ?? [];
  const content = text.slice(HEADER_LENGTH);
  if (of !== stamp || seal !== stampOfTexts(content)) return null;
  return JSON.parse(content);
}
