import type { QueueModel } from '../../sharing/queue/queueModel';
import type { JobRun } from '../../sharing/queue/runQueue';
import { factor } from '../format';

const MICROSECONDS = 1e6;

/** A plan as a Chrome trace: a process for each GPU, a lane for each of its slots, a bar for each job. */
export function queueTrace(model: QueueModel, runs: readonly JobRun[]): string {
  const lanes = model.gpus.map(() => [] as number[]);
  const bars = [...runs]
    .sort((a, b) => a.start - b.start || a.job - b.job)
    .map(({ job, gpu, start, end, alone }) => {
      const slots = lanes[gpu]!;
      const free = slots.findIndex((until) => until <= start);
      const tid = free < 0 ? slots.length : free;
      slots[tid] = end;
      const { name, application } = model.jobs[job]!;
      return {
        ph: 'X',
        name,
        cat: model.applications[application]!.name,
        pid: gpu,
        tid,
        ts: start * MICROSECONDS,
        dur: (end - start) * MICROSECONDS,
        args: { slowdown: factor((end - start) / alone), submit: model.jobs[job]!.submit },
      };
    });
  const names = model.gpus.map(({ name }, pid) => ({ ph: 'M', name: 'process_name', pid, args: { name } }));
  return JSON.stringify({ displayTimeUnit: 'ms', traceEvents: [...names, ...bars] });
}
