import type { QueueModel } from './queueModel';
import { commandOf } from './planScript';
import type { JobRun } from './runQueue';

/** Generic resources of Slurm by which jobs share a GPU. */
export const SHARED_RESOURCES = ['shard', 'mps'] as const;
export type SharedResource = (typeof SHARED_RESOURCES)[number];

/** Times that differ by less are one: sums of parts are rounded. */
const SAME = 1e-6;
/** `mps` of a GPU. */
const WHOLE = 100;

/**
 * A plan as a Bash script that submits its jobs to Slurm, in the order in which they start: each asks for its share of one GPU
 * and waits for those that the plan has ended on that GPU before, so that no more run together than planned. A shard is one of
 * the jobs that a GPU runs at a time; of `mps` each gets as much of the 100. Which of equal GPUs a job gets is Slurm's choice;
 * where there are several kinds, it asks for nodes whose feature is called as the kind. With `--test-only` the script submits
 * nothing and has Slurm tell when each job could start.
 *
 * @throws InputError naming an application without a command
 */
export function slurmScript(model: QueueModel, runs: readonly JobRun[], resource: SharedResource): string {
  const ordered = [...runs].sort((a, b) => a.start - b.start || a.job - b.job);
  const after = waitsOf(ordered);
  return [
    '#!/usr/bin/env bash',
    'set -eu',
    '# usage: bash FILE [--test-only]',
    'submit() {',
    '  local after=$1; shift',
    '  if [ "${TEST:-}" = --test-only ]; then sbatch --test-only "$@"; return; fi',
    '  sbatch --parsable ${after:+--dependency=afterany:$after} "$@"',
    '}',
    'TEST=${1:-}',
    ...ordered.map((run) => submitted(model, run, after.get(run.job)!, resource)),
    '',
  ].join('\n');
}

function submitted(
  model: QueueModel,
  { job, gpu }: JobRun,
  after: readonly number[],
  resource: SharedResource,
): string {
  const { name, application, submit } = model.jobs[job]!;
  const share = resource === 'shard' ? 1 : Math.floor(WHOLE / model.maxCoRun);
  const options = [
    `--job-name=${quoted(name)}`,
    `--gres=${resource}:${share}`,
    ...(model.kinds.length > 1 ? [`--constraint=${quoted(model.kinds[model.gpus[gpu]!.kind]!)}`] : []),
    ...(submit > 0 ? [`--begin=now+${Math.ceil(submit)}`] : []),
    `--wrap=${quoted(commandOf(model, application))}`,
  ];
  return `job${job}=$(submit "${after.map((other) => `$job${other}`).join(':')}" ${options.join(' ')})`;
}

/** A word for a shell, whatever is in it. */
const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** For each job those that end on its GPU before it starts, without those for which these wait themselves. */
function waitsOf(ordered: readonly JobRun[]): ReadonlyMap<number, readonly number[]> {
  const waits = new Map<number, readonly number[]>();
  const earlier = new Map<number, ReadonlySet<number>>();
  for (const run of ordered) {
    const ended = ordered.filter(
      ({ gpu, job, end }) => gpu === run.gpu && job !== run.job && end <= run.start + SAME,
    );
    const implied = new Set(ended.flatMap(({ job }) => [...earlier.get(job)!]));
    waits.set(
      run.job,
      ended.flatMap(({ job }) => (implied.has(job) ? [] : [job])),
    );
    earlier.set(run.job, new Set(ended.map(({ job }) => job)));
  }
  return waits;
}
