import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { jsonFault } from './jsonFault';
import { readText, type TextOptions } from './readText';

/**
 * The JSON content of a file; UTF-16 and byte order marks are read as well.
 * @throws InputError naming the file, and of a text that is no JSON line and column
 */
export async function readJson(file: string, options: TextOptions = {}): Promise<unknown> {
  return parseJson(file, await readText(file, options));
}

/**
 * The content of a JSON text of a file.
 * @throws InputError naming file, line and column, with code `invalid-json`
 */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = jsonFault(text);
    // A text that is JSON and yet not read is too deep or too long for this machine.
    if (fault === null) throw error;
    const { line, column, said } = fault;
    throw new InputError(message('files.notJson', { column, said }), 'invalid-json', file, line);
  }
}
