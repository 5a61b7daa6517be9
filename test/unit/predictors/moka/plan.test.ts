import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DeviceOperation, KernelOperation, Operation } from '../../../../src/kernel/application';
import { volume } from '../../../../src/kernel/symbolic';
import { pipelinedBlocks } from '../../../../src/predictors/moka/blocks/pipelinedBlocks';
import { waveBlocks } from '../../../../lab/moka/blocks/waveBlocks';
import { mokaModels } from '../../../../src/predictors/moka/mokaModels';
import { findDependencies } from '../../../../src/predictors/moka/plan/jobs';
import { planStreams } from '../../../../src/predictors/moka/plan/planStreams';
import { possiblePieces, splitJob } from '../../../../src/predictors/moka/plan/split';
import { application, copy, kernel, testGpu } from '../../timeline/builders';
import { english } from '../../../../src/words';
import { told } from '../../../support/told';

const gpu = testGpu();

function serialJob(up: number, name: string, soloNs: number, down: number, blocks = 480): Operation[] {
  return [
    copy('default', 'HtoD', up, { pinned: false, blocking: true }),
    kernel('default', name, soloNs, blocks),
    copy('default', 'DtoH', down, { pinned: false, blocking: true }),
  ];
}

function uses(operation: Operation, reads: string[], writes: string[]): Operation {
  return { ...(operation as DeviceOperation), reads, writes };
}

describe('findDependencies', () => {
  const jobSizes = (operations: readonly Operation[]): number[][] =>
    findDependencies(application(operations)).segments.map(({ jobs }) =>
      jobs.map((job) => job.operations.length),
    );

  it('follows the buffers where all are named', () => {
    const fork = [
      uses(copy('default', 'HtoD', 1), [], ['in']),
      uses(kernel('default', 'A', 1), ['in'], ['a']),
      uses(kernel('default', 'B', 1), ['in'], ['b']),
      uses(kernel('default', 'C', 1), ['c'], ['c']),
      uses(kernel('default', 'D', 1), ['a', 'b'], ['in']),
    ];
    const { segments, assumptions } = findDependencies(application(fork));
    assert.deepEqual(assumptions, []);
    const [first, second] = segments[0]!.jobs;
    assert.deepEqual(
      first!.operations.map(({ index, after }) => [index, [...after].sort()]),
      // D writes what the copy wrote and A and B read.
      [
        [0, []],
        [1, [0]],
        [2, [0]],
        [4, [0, 1, 2, 3].filter((at) => at < 3)],
      ],
    );
    assert.deepEqual(
      second!.operations.map(({ index }) => index),
      [3],
    );
  });

  it('begins a job at a copy to the device behind a copy back, and says so', () => {
    const operations = [...serialJob(1, 'A', 1, 1), ...serialJob(1, 'B', 1, 1)];
    assert.deepEqual(jobSizes(operations), [[3, 3]]);
    assert.match(english(findDependencies(application(operations)).assumptions[0]!.text), /not known/);
  });

  it('keeps streams and events where there are several', () => {
    const operations: Operation[] = [
      kernel('1', 'A', 1),
      { kind: 'record', stream: '1', event: 'e' },
      kernel('2', 'B', 1),
      { kind: 'wait', stream: '2', event: 'e' },
      kernel('2', 'C', 1),
      kernel('3', 'D', 1),
    ];
    const [first, second] = findDependencies(application(operations)).segments[0]!.jobs;
    assert.deepEqual(
      first!.operations.map(({ index, after }) => [index, after]),
      [
        [0, []],
        [2, []],
        [4, [1, 0]],
      ],
    );
    assert.deepEqual(
      second!.operations.map(({ index }) => index),
      [5],
    );
  });

  it('lets what names no buffer wait for all that is done before it as written', () => {
    const operations = [
      uses(copy('1', 'HtoD', 1), ['h'], ['a']),
      uses(copy('2', 'HtoD', 1), ['g'], ['b']),
      kernel('1', 'A', 1),
      uses(kernel('1', 'B', 1), ['c'], ['d']),
    ];
    const jobs = (all: readonly Operation[]) =>
      findDependencies(application(all)).segments[0]!.jobs.map((job) =>
        job.operations.map(({ index }) => index),
      );
    assert.deepEqual(jobs(operations), [[0, 2, 3], [1]]);
    const default1 = operations.map((one) => ({ ...(one as DeviceOperation), stream: 'default' }));
    assert.deepEqual(jobs(default1), [[0, 1, 2, 3]]);
    // The host waits: now the second stream comes first as well.
    assert.deepEqual(
      jobs([...operations.slice(0, 2), { kind: 'synchronize', stream: null }, ...operations.slice(2)]),
      [[0, 1, 3, 4]],
    );
  });

  it('takes one buffer in two streams for parts of it, which nothing orders as written', () => {
    const chunk = (stream: string): Operation[] => [
      uses(copy(stream, 'HtoD', 1), ['h'], ['a']),
      uses(kernel(stream, 'A', 1), ['a'], ['b']),
    ];
    assert.deepEqual(jobSizes([...chunk('1'), ...chunk('2')]), [[2, 2]]);
    assert.deepEqual(jobSizes([...chunk('1'), ...chunk('1')]), [[4]]);
  });

  it('cuts where the host looked at results', () => {
    const job = (name: string): Operation[] =>
      serialJob(1, name, 1, 1).map((one) => uses(one, [`in ${name}`], [`out ${name}`]));
    const [first, ...others] = job('B');
    const after = { ...(first as DeviceOperation), afterResults: true as const };
    assert.deepEqual(jobSizes([...job('A'), first!, ...others]), [[3, 3]]);
    const { segments } = findDependencies(application([...job('A'), after, ...others]));
    assert.deepEqual(
      segments.map(({ jobs, waits }) => [jobs.length, waits]),
      [
        [1, true],
        [1, false],
      ],
    );
  });

  it('cuts at host work', () => {
    assert.deepEqual(
      jobSizes([...serialJob(1, 'A', 1, 1), { kind: 'host', ns: 5 }, kernel('default', 'B', 1)]),
      [[3], [1]],
    );
  });
});

