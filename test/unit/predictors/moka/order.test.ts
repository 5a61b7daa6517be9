import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Application, Operation } from '../../../../src/kernel/application';
import { mokaModels } from '../../../../src/predictors/moka/mokaModels';
import { waveBlocks } from '../../../../lab/moka/blocks/waveBlocks';
import { pipelinedBlocks } from '../../../../src/predictors/moka/blocks/pipelinedBlocks';
import { lowerBound } from '../../../../src/predictors/moka/order/lowerBound';
import { allOrders, countOrders } from '../../../../src/predictors/moka/order/orders';
import { freeStreams, phasesOf } from '../../../../src/predictors/moka/order/phases';
import { reorder } from '../../../../src/predictors/moka/order/reorder';
import { suggestStreamOrder } from '../../../../src/predictors/moka/order/suggestStreamOrder';
import { replay } from '../../../../src/timeline/replay';
import { application, copy, kernel, testGpu } from '../../timeline/builders';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';

const gpu = testGpu();

function job(stream: string, up: number, soloNs: number, down: number, blocks = 48): Operation[] {
  return [copy(stream, 'HtoD', up), kernel(stream, `k${stream}`, soloNs, blocks), copy(stream, 'DtoH', down)];
}

/** `stream` of each operation in the order of issue. */
function issued(app: Application | undefined): string {
  return app!.operations.map((operation) => ('stream' in operation ? operation.stream : '|')).join('');
}

describe('reorder (figure 2.8)', () => {
  const app = application([...job('a', 1, 1, 1), ...job('b', 1, 1, 1)]);
  const phases = phasesOf(app);

  it('issues one stream after the other or stage by stage', () => {
    assert.equal(issued(reorder(app, phases, ['b', 'a'], 'interleaved')?.application), 'bbbaaa');
    const batch = reorder(app, phases, ['b', 'a'], 'batch')!;
    assert.deepEqual(batch.indices, [3, 0, 4, 1, 5, 2]);
  });

  it('puts a stream without copies up into the stage of the kernels', () => {
    const mixed = application([kernel('k', 'K', 1), ...job('a', 1, 1, 1)]);
    const kinds = reorder(mixed, phasesOf(mixed), ['k', 'a'], 'batch')!.application.operations;
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['copy', 'kernel', 'kernel', 'copy'],
    );
  });

  it('moves nothing across host waits and the default stream', () => {
    const barred = application([
      ...job('a', 1, 1, 1),
      { kind: 'synchronize', stream: 'a' },
      ...job('b', 1, 1, 1),
      kernel('default', 'K', 1),
      ...job('a', 1, 1, 1),
    ]);
    const stages = phasesOf(barred);
    assert.deepEqual(freeStreams(stages), ['a', 'b']);
    assert.equal(
      issued(reorder(barred, stages, ['b', 'a'], 'interleaved')?.application),
      'aaaabbbdefaultaaa',
    );
  });

  it('refuses an order in which a wait would miss its record', () => {
    const events = application([
      kernel('a', 'A', 1),
      { kind: 'record', stream: 'a', event: 'e' },
      { kind: 'wait', stream: 'b', event: 'e' },
      kernel('b', 'B', 1),
    ]);
    assert.equal(reorder(events, phasesOf(events), ['b', 'a'], 'interleaved'), null);
    assert.ok(reorder(events, phasesOf(events), ['a', 'b'], 'interleaved'));
  });
});

describe('orders', () => {
  it('are counted as they are listed, equal streams in one turn', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 6 }), (kinds) => {
        const streams = kinds.map((_, index) => String(index));
        const kindOf = new Map(streams.map((stream, index) => [stream, kinds[index]!]));
        const listed = [...allOrders(streams, kindOf)];
        assert.equal(listed.length, countOrders(kindOf));
        const patterns = new Set(listed.map((order) => order.map((stream) => kindOf.get(stream)).join('')));
        assert.equal(patterns.size, listed.length);
        assert.deepEqual(listed[0], streams);
      }),
    );
  });
});

