import assert from 'node:assert/strict';
import { predictedQueue } from '../../../../src/analysis/queues/predictedQueue';
import { requireGpu } from '../../../../src/gpu/findGpu';
import type { KernelProfile, ProfileFile } from '../../../../src/kernel/profile';
import { parseQueue } from '../../../../src/kernel/queue';
import { LATENCY_PREDICTORS } from '../../../../src/predictors';
import { EMPTY_LAUNCH } from '../../../../src/profiles/nvprof/metricTable';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';

const GPU = requireGpu('v100-sxm2');
const OTHER = requireGpu('gtx-950');
const PERIODS = 6;
const PERIOD_NS = 1e6;

/** One kernel once a ms, in which it runs for a share of the time; a block has an SM for itself. */
function trace(path: string, blocks: number, share: number, device = GPU.name): ProfileFile {
  const kernels = Array.from({ length: PERIODS }, (_, at): KernelProfile => ({
    ...{ ...EMPTY_LAUNCH, name: path, grid: [blocks, 1, 1], block: [1024, 1, 1], registers: 64 },
    ...{ staticSharedBytes: 0, dynamicSharedBytes: 0, stream: '7', device, calls: 1, metrics: {} },
    ...{ startNs: at * PERIOD_NS, durationNs: share * PERIOD_NS, location: { path, line: at + 1 } },
  }));
  return { path, format: 'x', status: 'full', device, kernels, transfers: [], api: [], warnings: [] };
}

const FILES: Readonly<Record<string, ProfileFile>> = {
  full: trace('full', 10 * GPU.sms, 1),
  wide: trace('wide', 10 * GPU.sms, 1),
  half: trace('half', GPU.sms / 2, 1),
  elsewhere: trace('elsewhere', 10 * OTHER.sms, 1, OTHER.name),
};

const options = {
  ...{ models: [], makers: {}, note: () => undefined },
  read: (names: readonly string[]) => Promise.resolve(names.map((name) => FILES[name]!)),
};

const queueOf = (names: readonly string[], more: object = {}) =>
  parseQueue({
    gpus: [{ gpu: GPU.id }],
    predictor: 'shared-gpu',
    applications: names.map((name) => ({ name, seconds: 100, trace: name })),
    jobs: names.map((application) => ({ application })),
    ...more,
  });

describe('slowdowns of a queue that traces tell', () => {
  it('are those of applications that meet on one GPU', async () => {
    const { expected, notes, gainError } = await predictedQueue(queueOf(['full', 'wide', 'half']), options);
    const beside = (of: number, other: number): number => expected.pairs[0]![of]!.get(other)!;
    // Two that fill the GPU halve it; who needs half of the SMs finds less room beside one than beside nobody.
    assert.ok(beside(0, 1) > 1.7 && beside(0, 1) < 2.3, `${beside(0, 1)}`);
    assert.ok(beside(0, 2) < beside(0, 1));
    assert.deepEqual([...expected.pairs[0]![0]!.keys()], [1, 2]);
    assert.equal(expected.origin, 'predicted');
    assert.equal(gainError, LATENCY_PREDICTORS[0]!.errors.plans);
    assert.match(english(notes[0]!), /6 slowdowns of 3 applications on v100-sxm2 are told by shared-gpu/);
  });

  it('tell of two jobs of one application, once', async () => {
    const jobs = [{ application: 'full', count: 2 }];
    const { expected } = await predictedQueue(queueOf(['full'], { jobs }), options);
    assert.ok(expected.pairs[0]![0]!.get(0)! > 1.7);
  });

  it('are what schedulers go by, while the queue is played by its own', async () => {
    const slowdowns = [{ of: 'full', beside: 'wide', slowdown: 1.25 }];
    const { played, expected } = await predictedQueue(queueOf(['full', 'wide'], { slowdowns }), options);
    assert.equal(played.pairs[0]![0]!.get(1), 1.25);
    assert.notEqual(expected.pairs[0]![0]!.get(1), 1.25);
  });

  it('leave a gain no better known than they are, until the queue gives all that it is played by', async () => {
    const own = (of: string, beside: string, gpu?: string) => ({ of, beside, slowdown: 1.25, gpu });
    const errorWith = async (...slowdowns: object[]) =>
      (await predictedQueue(queueOf(['full', 'wide'], { slowdowns }), options)).gainError;
    const error = LATENCY_PREDICTORS[0]!.errors.plans;
    assert.equal(await errorWith(own('full', 'wide')), error);
    assert.equal(await errorWith(own('full', 'wide'), own('wide', 'full')), null);
    assert.equal(await errorWith(own('full', 'wide', GPU.id), own('wide', 'full', GPU.id)), null);
  });

  it('say nothing of a GPU that a trace is not of', async () => {
    const { expected, notes } = await predictedQueue(queueOf(['full', 'wide', 'elsewhere']), options);
    assert.deepEqual(
      [...expected.pairs[0]!.keys()].filter((of) => expected.pairs[0]![of]!.size > 0),
      [0, 1],
    );
    assert.ok(notes.some((each) => /elsewhere: their traces are of another GPU/.test(english(each))));
  });

  it('are refused where no application has a trace', async () => {
    const applications = [{ name: 'full', seconds: 1 }];
    await assert.rejects(
      predictedQueue(queueOf(['full'], { applications }), options),
      told(/no application of the queue has a trace/),
    );
  });
});
