/**
 * Compares lowered programs with what nvcc makes of the same kernels: registers, and memory instructions of kernels
 * without loops.
 *
 *   npm run study -- lowering-compiler [--set study|even|odd]
 *
 * `study` are the kernels of the mix study, with which the rules of the instruction mix and the first rule for
 * registers were found; `even` and `odd` are the workloads of the suite by their place. The rule for address registers
 * was found on `even`.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CudaWorkspace } from '../../src/cuda/workspace';
import type { KernelProgram, Statement } from '../../src/kernel/program';
import { studyParser } from '../cuda/instructionMix/compare';
import { STUDY_KERNELS } from '../cuda/instructionMix/kernels';
import { VALIDATION_KERNELS } from '../cuda/instructionMix/validationKernels';
import {
  ARCHITECTURE,
  compileKernels,
  compileText,
  missingCompiler,
  type CompiledKernel,
} from '../cuda/lowering/compiled';
import { openSuite, suiteKernels, workloadsRoot, type SuiteHalf } from '../cuda/lowering/suiteKernels';

/** The aim: registers within this many of the compiler's. */
const CLOSE = 8;

interface Pair {
  readonly name: string;
  readonly program: KernelProgram;
  readonly compiled: CompiledKernel;
}

const { values } = parseArgs({ options: { set: { type: 'string', default: 'study' } } });
const missing = missingCompiler();
if (missing !== null) {
  console.log(`skipped: ${missing}`);
  process.exit();
}
const parser = await studyParser(process.cwd());
report(values.set === 'study' ? studyPairs() : await suitePairs(values.set === 'odd' ? 'odd' : 'even'));

function studyPairs(): Pair[] {
  return [...STUDY_KERNELS, ...VALIDATION_KERNELS].flatMap(({ name, source, grid, block, integers }) => {
    const workspace = new CudaWorkspace({ parser });
    workspace.setFile('study.cu', source);
    const { id } = workspace.index().kernels.find((kernel) => kernel.name === name)!;
    const lowered = workspace.lower(id, null, { grid, block, arguments: integers });
    const compiled = compileText(source).find((one) => one.name === name);
    if (lowered?.kind !== 'lowered' || compiled === undefined) return [];
    return [{ name, program: lowered.program, compiled }];
  });
}

async function suitePairs(half: SuiteHalf): Promise<Pair[]> {
  const files = new Map<string, readonly CompiledKernel[]>();
  return suiteKernels(await openSuite(parser), half).flatMap(({ name, kernel, file, lowered }) => {
    if (!files.has(file)) files.set(file, compileKernels(path.join(workloadsRoot(), file)));
    const compiled = files.get(file)!.find((one) => one.name === kernel);
    return compiled === undefined ? [] : [{ name, program: lowered.program, compiled }];
  });
}

function report(pairs: readonly Pair[]): void {
  const rows = pairs.map(
    ({ name, program, compiled }) => `| ${name} | ${program.registersPerThread} | ${compiled.registers} |`,
  );
  console.log(`| kernel | registers | nvcc for ${ARCHITECTURE} |\n| --- | --- | --- |\n${rows.join('\n')}\n`);
  const errors = pairs.map(({ program, compiled }) => program.registersPerThread - compiled.registers);
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  const count = (holds: (error: number) => boolean): number => errors.filter(holds).length;
  console.log(
    `within ${CLOSE} registers: ${count((error) => Math.abs(error) <= CLOSE)} of ${errors.length}, ` +
      `median distance ${sizes[sizes.length >> 1]}; too low by more: ${count((error) => error < -CLOSE)}, ` +
      `too high: ${count((error) => error > CLOSE)}`,
  );
  const memory = pairs.flatMap(({ name, program, compiled }) => {
    const own = memoryOf(program);
    return own === null || compiled.memory === null
      ? []
      : [{ name, ours: text(own), theirs: text(compiled.memory) }];
  });
  const other = memory.filter(({ ours, theirs }) => ours !== theirs);
  console.log(
    `memory instructions of kernels without loops: the same in ${memory.length - other.length} of ${memory.length}`,
  );
  for (const { name, ours, theirs } of other) console.log(`  ${name}: ${ours}; nvcc ${theirs}`);
}

/** Memory instructions of a program without loops; null for one that has some. */
function memoryOf(program: KernelProgram): Record<string, number> | null {
  const counts: Record<string, number> = {};
  const count = (body: readonly Statement[]): boolean =>
    body.every((statement) => {
      if (statement.op === 'loop') return false;
      if (statement.op === 'if') return count(statement.then) && count(statement.else ?? []);
      if (statement.op !== 'load' && statement.op !== 'store' && statement.op !== 'atomic') return true;
      const space = program.arrays?.[statement.array]?.space ?? 'global';
      const key = `${{ load: 'ld', store: 'st', atomic: 'atom' }[statement.op]}.${space}`;
      if (space === 'global' || space === 'shared') counts[key] = (counts[key] ?? 0) + 1;
      return true;
    });
  return count(program.body) ? counts : null;
}

function text(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, count]) => `${key} ${count}`)
    .join(', ');
}