describe('splitJob', () => {
  it('keeps every block and byte, in whole rows', () => {
    const grid = fc.tuple(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 3 }),
    );
    fc.assert(
      fc.property(
        grid,
        fc.nat(1e6),
        fc.constantFrom(waveBlocks(), pipelinedBlocks),
        (extents, bytes, blocks) => {
          const operations = [
            copy('s', 'HtoD', bytes),
            { ...(kernel('s', 'K', 1000) as KernelOperation), grid: extents },
            copy('s', 'DtoH', bytes),
          ];
          const job = findDependencies(application(operations)).segments[0]!.jobs[0]!;
          const models = mokaModels(gpu, { blocks });
          for (const count of possiblePieces(job, () => true)) {
            const pieces = splitJob(job, count, models);
            assert.equal(pieces.length, count);
            const kernels = pieces.map((piece) => piece[1] as KernelOperation);
            assert.equal(
              kernels.reduce((sum, piece) => sum + volume(piece.grid), 0),
              volume(extents),
            );
            for (const at of [0, 2]) {
              const total = pieces.reduce((sum, piece) => sum + (piece[at] as { bytes: number }).bytes, 0);
              assert.equal(total, bytes);
            }
            assert.ok(kernels.every(({ soloNs }) => soloNs! <= 1000 * (1 + 1e-9)));
          }
        },
      ),
    );
  });

  it('leaves alone jobs of several kernels and kernels that may not be cut', () => {
    const jobOf = (operations: readonly Operation[]) =>
      findDependencies(application(operations)).segments[0]!.jobs[0]!;
    const two = jobOf([kernel('s', 'A', 1, 100), kernel('s', 'B', 1, 100)]);
    assert.deepEqual(
      possiblePieces(two, () => true),
      [1],
    );
    const one = jobOf(serialJob(1, 'A', 1, 1, 5));
    assert.deepEqual(
      possiblePieces(one, () => true),
      [1, 2, 3, 4],
    );
    assert.deepEqual(
      possiblePieces(one, () => false),
      [1],
    );
  });
});

