import path from 'node:path';
import { runProgram } from '../../../src/files/runProgram';
import { InputError } from '../../../src/kernel/result';
import { SCRIPT } from './submission';

/** Of a task, by its number. */
const LOG = '%a.log';

const LIMITS = { timeoutMs: 120_000, maxOutputBytes: 4_000_000 };

/** Asks Slurm by its programs; each argument reaches them as it is, without a shell. */
export class Slurm {
  /**
   * Submits the script of a folder. Partition, account and limits are those of Slurm's own variables (SBATCH_PARTITION …).
   *
   * @returns the number of the job
   * @throws InputError with what Slurm says where it refuses, or where there is none
   */
  async submit(folder: string): Promise<string> {
    // Slurm reads per cent signs and backslashes in names of logs, those of folders before them included.
    if (folder.includes('\\'))
      throw new InputError('Slurm writes no log in a folder with a backslash in its path', 'slurm', folder);
    const logs = `--output=${path.join(folder.replaceAll('%', '%%'), LOG)}`;
    const output = await ask('sbatch', ['--parsable', `--chdir=${folder}`, logs, SCRIPT], folder);
    const id = /^(\d+)(?:;.*)?$/m.exec(output)?.[1];
    if (id === undefined) throw new InputError(`sbatch names no job: ${output.trim()}`, 'slurm');
    return id;
  }

  /** Whether tasks of a job wait or run. */
  async isListed(id: string): Promise<boolean> {
    const output = await ask('squeue', ['--me', '--noheader', '--format=%F']);
    return output.split('\n').some((line) => line.trim() === id);
  }

  async cancel(id: string): Promise<void> {
    await ask('scancel', [id]);
  }
}

/** A submission that is under way is not broken off: its job would run on, and nobody would know its number. */
const NEVER = new AbortController().signal;

async function ask(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const given = { command, args, limits: LIMITS, signal: NEVER };
  const outcome = await runProgram(cwd === undefined ? given : { ...given, cwd });
  if (outcome.kind === 'exited' && outcome.code === 0) return outcome.output;
  throw new InputError(`${command} ${reasonOf(outcome)}`, 'slurm');
}

function reasonOf(outcome: Awaited<ReturnType<typeof runProgram>>): string {
  if (outcome.kind === 'exited') return `ended with ${outcome.code}: ${outcome.output.trim()}`;
  return outcome.kind === 'not-started'
    ? `cannot be started: ${outcome.reason}`
    : `was ended: ${outcome.kind}`;
}
