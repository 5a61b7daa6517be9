import { message, plain, type Words } from './message';

/** The outcome of a fallible operation that crosses a thread or process border as plain data. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: { readonly code: string; readonly said: Words } };

/** A failure that is the input's fault: shown to the user as one line, never as a stack trace. */
export class InputError extends Error {
  /** Text for the user, with file and line in front where they are known. */
  readonly said: Words;
  /** The same without file and line. */
  readonly what: Words;

  constructor(
    words: Words,
    readonly code = 'invalid-input',
    readonly path?: string,
    readonly line?: number,
  ) {
    const said = path === undefined ? words : placed(words, path, line);
    super(plain(said));
    this.said = said;
    this.what = words;
    this.name = 'InputError';
  }
}

/** A fault of one field of the input. */
export class FieldError extends InputError {
  constructor(
    /** The field as the user wrote it, e.g. `apps[0].launch.block`. */
    readonly place: string,
    what: Words,
    code?: string,
  ) {
    super(message('kernel.at', { place, what }), code);
  }
}

/** A fault of one field of the input: `place` as the user wrote it, e.g. `apps[0].launch.block`. */
export const fieldFault = (place: string, what: Words, code?: string): FieldError =>
  new FieldError(place, what, code);

/** Text to show for an error, whatever was thrown. */
export function saidOf(error: unknown): Words {
  if (error instanceof Error) return 'said' in error ? (error.said as Words) : error.message;
  return String(error);
}

function placed(words: Words, path: string, line: number | undefined): Words {
  const place = line === undefined ? path : `${path}:${line}`;
  return message('kernel.at', { place, what: words });
}
