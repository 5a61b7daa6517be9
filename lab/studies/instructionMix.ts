// Compares the instruction mixes of kernels with their machine code, class by class.
import fs from 'node:fs';
import path from 'node:path';
import {
  emptyCounts,
  INSTRUCTION_CLASSES,
  type ClassCounts,
  type InstructionClass,
} from '../../src/kernel/instructionClasses';
import { countKernel, estimateKernel, studyParser } from '../cuda/instructionMix/compare';
import type { CudaParser } from '../../src/cuda/syntax/parser';
import { measureExpansions } from '../cuda/instructionMix/expansions';
import { STUDY_KERNELS, type StudyKernel } from '../cuda/instructionMix/kernels';
import { VALIDATION_KERNELS } from '../cuda/instructionMix/validationKernels';
import {
  compilerVersion,
  disassemble,
  missingTool,
  STUDY_ARCHITECTURE,
} from '../cuda/instructionMix/toolchain';

/** Classes below this many instructions a thread on both sides say nothing about accuracy. */
const SMALLEST_COUNT = 1;

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const RECORD = path.join(ROOT, 'lab/cuda/instructionMix/sass-counts.json');

interface Row {
  readonly kernel: string;
  readonly estimated: Readonly<Record<InstructionClass, number>>;
  readonly counted: ClassCounts;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function relativeError(estimated: number, counted: number): number {
  return Math.abs(estimated - counted) / Math.max(counted, SMALLEST_COUNT);
}

function total(counts: Readonly<Record<InstructionClass, number>>): number {
  return INSTRUCTION_CLASSES.reduce((sum, name) => sum + counts[name], 0);
}

function compareAll(parser: CudaParser, kernels: readonly StudyKernel[]): Row[] {
  return kernels.map((kernel) => {
    const code = disassemble(kernel.source).get(kernel.name);
    if (code === undefined) throw new Error(`${kernel.name} is missing in the machine code`);
    const counted = countKernel(code, kernel);
    const estimated = { ...emptyCounts(), ...estimateKernel(parser, kernel).perThread };
    return { kernel: kernel.name, estimated, counted };
  });
}

function report(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  const errors = new Map<InstructionClass, number[]>();
  for (const { kernel, estimated, counted } of rows) {
    const parts = INSTRUCTION_CLASSES.flatMap((name) => {
      if (Math.max(estimated[name], counted[name]) < SMALLEST_COUNT) return [];
      errors.set(name, [...(errors.get(name) ?? []), relativeError(estimated[name], counted[name])]);
      return [`${name} ${estimated[name].toFixed(1)}/${counted[name].toFixed(1)}`];
    });
    console.log(
      `${kernel.padEnd(18)} ${total(estimated).toFixed(0)}/${total(counted).toFixed(0)}  ${parts.join('  ')}`,
    );
  }
  console.log('\nclass            kernels  median error');
  for (const [name, list] of errors) {
    console.log(
      `${name.padEnd(16)} ${String(list.length).padStart(7)}  ${(100 * median(list)).toFixed(1)} %`,
    );
  }
  const totals = rows.map((row) => relativeError(total(row.estimated), total(row.counted)));
  console.log(
    `\nall classes of all kernels: median ${(100 * median([...errors.values()].flat())).toFixed(1)} %`,
  );
  console.log(
    `instructions of a kernel: median ${(100 * median(totals)).toFixed(1)} %, worst ${(100 * Math.max(...totals)).toFixed(1)} %`,
  );
}

/** Keeps the machine-code counts, so that the estimator is checked where there is no compiler. */
function record(rows: readonly Row[]): void {
  const counts = Object.fromEntries(
    rows.map(({ kernel, counted }) => {
      const entries = INSTRUCTION_CLASSES.filter((name) => counted[name] > 0);
      return [kernel, Object.fromEntries(entries.map((name) => [name, Number(counted[name].toFixed(3))]))];
    }),
  );
  const source = `cuobjdump -sass of nvcc ${compilerVersion()}, ${STUDY_ARCHITECTURE}: npm run study -- instruction-mix --record`;
  fs.writeFileSync(RECORD, `${JSON.stringify({ source, counts }, null, 2)}\n`);
}

async function main(): Promise<void> {
  const missing = missingTool();
  if (missing !== null) return console.log(`skipped: ${missing}`);
  console.log(
    `nvcc ${compilerVersion()}, ${STUDY_ARCHITECTURE}; instructions of a thread, estimated/counted`,
  );
  if (process.argv.includes('--expansions')) {
    for (const [name, counts] of measureExpansions()) console.log(`${name}\t${JSON.stringify(counts)}`);
    return;
  }
  const parser = await studyParser(ROOT);
  const studied = compareAll(parser, STUDY_KERNELS);
  const validated = compareAll(parser, VALIDATION_KERNELS);
  report('Kernels that the rules were found with', studied);
  report('Kernels written afterwards', validated);
  if (process.argv.includes('--record')) record([...studied, ...validated]);
}

await main();
