import { CancelledError } from '../worker/workerHandle';
import os from 'node:os';
import path from 'node:path';
import { temporaryFolder } from '../../files/folders';
import { runProgram, type ProgramOutcome } from '../../files/runProgram';
import { writeWhole } from '../../files/writeFile';
import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';

const COMPILE_LIMITS = { timeoutMs: 300_000, maxOutputBytes: 1_000_000 };
const RUN_LIMITS = { timeoutMs: 300_000, maxOutputBytes: 100_000 };

/** What a machine without Corun needs beside the source: one script that compiles, runs and keeps the output. */
export function scriptFor(source: string, output: string): string {
  return [
    '#!/bin/sh',
    '# Compiles and runs the micro-benchmarks; bring the output back to: corun calibrate --import FILE',
    'set -e',
    'cd "$(dirname "$0")"',
    `"\${NVCC:-nvcc}" -O3 -arch="\${ARCH:-native}" ${source} -o calibrate`,
    `./calibrate "\${1:-0}" > ${output}`,
    `echo "${output}"`,
    '',
  ].join('\n');
}

/**
 * Compiles the micro-benchmarks with the user's nvcc and runs them on one GPU of this machine.
 *
 * @throws CancelledError on abort, InputError with what nvcc or the program said
 */
export async function runMicroBenchmarks(job: {
  readonly source: string;
  readonly nvcc: string;
  readonly device: number;
  readonly progress: (line: Words) => void;
  /** Ends compiler and micro-benchmarks. */
  readonly signal?: AbortSignal;
}): Promise<string> {
  const { source, nvcc, device, progress, signal = new AbortController().signal } = job;
  const { folder, remove } = await temporaryFolder(path.join(os.tmpdir(), 'corun-calibrate-'));
  const [file, program] = [path.join(folder, 'calibrate.cu'), path.join(folder, 'calibrate')];
  try {
    await writeWhole(file, source);
    progress(message('analysis.calibrate.compiling'));
    const args = ['-O3', '-arch=native', file, '-o', program];
    outputOf(await runProgram({ command: nvcc, args, cwd: folder, limits: COMPILE_LIMITS, signal }), nvcc);
    progress(message('analysis.calibrate.running', { device }));
    const run = { command: program, args: [String(device)], cwd: folder, limits: RUN_LIMITS, signal };
    return outputOf(await runProgram(run), 'calibrate');
  } finally {
    await remove();
  }
}

/**
 * What a program printed.
 *
 * @throws CancelledError, or InputError with what it said or why it did not start
 */
export function outputOf(run: ProgramOutcome, program: string): string {
  if (run.kind === 'exited' && run.code === 0) return run.output;
  if (run.kind === 'cancelled') throw new CancelledError();
  const failed = (reason: Words): InputError =>
    new InputError(message('analysis.calibrate.failed', { program, reason }), 'not-measured');
  if (run.kind === 'exited')
    throw failed(run.output.trim() || message('analysis.calibrate.code', { code: run.code }));
  throw failed(run.kind === 'not-started' ? run.reason : message(`analysis.calibrate.${run.kind}`));
}
