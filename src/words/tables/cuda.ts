import type { Table } from '../entry';
import { edits } from './cuda/edits';
import { lowering } from './cuda/lowering';
import { ptx } from './cuda/ptx';
import { sources } from './cuda/sources';

/** What src/cuda has to say. */
export const cuda: Table = { ...sources, ...lowering, ...edits, ...ptx };
