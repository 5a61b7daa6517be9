import { FieldError, InputError } from '../kernel/result';
import { lineOfField } from './jsonField';
import { readText } from './readText';

/** What is read of a file; faults that name no file name this one, those of a field of a JSON file its line as well. */
export async function readFrom<T>(file: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InputError) || error.path !== undefined) throw error;
    const line = error instanceof FieldError ? await lineIn(file, error.place) : null;
    throw new InputError(error.said, error.code, file, line ?? undefined);
  }
}

/** Null where the file can no longer be read, too: the fault is told without the line then. */
async function lineIn(file: string, field: string): Promise<number | null> {
  try {
    return lineOfField(await readText(file), field);
  } catch {
    return null;
  }
}
