// A day of 100,000 jobs on 1,000 GPUs under every policy: processor time, and what came of it.
//   npm run bench -- queue [--write]    with --write also to docs/queue-scheduling.md
import path from 'node:path';
import { parseQueue } from '../../src/kernel/queue';
import { queueFacts } from '../../src/sharing/queue/queueFacts';
import { queueMetrics } from '../../src/sharing/queue/queueMetrics';
import { queueModel, type QueueModel } from '../../src/sharing/queue/queueModel';
import { runQueue } from '../../src/sharing/queue/runQueue';
import { schedulers } from '../../src/sharing/queue/schedulers';
import { createRandom } from '../../src/stats/random';
import { measuredQueue, MEASURED_JOBS } from '../magic/pairs';
import { writeBlock } from '../reportBlocks';

const JOBS = 100_000;
const DAY = 86_400;
/** Mean seconds of a job on a V100. */
const LENGTHS = [600, 1500];
const BOUND = 2;

/** Measured jobs at random times of a day, of log-normal lengths. */
function day(seconds: number): QueueModel {
  const random = createRandom(1);
  const jobs = Array.from({ length: JOBS }, () => ({
    application: MEASURED_JOBS[random.below(MEASURED_JOBS.length)]!,
    seconds: seconds * Math.exp(random.gaussian() - 0.5),
    submit: random.next() * DAY,
  }));
  const gpus = [
    { gpu: 'v100' as const, count: 400 },
    { gpu: 'p100' as const, count: 300 },
    { gpu: 'k80' as const, count: 300 },
  ];
  return queueModel(parseQueue(measuredQueue({ gpus, maxCoRun: 2, jobs })));
}

const rows = LENGTHS.flatMap((seconds) => {
  const model = day(seconds);
  const facts = queueFacts(model);
  return schedulers(BOUND).map((scheduler) => {
    const start = process.cpuUsage();
    const runs = runQueue(model, scheduler.dispatcher(facts));
    const { user, system } = process.cpuUsage(start);
    const { makespan, antt, turnaround } = queueMetrics(model, runs);
    return `| ${seconds} s | ${scheduler.id} | ${((user + system) / 1e6).toFixed(1)} s | ${(makespan / 3600).toFixed(0)} h | ${antt.toFixed(2)} | ${(turnaround / 60).toFixed(0)} min |`;
  });
});
const text = [
  '| mean job on a V100 | policy | processor time | makespan | mean slowdown | mean turnaround |',
  '| --- | --- | --- | --- | --- | --- |',
  ...rows,
].join('\n');
console.log(text);
if (process.argv.includes('--write'))
  await writeBlock(
    path.resolve(process.env['CORUN_ROOT'] ?? '.', 'docs/queue-scheduling.md'),
    'queue-bench',
    text,
  );
