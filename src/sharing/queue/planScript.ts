import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { QueueModel } from './queueModel';
import type { JobRun } from './runQueue';

/** Times that differ by less are one: sums of parts are rounded. */
const SAME = 1e-6;

/**
 * A plan as a Bash script for one machine whose devices are the queue's GPUs in their order: an MPS server for each, and its
 * jobs as the plan starts them. A job waits for those that the plan has ended on its GPU before it starts, so that no more
 * run together than planned, however long they take in truth; and for its submission.
 *
 * @throws InputError naming an application without a command
 */
export function planScript(model: QueueModel, runs: readonly JobRun[]): string {
  for (const { application } of model.jobs) commandOf(model, application);
  const gpus = model.gpus.flatMap((_, gpu) => {
    const own = runs.filter((run) => run.gpu === gpu).sort((a, b) => a.start - b.start || a.job - b.job);
    return own.length === 0 ? [] : [gpuScript(model, gpu, own)];
  });
  return ['#!/usr/bin/env bash', 'set -u', ...gpus, 'wait', ''].join('\n');
}

function gpuScript(model: QueueModel, gpu: number, runs: readonly JobRun[]): string {
  const folder = `\${TMPDIR:-/tmp}/corun-mps-${gpu}`;
  const waited = new Set<number>();
  const jobs = runs.flatMap((run) => {
    const { name, application, submit } = model.jobs[run.job]!;
    const before = runs.filter(
      ({ job, end }) => end <= run.start + SAME && job !== run.job && !waited.has(job),
    );
    before.forEach(({ job }) => waited.add(job));
    return [
      `  # ${name}`,
      ...(submit > 0 ? [`  until [ "$SECONDS" -ge ${Math.ceil(submit)} ]; do sleep 1; done`] : []),
      ...(before.length > 0 ? [`  wait ${before.map(({ job }) => `"$job${job}"`).join(' ')}`] : []),
      `  ( ${commandOf(model, application)} ) & job${run.job}=$!`,
    ];
  });
  return [
    `( # ${model.gpus[gpu]!.name}`,
    `  export CUDA_MPS_PIPE_DIRECTORY="${folder}" CUDA_MPS_LOG_DIRECTORY="${folder}"`,
    '  mkdir -p "$CUDA_MPS_PIPE_DIRECTORY"',
    // Clients of a server see its device as their first: only the server is told which one it is.
    `  CUDA_VISIBLE_DEVICES=${gpu} nvidia-cuda-mps-control -d`,
    ...jobs,
    '  wait',
    '  echo quit | nvidia-cuda-mps-control',
    ') &',
  ].join('\n');
}

/** @throws InputError naming the application that has none */
export function commandOf({ applications }: QueueModel, application: number): string {
  const { command, name } = applications[application]!;
  if (command === undefined)
    throw new InputError(message('sharing.queue.noCommand', { application: name }), 'no-command');
  return command;
}