describe('suggestStreamOrder', () => {
  const size = fc.integer({ min: 0, max: 2_000_000 });
  const jobs = fc.array(
    fc.record({
      up: size,
      soloNs: fc.integer({ min: 1, max: 500_000 }),
      down: size,
      blocks: fc.integer({ min: 1, max: 500 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const toApplication = (specs: readonly { up: number; soloNs: number; down: number; blocks: number }[]) =>
    application(specs.flatMap(({ up, soloNs, down, blocks }, at) => job(`${at}`, up, soloNs, down, blocks)));

  for (const blocks of [waveBlocks(), pipelinedBlocks])
    it(`is never worse than the order as written and never below its bound (${blocks.name})`, () => {
      fc.assert(
        fc.property(jobs, fc.constantFrom(1, 2), (specs, copyEngines) => {
          const spec = testGpu({ copyEngines });
          const advice = suggestStreamOrder(toApplication(specs), spec, mokaModels(spec, { blocks }));
          assert.ok(advice.best.makespanNs <= advice.written.makespanNs);
          assert.ok(advice.bound.ns <= advice.best.makespanNs * (1 + 1e-9));
          assert.ok(advice.exact);
          const again = replay([advice.best.application], spec, mokaModels(spec, { blocks }));
          assert.equal(again.makespanNs, advice.best.makespanNs);
        }),
        { numRuns: 40 },
      );
    });

  it('puts the short copy first so that its kernel hides the long one', () => {
    const app = application([...job('long', 4_000_000, 50_000, 0), ...job('short', 100_000, 600_000, 0)]);
    const advice = suggestStreamOrder(app, gpu);
    assert.deepEqual(advice.best.order, ['short', 'long']);
    assert.ok(advice.best.makespanNs < advice.written.makespanNs * 0.8);
    assert.ok(advice.serialNs > advice.best.makespanNs);
    assert.ok(english(advice.best.limits.text).startsWith('copy HtoD'), english(advice.best.limits.text));
    assert.deepEqual(
      advice.whatIf.map(({ change }) => english(change)),
      ['one copy engine'],
    );
  });

  it('tells what pinned memory and a second copy engine would change', () => {
    const single = testGpu({ copyEngines: 1 });
    const pageable = job('a', 1_000_000, 9000, 1_000_000).map((operation) =>
      operation.kind === 'copy' ? { ...operation, pinned: false } : operation,
    );
    const advice = suggestStreamOrder(
      application([...pageable, ...job('b', 1_000_000, 9000, 1_000_000)]),
      single,
    );
    assert.deepEqual(
      advice.whatIf.map(({ change }) => english(change)),
      ['two copy engines', 'pinned host memory'],
    );
    assert.ok(advice.whatIf[1]!.makespanNs < advice.best.makespanNs);
  });

  it('tries ten equal streams as one order', () => {
    const streams = Array.from({ length: 10 }, (_, at) => String(at));
    const equalJob = (name: string) => [copy(name, 'HtoD', 1e5), kernel(name, 'same', 1e5)];
    const advice = suggestStreamOrder(application(streams.flatMap((name) => equalJob(name))), gpu);
    assert.ok(advice.exact);
    assert.ok(advice.replays <= 3);
  });

  it('searches ten different streams, the same way for the same seed, and says how far it may be off', () => {
    const app = application(
      Array.from({ length: 10 }, (_, at) =>
        job(String(at), 40_000 * ((at * 7) % 10), 9000 * ((at * 3) % 10) + 1000, 20_000 * ((at * 9) % 10)),
      ).flat(),
    );
    const advice = suggestStreamOrder(app, gpu, mokaModels(gpu), 7);
    assert.deepEqual(suggestStreamOrder(app, gpu, mokaModels(gpu), 7).best.order, advice.best.order);
    assert.ok(advice.best.makespanNs < advice.written.makespanNs);
    assert.ok(advice.best.makespanNs < advice.bound.ns * 1.2);
  });

  it('needs the time of each kernel', () => {
    const app = application([{ ...(kernel('a', 'untimed', 1) as object), soloNs: null } as Operation]);
    assert.throws(() => suggestStreamOrder(app, gpu), told(/untimed is not known/));
  });
});

describe('lowerBound', () => {
  it('names the resource that has to do all its work', () => {
    const app = application([...job('a', 2_000_000, 1000, 0), ...job('b', 2_000_000, 1000, 0)]);
    assert.equal(lowerBound(app, gpu, mokaModels(gpu)).resource, 'copy HtoD');
    const one = application(job('a', 1000, 1000, 1000));
    assert.equal(lowerBound(one, gpu, mokaModels(gpu)).resource, 'longest stream');
  });
});
