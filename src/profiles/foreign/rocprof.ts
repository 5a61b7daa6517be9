import { message } from '../../kernel/message';
import type { RecognizedFormat } from './recognizedFormat';

/** A profile that AMD's profilers wrote, as CSV, JSON or a database. */
export const ROCPROF: RecognizedFormat = {
  format: 'rocprof',
  status: 'refused',
  reason: message('profiles.foreign.rocprof'),
};

/** Tests whether tables of a database are those of rocprof or of ROCm's newer profilers. */
export function isRocprofDatabase(tables: ReadonlySet<string>): boolean {
  return [...tables].some((name) => name.startsWith('rocpd_')) || (tables.has('OPS') && tables.has('KERN'));
}
