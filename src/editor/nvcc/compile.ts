import os from 'node:os';
import path from 'node:path';
import {
  compilerArguments,
  firstFault,
  namesKernels,
  offeredArchitectures,
  stableOutput,
  type CompilerSettings,
} from './invocation';
import { runProgram, type ProgramLimits, type ProgramOutcome } from '../../files/runProgram';
import { temporaryFolder } from '../../files/folders';
import { message, type Words } from '../../kernel/message';

const LIMITS: ProgramLimits = { timeoutMs: 120_000, maxOutputBytes: 8_000_000 };
const QUERY_LIMITS: ProgramLimits = { timeoutMs: 10_000, maxOutputBytes: 100_000 };

/** What came of compiling one source. */
export type CompileOutcome =
  /** `log` is what ptxas printed; null when the source has no kernels. */
  | { readonly kind: 'compiled'; readonly log: string | null }
  | { readonly kind: 'cancelled' }
  /** `problem` is the sort of failure, `reason` one line for the user. */
  | { readonly kind: 'failed'; readonly problem: CompileProblem; readonly reason: Words };

export type CompileProblem = 'not-started' | 'timed-out' | 'too-much-output' | 'rejected';

export interface CompileJob {
  /** Absolute path of the source. */
  readonly source: string;
  /** e.g. `sm_86`. */
  readonly architecture: string;
  readonly settings: CompilerSettings;
  /** Folder against which relative paths in the flags are meant. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly limits?: ProgramLimits;
}

/** Compiles one source for what ptxas says about it; leaves no file behind. */
export async function compile(job: CompileJob): Promise<CompileOutcome> {
  const { source, architecture, settings, cwd, signal, limits = LIMITS } = job;
  const { folder, remove } = await temporaryFolder(path.join(os.tmpdir(), 'corun-nvcc-'));
  try {
    const args = compilerArguments(source, path.join(folder, 'out.cubin'), architecture, settings.flags);
    // The compiler's own intermediate files go there too: one that is ended early does not clean up.
    const env = { TMPDIR: folder, TMP: folder, TEMP: folder };
    return outcome(await runProgram({ command: settings.path, args, cwd, env, limits, signal }), job);
  } finally {
    await remove();
  }
}

/** The architectures that the compiler offers; empty when it cannot tell (before CUDA 11). */
export async function queryArchitectures(
  settings: CompilerSettings,
  cwd: string,
  signal: AbortSignal,
): Promise<string[]> {
  const args = ['--list-gpu-code'];
  const run = await runProgram({ command: settings.path, args, cwd, limits: QUERY_LIMITS, signal });
  return run.kind === 'exited' && run.code === 0 ? offeredArchitectures(run.output) : [];
}

function outcome(run: ProgramOutcome, { settings, limits = LIMITS }: CompileJob): CompileOutcome {
  const failed = (problem: CompileProblem, reason: Words): CompileOutcome => ({
    kind: 'failed',
    problem,
    reason,
  });
  switch (run.kind) {
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'not-started':
      return failed(
        'not-started',
        message('editor.nvcc.notStarted', { program: settings.path, reason: run.reason }),
      );
    case 'timed-out':
      return failed('timed-out', message('editor.nvcc.tooSlow', { seconds: limits.timeoutMs / 1000 }));
    case 'too-much-output':
      return failed('too-much-output', message('editor.nvcc.tooMuch', { bytes: limits.maxOutputBytes }));
    case 'exited': {
      if (run.code !== 0)
        return failed(
          'rejected',
          firstFault(run.output) ?? message('editor.nvcc.silent', { code: String(run.code) }),
        );
      return { kind: 'compiled', log: namesKernels(run.output) ? stableOutput(run.output) : null };
    }
  }
}
