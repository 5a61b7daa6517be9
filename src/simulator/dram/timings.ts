import { message } from '../../kernel/message';
import * as v from 'valibot';
import { InputError } from '../../kernel/result';
import { dramTimingSchema, type DramTiming } from './dramTiming';
import timingData from './data/timings.json';

let tables: readonly DramTiming[] | undefined;

/** Every timing table, with where it comes from. */
export function listDramTimings(): readonly DramTiming[] {
  tables ??= v.parse(v.array(dramTimingSchema), timingData);
  return tables;
}

/**
 * The timing table of that name.
 *
 * @throws InputError that lists the names there are
 */
export function requireDramTiming(name: string): DramTiming {
  const found = listDramTimings().find((table) => table.name === name);
  if (found !== undefined) return found;
  const known = listDramTimings().map((table) => table.name);
  throw new InputError(
    message('simulator.unknownMemory', { name: name.slice(0, 60), known }),
    'unknown-memory',
  );
}
