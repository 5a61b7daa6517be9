import { InputError } from '../../../src/kernel/result';
import type { CudaParser } from '../../../src/cuda/syntax/parser';
import { cpuSeconds } from './clock';
import type { CudaIndex, CudaWorkspace } from '../../../src/cuda/workspace';

/** How much of the code the grammar reads without an error node. */
export interface ParseCounts {
  kernels: number;
  cleanKernels: number;
  functions: number;
  cleanFunctions: number;
  files: number;
  /** Files in which every function is free of error nodes. */
  cleanFiles: number;
  bytes: number;
  seconds: number;
  readonly unclean: string[];
}

function isClean(parser: CudaParser, text: string): boolean {
  try {
    const tree = parser.parse(text);
    const clean = !tree.root.hasError;
    tree.delete();
    return clean;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** Parses every compiled function of every file that holds CUDA, one by one. */
export function parseBodies(workspace: CudaWorkspace, index: CudaIndex, parser: CudaParser): ParseCounts {
  const counts: ParseCounts = {
    kernels: 0,
    cleanKernels: 0,
    functions: 0,
    cleanFunctions: 0,
    files: 0,
    cleanFiles: 0,
    bytes: 0,
    seconds: 0,
    unclean: [],
  };
  const start = cpuSeconds();
  for (const { path } of index.files) {
    counts.files++;
    let clean = true;
    for (const unit of workspace.functions(path)) {
      if (unit.inactive !== null) continue;
      counts.bytes += unit.text.length;
      const good = isClean(parser, unit.text);
      counts.functions++;
      counts.cleanFunctions += Number(good);
      counts.kernels += Number(unit.kind === 'kernel');
      counts.cleanKernels += Number(unit.kind === 'kernel' && good);
      if (!good) counts.unclean.push(`${path}:${unit.rangeOf(0, 1).startLine} ${unit.name} (${unit.kind})`);
      clean &&= good;
    }
    counts.cleanFiles += Number(clean);
  }
  counts.seconds = cpuSeconds() - start;
  return counts;
}
