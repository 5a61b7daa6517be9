import { spawn, type ChildProcess } from 'node:child_process';

export interface ProgramLimits {
  readonly timeoutMs: number;
  /** Output beyond this ends the program. */
  readonly maxOutputBytes: number;
}

/** How a run ended; `output` has both streams in the order in which they came. */
export type ProgramOutcome =
  | { readonly kind: 'exited'; readonly code: number; readonly output: string }
  | { readonly kind: 'not-started'; readonly reason: string }
  | { readonly kind: 'timed-out' | 'too-much-output' | 'cancelled' };

export interface ProgramRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly limits: ProgramLimits;
  readonly signal: AbortSignal;
}

/** Compilers start programs of their own: where groups exist, the whole group is ended. */
const HAS_GROUPS = process.platform !== 'win32';

/** Runs a program without a shell and within limits; never throws for what the program does. */
export function runProgram({ command, args, cwd, env, limits, signal }: ProgramRun): Promise<ProgramOutcome> {
  if (signal.aborted) return Promise.resolve({ kind: 'cancelled' });
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: HAS_GROUPS,
    windowsHide: true,
    env: { ...process.env, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (outcome: ProgramOutcome): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(outcome);
    };
    const stop = (kind: 'timed-out' | 'too-much-output' | 'cancelled'): void => {
      endGroup(child);
      end({ kind });
    };
    const cancel = (): void => stop('cancelled');
    const timer = setTimeout(() => stop('timed-out'), limits.timeoutMs);
    signal.addEventListener('abort', cancel);
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limits.maxOutputBytes) stop('too-much-output');
      else chunks.push(chunk);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => end({ kind: 'not-started', reason: error.message }));
    child.on('close', (code) =>
      end({ kind: 'exited', code: code ?? -1, output: Buffer.concat(chunks).toString('utf8') }),
    );
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (HAS_GROUPS) process.kill(-child.pid, 'SIGKILL');
    else child.kill();
  } catch {
    // It ended by itself in the meantime.
  }
}
