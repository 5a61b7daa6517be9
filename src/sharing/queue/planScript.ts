import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { QueueModel } from './queueModel';
import { planStarts } from './planStarts';
import type { JobRun } from './runQueue';

/** Waits until at most so many jobs of this GPU run. */
const ROOM = '  room() { while [ "$(jobs -rp | wc -l)" -gt "$1" ]; do sleep 0.1; done; }';

/**
 * A plan as a Bash script for one machine whose devices are the queue's GPUs in their order: an MPS server for each, and its
 * jobs in the order in which the plan starts them. A job waits for a place, so that no more run together than planned,
 * however long they take in truth, for those that it would not get on with, and for its submission.
 *
 * @throws InputError naming an application without a command
 */
export function planScript(model: QueueModel, runs: readonly JobRun[]): string {
  for (const { application } of model.jobs) commandOf(model, application);
  const gpus = model.gpus.flatMap((_, gpu) => {
    const own = runs.filter((run) => run.gpu === gpu);
    return own.length === 0 ? [] : [gpuScript(model, gpu, own)];
  });
  return ['#!/usr/bin/env bash', 'set -u', ...gpus, 'wait', ''].join('\n');
}

function gpuScript(model: QueueModel, gpu: number, runs: readonly JobRun[]): string {
  const folder = `\${TMPDIR:-/tmp}/corun-mps-${gpu}`;
  const jobs = planStarts(model, runs).flatMap(({ run: { job }, beside, after }, at) => {
    const { name, application, submit } = model.jobs[job]!;
    return [
      `  # ${name}`,
      ...(submit > 0 ? [`  until [ "$SECONDS" -ge ${Math.ceil(submit)} ]; do sleep 1; done`] : []),
      ...(after.length > 0 ? [`  wait ${after.map((other) => `"$job${other}"`).join(' ')}`] : []),
      // Who starts beside all that have started before has no place to wait for.
      ...(beside < at ? [`  room ${beside}`] : []),
      `  ( ${commandOf(model, application)} ) & job${job}=$!`,
    ];
  });
  return [
    `( # ${model.gpus[gpu]!.name}`,
    `  export CUDA_MPS_PIPE_DIRECTORY="${folder}" CUDA_MPS_LOG_DIRECTORY="${folder}"`,
    '  mkdir -p "$CUDA_MPS_PIPE_DIRECTORY"',
    // Clients of a server see its device as their first: only the server is told which one it is.
    `  CUDA_VISIBLE_DEVICES=${gpu} nvidia-cuda-mps-control -d`,
    ROOM,
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
