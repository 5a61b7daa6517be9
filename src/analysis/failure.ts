import { InputError, type Result } from '../kernel/result';

/** An error as plain data that survives a thread border: class and code do not. */
export function toFailure(error: unknown): Result<never> {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof InputError ? error.code : 'internal';
  return { ok: false, error: { code, message } };
}