describe('planStreams', () => {
  it('cuts a kernel between large copies so that the three engines work at once (figure 2.5)', () => {
    // 2.6 ms of copies up and down, 2 ms of kernel.
    const plan = planStreams(application(serialJob(17_000_000, 'K', 2_000_000, 16_000_000)), gpu);
    assert.ok(plan.useStreams);
    assert.ok(plan.pieces >= 4);
    assert.ok(plan.streams >= 3);
    assert.ok(plan.plannedNs < 0.5 * plan.serialNs);
    assert.ok(plan.plannedNs >= plan.ceiling.ns);
    assert.equal(plan.limits.onPath[0]!.resource, 'copy HtoD');
    assert.match(
      english(plan.text),
      /^Use \d+ streams, and cut copies and kernels into as many as \d+ pieces: .* ms instead of .* ms in one stream, both with pinned host memory, \d+ % less\. Limited by /,
    );
    assert.deepEqual(
      plan.assumptions.map(({ key }) => key),
      ['app:dependencies', 'app:pinned', 'app:splittable'],
    );
    const pageable = plan.whatIf.find(({ change }) => change === 'pageable host memory')!;
    assert.ok(pageable.makespanNs > plan.plannedNs);
  });

  it('advises against streams for one kernel that fills the GPU', () => {
    const plan = planStreams(application(serialJob(4000, 'K', 20_000_000, 4000, 100_000)), gpu);
    assert.equal(plan.useStreams, false);
    assert.match(english(plan.text), /^Streams (are not worth it|would save nothing)/);
  });

  it('advises against streams for tiny work, where calls cost more than they hide', () => {
    const plan = planStreams(application(serialJob(400, 'K', 2000, 400, 4)), gpu);
    assert.equal(plan.useStreams, false);
    assert.equal(plan.pieces, 1);
  });

  it('calls no gain of streams what one stream gains where the host waits less', () => {
    const wait: Operation = { kind: 'synchronize', stream: null };
    const chain = ['A', 'B', 'C'].map((name, at) =>
      uses(kernel('default', name, 3000, 4), [`x${at}`], [`x${at + 1}`]),
    );
    const plan = planStreams(application(chain.flatMap((one) => [one, wait])), gpu);
    assert.equal(plan.streams, 1);
    assert.ok(plan.plannedNs < 0.95 * plan.writtenNs, `${plan.plannedNs} of ${plan.writtenNs}`);
    assert.equal(plan.useStreams, false);
  });

  it('runs small independent kernels side by side and more streams do not help for ever (figure 1.3)', () => {
    const small = Array.from({ length: 8 }, (_, at) =>
      uses(kernel('default', 'em', 200_000, 24), [], [`out${at}`]),
    );
    const plan = planStreams(application(small), gpu, mokaModels(gpu), { withCurve: true });
    assert.ok(plan.useStreams);
    const best = (streams: number): number =>
      Math.min(
        ...plan.curve.filter((point) => point.streams === streams).map(({ makespanNs }) => makespanNs),
      );
    assert.ok(best(2) < 0.75 * best(1));
    assert.ok(best(8) > 0.8 * best(4), 'the SMs are full by then');
    assert.deepEqual(plan.assumptions, []);
  });

  it('says that streams as written are enough where no plan is faster', () => {
    const apart = [1, 2].map((at) => uses(kernel(`s${at}`, `K${at}`, 2_000_000, 1), [], [`out${at}`]));
    const plan = planStreams(application(apart), gpu);
    assert.ok(plan.useStreams);
    assert.ok(plan.asWritten);
    assert.match(
      english(plan.text),
      /^Its streams as written are as good as any plan: 2.* ms instead of 4.* ms/,
    );
    const inOne = apart.map((operation) => ({ ...operation, stream: 'default' }));
    assert.equal(planStreams(application(inOne), gpu).asWritten, false);
  });

  it('keeps what depends on each other in order, with events across streams', () => {
    const fork = [
      uses(copy('default', 'HtoD', 400_000), [], ['in']),
      uses(kernel('default', 'A', 300_000, 12), ['in'], ['a']),
      uses(kernel('default', 'B', 300_000, 12), ['in'], ['b']),
      uses(kernel('default', 'D', 100_000, 12), ['a', 'b'], ['d']),
      uses(copy('default', 'DtoH', 400_000), ['d'], []),
    ];
    const plan = planStreams(application(fork), gpu);
    assert.equal(plan.streams, 2);
    const end = (label: string): number =>
      plan.timeline.operations.find((entry) => entry.label === label && entry.kind !== 'wait')!.endNs;
    const start = (label: string): number =>
      plan.timeline.operations.find((entry) => entry.label === label)!.startNs;
    assert.ok(start('A') >= end('HtoD') && start('B') >= end('HtoD'));
    assert.ok(start('D') >= end('A') && start('D') >= end('B'));
    assert.ok(start('B') < end('A'));
    assert.ok(plan.application.operations.some(({ kind }) => kind === 'wait'));
  });

  it('refuses programs too large to be replayed over and over', () => {
    const many = Array.from({ length: 50_001 }, () => kernel('default', 'K', 1));
    assert.throws(() => planStreams(application(many), gpu), told(/cut the trace to one iteration/));
  });

  it('waits for all streams before host work', () => {
    const operations = [
      ...serialJob(4_000_000, 'A', 600_000, 4_000_000),
      { kind: 'host' as const, ns: 50_000 },
      kernel('default', 'B', 9000),
    ];
    const plan = planStreams(application(operations), gpu);
    const host = plan.timeline.operations.find(({ kind }) => kind === 'host')!;
    const before = plan.timeline.operations.filter(({ id, kind }) => id < host.id && kind === 'copy');
    assert.ok(before.every(({ endNs }) => endNs <= host.startNs));
    assert.ok(plan.timeline.operations.at(-1)!.startNs >= host.endNs);
    assert.ok(plan.ceiling.ns > 50_000);
  });

  it('assigns every operation, and its plan is what is replayed', () => {
    const size = fc.integer({ min: 0, max: 4_000_000 });
    const jobs = fc.array(
      fc.tuple(size, fc.integer({ min: 1, max: 900_000 }), size, fc.integer({ min: 1, max: 300 })),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    fc.assert(
      fc.property(jobs, (specs) => {
        const source = application(
          specs.flatMap(([up, soloNs, down, blocks], at) => serialJob(up, `k${at}`, soloNs, down, blocks)),
        );
        const plan = planStreams(source, gpu, mokaModels(gpu), { maxStreams: 4 });
        assert.deepEqual(
          plan.assignment.flatMap(({ operations }) => operations).sort((a, b) => a - b),
          source.operations.map((_, index) => index),
        );
        const bytes = (operations: readonly Operation[]): number =>
          operations.reduce((sum, operation) => sum + (operation.kind === 'copy' ? operation.bytes : 0), 0);
        assert.equal(bytes(plan.application.operations), bytes(source.operations));
        assert.ok(plan.plannedNs >= plan.ceiling.ns * (1 - 1e-9));
        assert.ok(plan.streams <= 4);
        assert.equal(plan.plannedNs, plan.timeline.makespanNs);
        const toTheEnd = planStreams(source, gpu, mokaModels(gpu), { maxStreams: 4, withCurve: true });
        assert.deepEqual({ ...toTheEnd, curve: [] }, plan, 'no variant was given up that is chosen');
      }),
      { numRuns: 8 },
    );
  });
});
