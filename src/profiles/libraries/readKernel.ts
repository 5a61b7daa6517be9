import type { KernelReading } from '../../kernel/kernelReading';
import { readAttention } from './attention';
import { readCublasKernel, readMatrixName } from './matrixNames';
import { readCommunication, readNamedLibrary, readPrimitives, readTriton, readWords } from './others';
import { readPytorch } from './pytorch';
import { spell, type LibraryReader } from './spelling';
import { readBatchedProduct, readCutlassTemplate } from './templates';

/** Readers of libraries, those that look at particular spellings first; the first that answers is believed. */
const READERS: readonly LibraryReader[] = [
  readCommunication,
  readAttention,
  readBatchedProduct,
  readMatrixName,
  readTriton,
  readPytorch,
  readPrimitives,
  readCutlassTemplate,
  readNamedLibrary,
  readCublasKernel,
  readWords,
];

const NOTHING: KernelReading = {
  library: null,
  operation: null,
  detail: null,
  dataType: null,
  tile: null,
  stages: null,
  tensorCores: null,
  architecture: null,
};

/** Reads what a kernel's name says of it, in any profiler's spelling. */
export function readKernel(spelled: string): KernelReading {
  const name = spell(spelled);
  for (const reader of READERS) {
    const reading = reader(name);
    if (reading !== null) return { ...NOTHING, ...reading };
  }
  return NOTHING;
}
