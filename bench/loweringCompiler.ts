/**
 * Compares lowered programs with what nvcc makes of the same kernels: registers, and memory instructions of kernels
 * without loops. The kernels are those of the workload suite, which no rule of the lowering was found with.
 *
 *   npm run study:lowering:nvcc -- [--every N]
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { lowerRequested } from '../src/analysis/lowering/lowerRequest';
import { readSuite, resolvePath } from '../src/analysis/workloads/suite';
import { readSuiteTexts } from '../src/analysis/workloads/suiteFiles';
import { CudaWorkspace } from '../src/cuda/workspace';
import type { KernelProgram, Statement } from '../src/kernel/program';
import { ARCHITECTURE, compileKernels, type CompiledKernel } from './lowering/compiled';
import { studyParser } from './instruction-mix/compare';

/** The aim: registers within this many of the compiler's. */
const CLOSE = 8;

const { values } = parseArgs({ options: { every: { type: 'string' } } });
const root = path.join(process.cwd(), 'workloads');
const texts = await readSuiteTexts(root);
const { workloads } = readSuite(texts);
const workspace = new CudaWorkspace({ parser: await studyParser(process.cwd()) });
for (const [file, text] of texts) if (!file.endsWith('.json')) workspace.setFile(file, text);

const compiled = new Map<string, readonly CompiledKernel[]>();
const errors: number[] = [];
const memory: { readonly name: string; readonly ours: string; readonly theirs: string }[] = [];
const rows = new Map<string, string>();
for (const { workload, folder } of workloads.filter((_, place) => place % Number(values.every ?? 1) === 0))
  for (const { source, kernel, launch, arguments: given } of workload.kernels) {
    if (source === undefined || kernel === undefined) continue;
    const file = resolvePath(folder, source);
    const name = `${workload.name} ${kernel.replace(/\s/g, '')}`;
    if (rows.has(name)) continue;
    if (!compiled.has(file)) compiled.set(file, compileKernels(path.join(root, file)));
    const theirs = compiled.get(file)!.find((one) => one.name === kernel.replace(/\s/g, ''));
    if (theirs === undefined) continue;
    const { program } = lowerRequested(workspace, { path: file, kernel, launch, arguments: given ?? {} });
    errors.push(program.registersPerThread - theirs.registers);
    rows.set(name, `| ${name} | ${program.registersPerThread} | ${theirs.registers} |`);
    const own = memoryOf(program);
    if (own !== null && theirs.memory !== null)
      memory.push({ name, ours: text(own), theirs: text(theirs.memory) });
  }

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

const close = errors.filter((error) => Math.abs(error) <= CLOSE).length;
const sizes = errors.map(Math.abs).sort((a, b) => a - b);
const equal = memory.filter(({ ours, theirs }) => ours === theirs).length;
console.log(
  `| kernel | registers | nvcc for ${ARCHITECTURE} |\n| --- | --- | --- |\n${[...rows.values()].join('\n')}\n`,
);
console.log(
  `within ${CLOSE} registers: ${close} of ${errors.length}; median distance ${sizes[sizes.length >> 1]}, ` +
    `too low by more: ${errors.filter((error) => error < -CLOSE).length}, too high: ${errors.filter((error) => error > CLOSE).length}`,
);
console.log(`memory instructions of kernels without loops: the same in ${equal} of ${memory.length}`);
for (const { name, ours, theirs } of memory)
  if (ours !== theirs) console.log(`  ${name}: ${ours}; nvcc ${theirs}`);
