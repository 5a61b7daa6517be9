import { readFile } from 'node:fs/promises';
import { InputError } from '../kernel/result';

/** A JSON file's content; faults name the file and, where the parser tells it, the line. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InputError('no such file', 'no-such-file', file);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`not JSON: ${(error as Error).message}`, 'invalid-json', file);
  }
}
