import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Application, Operation } from '../../../src/kernel/application';
import { copyEngineModel } from '../../../src/timeline/copyEngines';
import { criticalPath } from '../../../src/timeline/criticalPath';
import { overlapOf } from '../../../src/timeline/overlap';
import { replay } from '../../../src/timeline/replay';
import { isDeviceWork, type Timeline, type TimelineOperation } from '../../../src/timeline/timeline';
import { application, plainModels, testGpu } from './builders';

const stream = fc.constantFrom('default', '1', '2', '3');
const bytes = fc.integer({ min: 0, max: 200_000 });
const event = fc.constantFrom('e', 'f');

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant('copy' as const),
    stream,
    direction: fc.constantFrom('HtoD' as const, 'DtoH' as const, 'DtoD' as const),
    bytes,
    pinned: fc.boolean(),
    blocking: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('kernel' as const),
    stream,
    kernel: fc.constantFrom('a', 'b'),
    grid: fc.constant([4, 1, 1] as const),
    block: fc.constant([64, 1, 1] as const),
    registers: fc.constant(16),
    sharedBytes: fc.constant(0),
    soloNs: fc.integer({ min: 0, max: 1000 }),
  }),
  fc.record({ kind: fc.constant('memset' as const), stream, bytes }),
  fc.record({ kind: fc.constantFrom('record' as const, 'wait' as const), stream, event }),
  fc.record({ kind: fc.constant('synchronize' as const), stream: fc.option(stream) }),
  fc.record({ kind: fc.constant('host' as const), ns: fc.integer({ min: 0, max: 500 }) }),
);

const applications = fc.array(
  fc.array(operation, { maxLength: 25 }).map((operations) => application(operations)),
  { minLength: 1, maxLength: 3 },
);
const gpu = fc
  .record({ copyEngines: fc.constantFrom(1, 2), hardwareQueues: fc.constantFrom(1, 2, 32) })
  .map(testGpu);

function work(timeline: Timeline): TimelineOperation[] {
  return timeline.operations.filter((entry) => isDeviceWork(entry));
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
}

/** Bars without their ids, in a fixed order: what does not depend on who was issued first. */
function shape(timeline: Timeline): string[] {
  return work(timeline)
    .map((entry) => `${entry.label} ${entry.bytes} ${entry.startNs} ${entry.endNs}`)
    .sort();
}

describe('replay, any applications', () => {
  it('finishes every operation, after its issue and in the order of its stream', () => {
    fc.assert(
      fc.property(applications, gpu, (apps, spec) => {
        const timeline = replay(apps, spec, plainModels(spec));
        assert.equal(timeline.operations.length, apps.flatMap((app) => app.operations).length);
        for (const entry of timeline.operations)
          assert.ok(entry.issuedNs <= entry.readyNs && entry.startNs <= entry.endNs);
        for (const entry of work(timeline)) assert.ok(entry.readyNs <= entry.startNs);
        for (const ordered of groupBy(work(timeline), (entry) => `${entry.application} ${entry.stream}`))
          ordered.slice(1).forEach((entry, index) => {
            assert.ok(entry.startNs >= ordered[index]!.endNs);
          });
      }),
    );
  });

  it('never uses a copy engine twice at a time', () => {
    fc.assert(
      fc.property(applications, gpu, (apps, spec) => {
        const copies = work(replay(apps, spec, plainModels(spec))).filter(
          (entry) => entry.kind === 'copy' && entry.direction !== 'DtoD',
        );
        for (const lane of groupBy(copies, (entry) => entry.resource)) {
          const inTime = lane.sort((a, b) => a.startNs - b.startNs || a.endNs - b.endNs);
          inTime.slice(1).forEach((entry, index) => {
            assert.ok(entry.startNs >= inTime[index]!.endNs);
          });
        }
      }),
    );
  });

  it('moves every byte, also when copies share the link', () => {
    fc.assert(
      fc.property(applications, (apps) => {
        const spec = testGpu();
        const copies = copyEngineModel({
          name: 'shared',
          durationNs: (entry) => entry.bytes,
          gapNs: 0,
          overlapThresholdBytes: 50_000,
        });
        const timeline = replay(apps, spec, plainModels(spec, { copies }));
        for (const direction of ['HtoD', 'DtoH'] as const) {
          const lane = work(timeline).filter((entry) => entry.direction === direction);
          const total = lane.reduce((sum, entry) => sum + entry.bytes, 0);
          const { busyNs } = overlapOf({ operations: lane });
          assert.ok(Math.abs(busyNs - total) <= 1e-6 * Math.max(1, total), `${busyNs} ns for ${total} bytes`);
        }
      }),
    );
  });

  it('takes no less time when a kernel takes longer', () => {
    const slower = (apps: readonly Application[], ns: number): Application[] =>
      apps.map((app) => ({
        ...app,
        operations: app.operations.map((entry) =>
          entry.kind === 'kernel' && entry.kernel === 'a' ? { ...entry, soloNs: entry.soloNs! + ns } : entry,
        ),
      }));
    // One application: where several meet on an engine, who comes first may change (Graham's anomalies).
    fc.assert(
      fc.property(applications, gpu, fc.integer({ min: 1, max: 500 }), ([app], spec, ns) => {
        const end = (apps: readonly Application[]): number =>
          replay(
            apps,
            spec,
            { ...plainModels(spec), memory: plainModels(spec).kernels },
            { copyOrder: 'issue' },
          ).operations.reduce((last, entry) => Math.max(last, entry.endNs), 0);
        assert.ok(end(slower([app!], ns)) >= end([app!]));
      }),
    );
  });

  it('does not depend on which of equal chains is issued first, nor on the names of streams', () => {
    fc.assert(
      fc.property(
        fc.array(operation, { maxLength: 6 }),
        fc.shuffledSubarray(['1', '2', '3']),
        gpu,
        (chain, names, spec) => {
          const inStream = (name: string): Operation[] =>
            chain
              .filter((entry) => isDeviceWork(entry))
              .map((entry) => ({ ...entry, stream: name, pinned: true, blocking: false }) as Operation);
          const interleaved = (order: readonly string[]) => application(order.flatMap(inStream));
          const shuffled = shape(replay([interleaved(names)], spec, plainModels(spec)));
          const sorted = shape(replay([interleaved([...names].sort())], spec, plainModels(spec)));
          assert.deepEqual(shuffled, sorted);
        },
      ),
    );
  });

  it('does not depend on the order of equal applications', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 15 }), gpu, (operations, spec) => {
        const named = (name: string) => application(operations, name);
        const ab = replay([named('a'), named('b')], spec, plainModels(spec));
        const ba = replay([named('b'), named('a')], spec, plainModels(spec));
        assert.deepEqual(shape(ab), shape(ba));
      }),
    );
  });

  it('explains the whole makespan by its critical path', () => {
    fc.assert(
      fc.property(applications, gpu, (apps, spec) => {
        const timeline = replay(apps, spec, plainModels(spec));
        const path = criticalPath(timeline);
        if (timeline.makespanNs === 0) return;
        assert.equal(path.at(-1)!.toNs, timeline.endNs);
        path.slice(1).forEach((step, index) => {
          assert.equal(step.fromNs, path[index]!.toNs);
        });
        assert.ok(path[0]!.fromNs <= timeline.startNs);
      }),
    );
  });
});
