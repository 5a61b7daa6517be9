/** The outcome of a fallible operation that crosses a thread or process border as plain data. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

/** A failure that is the input's fault: shown to the user as one line, never as a stack trace. */
export class InputError extends Error {
  constructor(
    message: string,
    readonly code = 'invalid-input',
    readonly path?: string,
    readonly line?: number,
  ) {
    super(path === undefined ? message : `${path}${line === undefined ? '' : `:${line}`}: ${message}`);
    this.name = 'InputError';
  }
}
