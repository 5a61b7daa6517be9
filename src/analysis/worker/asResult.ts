import { InputError, saidOf, type Result } from '../../kernel/result';

/** What some work gives, as plain data that survives a thread border: class and code of an error do not. */
export async function asResult<T>(work: () => T | Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const code = error instanceof InputError ? error.code : 'internal';
    return { ok: false, error: { code, said: saidOf(error) } };
  }
}
