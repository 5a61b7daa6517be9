// Queues of applications of which only a trace of each alone is known, on an H200 whose pairs were measured.
//   npm run study -- magic-from-traces [--queues N] [--write]
// N queues a setting (default 10), drawn with fixed seeds, some two minutes of processor time; --write writes the table of
// docs/queue-scheduling.md.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../src/kernel/markdownTable';
import { mean } from '../../src/stats/means';
import { measuredApplications } from '../hardware/applications/measured';
import { tracedSetting } from '../hardware/applications/together';
import { tracedQueue, type TracedPlan, type TracedQueue } from '../magic/onCard/fromTraces';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/queue-scheduling.md');
const SETTINGS = { 'kernels-mps-one': 'one kernel', 'kernels-mps-more': 'several kernels' } as const;
const { values } = parseArgs({
  options: { queues: { type: 'string', default: '10' }, write: { type: 'boolean', default: false } },
});
const queues = Number(values.queues);
const measured = measuredApplications(ROOT, 'h200');
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

const of = (queue: TracedQueue, policy: string): TracedPlan =>
  queue.plans.find((plan) => plan.policy === policy)!;

function rowsOf(name: string, drawn: readonly TracedQueue[]): readonly (readonly string[])[] {
  return drawn[0]!.plans.map(({ policy }) => {
    const plans = drawn.map((queue) => [of(queue, policy), of(queue, 'fcfs')] as const);
    const over = plans.map(([plan, first]) => plan.ran.makespan / first.ran.makespan);
    const told = plans.flatMap(([plan, first]) =>
      plan.told === null ? [] : [plan.told.makespan / first.told!.makespan],
    );
    const off = plans.flatMap(([plan]) =>
      plan.told === null ? [] : [Math.abs(plan.told.makespan / plan.ran.makespan - 1)],
    );
    const known = (shares: readonly number[]): string => (shares.length === 0 ? '–' : percent(mean(shares)));
    return [
      `${name}, ${drawn[0]!.maxCoRun} together`,
      policy,
      percent(mean(over)),
      known(told),
      `${over.filter((share) => share < 1).length} of ${over.length}`,
      percent(Math.max(...over)),
      known(off),
      mean(plans.map(([plan]) => plan.ran.antt)).toFixed(2),
      Math.max(...plans.map(([plan]) => plan.ran.worstSlowdown)).toFixed(1),
    ];
  });
}

const rows: (readonly string[])[] = [];
for (const [id, name] of Object.entries(SETTINGS)) {
  const setting = measured.settings.find((each) => each.id === id)!;
  const traced = await tracedSetting(ROOT, measured, setting);
  for (const maxCoRun of [2, 4]) {
    const drawn = Array.from({ length: queues }, (_, at) =>
      tracedQueue(measured, traced, maxCoRun, 500 + at),
    );
    rows.push(...rowsOf(name, drawn));
    console.error(name, maxCoRun);
  }
}
const table = markdownTable(
  [
    'applications of',
    'plan by',
    'makespan of that of fcfs',
    'as told',
    'shorter than fcfs',
    'worst',
    'told makespan off by',
    'ANTT',
    'worst job',
  ],
  rows,
);
console.log(table);
if (values.write) await writeBlock(PAGE, 'from-traces', table);
