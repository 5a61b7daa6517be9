import { message } from '../../kernel/message';
import type { RecognizedFormat } from './recognizedFormat';

/** Tests whether a file begins like an SQLite database. */
export const isSqlite = (head: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(head.subarray(0, 16)) === 'SQLite format 3\u0000';

/** A database of the PGI profiler, whose tables are its own. */
export const PGI: RecognizedFormat = {
  format: 'pgi-sqlite',
  status: 'refused',
  reason: message('profiles.pgi'),
};

/** A database of another program. */
export const OTHER_DATABASE: RecognizedFormat = {
  format: 'sqlite',
  status: 'refused',
  reason: message('profiles.otherDatabase'),
};
