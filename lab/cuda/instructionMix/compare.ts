import fs from 'node:fs';
import path from 'node:path';
import { createCudaParser, type CudaParser } from '../../../src/cuda/syntax/parser';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { emptyCounts, INSTRUCTION_CLASSES, type ClassCounts } from '../../../src/kernel/instructionClasses';
import { type InstructionMix } from '../../../src/kernel/kernel';
import { coordinates, volume } from '../../../src/kernel/symbolic';
import { emulateThread } from './emulator';
import type { ThreadContext } from './threadState';
import type { StudyKernel } from './kernels';
import type { SassInstruction } from './sass';
import { PARAMETER_BASE } from './toolchain';

export async function studyParser(root: string): Promise<CudaParser> {
  const bytes = (file: string): Uint8Array => fs.readFileSync(path.join(root, 'node_modules', file));
  return createCudaParser({
    core: bytes('web-tree-sitter/web-tree-sitter.wasm'),
    cuda: bytes('tree-sitter-cuda/tree-sitter-cuda.wasm'),
  });
}

/** The estimate that the product makes of a study kernel. */
export function estimateKernel(parser: CudaParser, kernel: StudyKernel): InstructionMix {
  const workspace = new CudaWorkspace({ parser });
  workspace.setFile('study.cu', kernel.source);
  const unit = workspace.functions('study.cu').find(({ name }) => name === kernel.name);
  const { grid, block, integers } = kernel;
  const mix = workspace.mixOf(unit?.kernelId ?? '', null, { grid, block, arguments: integers });
  if (mix === null) throw new Error(`${kernel.name} was not found in its own source`);
  return mix;
}

/** Mean counts over the threads of two blocks, from the machine code. */
export function countKernel(code: readonly SassInstruction[], kernel: StudyKernel): ClassCounts {
  const total = emptyCounts();
  const threads = volume(kernel.block);
  const blocks = [
    ...new Set([Math.floor(volume(kernel.grid) / 3), Math.floor((2 * volume(kernel.grid)) / 3)]),
  ];
  for (const block of blocks) {
    for (let thread = 0; thread < threads; thread++) {
      const { counts } = emulateThread(code, contextOf(kernel, block, thread));
      for (const name of INSTRUCTION_CLASSES) total[name] += counts[name] / (threads * blocks.length);
    }
  }
  return total;
}

function contextOf(kernel: StudyKernel, block: number, thread: number): ThreadContext {
  return {
    thread: coordinates(thread, kernel.block),
    block: coordinates(block, kernel.grid),
    blockDim: kernel.block,
    gridDim: kernel.grid,
    constants: parameterWords(kernel),
  };
}

/** Kernel parameters in the constant bank: pointers and doubles in 8 bytes, the rest in 4, each aligned. */
function parameterWords(kernel: StudyKernel): ReadonlyMap<number, number> {
  const list = new RegExp(`${kernel.name}\\(([^)]*)\\) \\{`).exec(kernel.source)?.[1] ?? '';
  const words = new Map<number, number>();
  let offset = 0;
  for (const parameter of list.split(',')) {
    const bytes = /\*|double/.test(parameter) ? 8 : 4;
    offset = Math.ceil(offset / bytes) * bytes;
    const name = /(\w+)\s*$/.exec(parameter)?.[1] ?? '';
    const value = kernel.integers[name];
    if (value !== undefined) words.set(PARAMETER_BASE + offset, value);
    offset += bytes;
  }
  return words;
}
