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

/** A database of DLProf, which sums up a recording of Nsight Systems by the operators of a network. */
export const DLPROF: RecognizedFormat = {
  format: 'dlprof-sqlite',
  status: 'refused',
  reason: message('profiles.dlprof'),
};

export const isDlprofDatabase = (tables: ReadonlySet<string>): boolean =>
  tables.has('read_only_kernels') && tables.has('read_only_op_instances');

/** A database of another program. */
export const OTHER_DATABASE: RecognizedFormat = {
  format: 'sqlite',
  status: 'refused',
  reason: message('profiles.otherDatabase'),
};
