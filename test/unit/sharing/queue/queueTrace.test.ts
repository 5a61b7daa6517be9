import assert from 'node:assert/strict';
import { queueTrace } from '../../../../src/words/texts/queueTrace';
import type { QueueModel } from '../../../../src/sharing/queue/queueModel';
import { allPairs, modelOf, runsOf } from './queues';

type TraceEvent = Readonly<Record<string, unknown>>;

const eventsOf = (model: QueueModel): readonly TraceEvent[] =>
  (JSON.parse(queueTrace(model, runsOf(model, 'fcfs'))) as { traceEvents: TraceEvent[] }).traceEvents;

describe('a plan as a Chrome trace', () => {
  it('has a process for each GPU and a lane for each slot, taken again when it is free', () => {
    const model = modelOf({
      gpus: [{ gpu: 'a', count: 2 }],
      applications: [
        { name: 'long', seconds: 4 },
        { name: 'short', seconds: 1 },
      ],
      slowdowns: allPairs(['long', 'short'], 1),
      jobs: [{ application: 'long' }, { application: 'short', count: 3 }],
    });
    const traceEvents = eventsOf(model);
    assert.deepEqual(
      traceEvents.map(({ ph, name, pid, tid, ts, dur }) => [ph, name, pid, tid, ts, dur]),
      [
        ['M', 'process_name', 0, undefined, undefined, undefined],
        ['M', 'process_name', 1, undefined, undefined, undefined],
        ['X', 'long', 0, 0, 0, 4e6],
        ['X', 'short', 0, 1, 0, 1e6],
        ['X', 'short 2', 1, 0, 0, 1e6],
        ['X', 'short 3', 1, 1, 0, 1e6],
      ],
    );
    const later = {
      ...model,
      jobs: model.jobs.map((job) => ({ ...job, submit: job.name === 'short 3' ? 1 : 0 })),
    };
    const last = eventsOf(later).at(-1)!;
    // The second lane of the first GPU is free again at 1.
    assert.deepEqual([last['name'], last['pid'], last['tid'], last['ts']], ['short 3', 0, 1, 1e6]);
  });
});
