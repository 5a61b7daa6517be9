import assert from 'node:assert/strict';
import type { SoloRun } from '../../../../src/predictors/latencyPort';
import { concurrentKernels } from '../../../../src/predictors/prophet/execution';
import { sharedTransfers } from '../../../../src/predictors/prophet/transfers';
import { sideBySide } from '../../../../src/predictors/sideBySide';
import { createRandom } from '../../../../src/stats/random';
import type { TaskExecutor, TaskModel } from '../../../../src/timeline/models';
import { GPU, NO_ERRORS, question, soloRun, type Part } from './runs';

/** A GPU with as many SMs as batches may come apart into. */
const LARGE = { ...GPU, sms: 132 };

/** Kernels of one to four batches and of odd sizes, as networks have them. */
function network(name: string, kernels: number, seed: number): SoloRun {
  const random = createRandom(seed);
  const parts = Array.from({ length: kernels }, (): Part => ({
    blocks: 1 + random.below(4 * LARGE.sms),
    soloNs: 1000 + random.below(20_000),
  }));
  return soloRun(name, parts);
}

/** The model, and how often one of its kernels' batches came to its end. */
function counted(model: TaskModel, onEvent: () => void): TaskModel {
  return {
    ...model,
    createExecutor: (gpu, observer): TaskExecutor => {
      const executor = model.createExecutor(gpu, observer);
      return {
        submit: (task, ns) => executor.submit(task, ns),
        nextChangeNs: () => executor.nextChangeNs(),
        advance: (ns) => {
          onEvent();
          executor.advance(ns);
        },
        dispatch: (ns) => executor.dispatch(ns),
        isBusyAfter: (task) => executor.isBusyAfter(task),
      };
    },
  };
}

/** Events of kernels for one query beside so many instances of a network, and its latency. */
function eventsBeside(service: SoloRun, other: SoloRun, instances: number): { events: number; ns: number } {
  let events = 0;
  const predictor = sideBySide('counted', NO_ERRORS, {
    kernels: (tasks) =>
      counted(concurrentKernels(tasks, { sms: LARGE.sms, bytesPerNs: 100 }), () => events++),
    copies: sharedTransfers,
  });
  const beside = Array.from({ length: instances }, () => other);
  const [ns] = predictor.latencies({ ...question(service, beside), gpu: LARGE });
  return { events, ns: ns! };
}

describe('the cost of a latency beside many instances', () => {
  it('is a few events for each kernel that runs, however many instances share the SMs', () => {
    const [service, other] = [network('service', 12, 1), network('other', 12, 2)];
    const few = eventsBeside(service, other, 2);
    const many = eventsBeside(service, other, 15);
    // The GPU is never idle: as many kernels run as its time allows, and each has its few events.
    const [few1, many1] = [few, many].map(({ events, ns }) => events / ns) as [number, number];
    assert.ok(many1 < 2 * few1, `${few1} to ${many1} events a ns`);
  });

  it('does not grow with the blocks of a kernel that shares the SMs', () => {
    const service = soloRun('service', [{ blocks: 1, soloNs: 1e6 }, { blocks: 1e9 }]);
    const other = soloRun('other', [
      { blocks: 50, soloNs: 300_000 },
      { blocks: 1e9, soloNs: 3e6 },
    ]);
    assert.ok(eventsBeside(service, other, 3).events < 2000);
  });
});
