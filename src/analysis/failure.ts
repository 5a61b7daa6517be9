import { InputError, saidOf, type Result } from '../kernel/result';

/** An error as plain data that survives a thread border: class and code do not. */
export function toFailure(error: unknown): Result<never> {
  const code = error instanceof InputError ? error.code : 'internal';
  return { ok: false, error: { code, said: saidOf(error) } };
}
