import assert from 'node:assert/strict';
import fc from 'fast-check';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import { DramController, type ControllerClient } from '../../../../src/simulator/dram/controller';
import { dramSetup, type ControllerPolicy } from '../../../../src/simulator/dram/controllerPolicy';
import { bankCount, type DramTiming } from '../../../../src/simulator/dram/dramTiming';
import { listDramTimings, requireDramTiming } from '../../../../src/simulator/dram/timings';
import { SteppedChannel, type SteppedRequest } from '../../../support/steppedDram';

interface Case {
  readonly timing: DramTiming;
  readonly policy: ControllerPolicy;
  readonly levels: readonly number[];
  /** Number of the request before which the levels are turned round. */
  readonly turnAt: number;
  readonly requests: readonly (Omit<SteppedRequest, 'id' | 'arrival'> & { readonly gap: number })[];
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    timing: fc.constantFrom(...listDramTimings()),
    scheduler: fc.constantFrom('frfcfs', 'rowhit', 'hitfirst'),
    refresh: fc.boolean(),
    rowHitCap: fc.constantFrom(0, 0, 1, 3),
    queue: fc.integer({ min: 1, max: 20 }),
    levels: fc.constantFrom([0, 0], [0, 1], [3, 1]),
    shortRefresh: fc.boolean(),
    turnAt: fc.nat({ max: 40 }),
    shapes: fc.array(
      fc.record({
        write: fc.boolean(),
        bank: fc.nat({ max: 5 }),
        row: fc.nat({ max: 2 }),
        bursts: fc.constantFrom(1, 1, 2, 4),
        gap: fc.constantFrom(0, 0, 0, 0, 1, 3, 40, 2500),
        application: fc.nat({ max: 1 }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  })
  .map(({ timing, shortRefresh, queue, levels, turnAt, shapes, ...policy }) => ({
    timing: shortRefresh ? { ...timing, nREFI: 3 * timing.nRFC } : timing,
    policy: { ...policy, readQueue: queue, writeQueue: queue },
    levels,
    turnAt,
    requests: shapes,
  }));

function controllerOf(
  timing: DramTiming,
  policy: ControllerPolicy,
  client: ControllerClient,
  channels: number,
  applications: number,
): DramController {
  const controller = new DramController(dramSetup(timing, policy), channels, applications, new StateArrays());
  controller.connect(client);
  return controller;
}

/** Runs both models on the same requests, handed over in order when there is room. */
function compare({ timing, policy, levels, turnAt, requests }: Case) {
  const stepped = new SteppedChannel(timing, policy);
  const served: { id: number; time: number }[] = [];
  const ids = new Map<number, number>();
  const client = {
    served: (_channel: number, place: number, time: number) => served.push({ id: ids.get(place)!, time }),
  };
  const fast = controllerOf(timing, policy, client, 1, 2);
  const prioritise = (order: readonly number[]) => {
    fast.run(0, stepped.now);
    fast.setPriorities(Int32Array.from(order), stepped.now);
    stepped.levels = order;
  };
  prioritise(levels);
  let next = 0;
  let at = requests[0]!.gap;
  while (next < requests.length || stepped.pending > 0) {
    while (next < requests.length && stepped.now >= at && stepped.hasRoom(requests[next]!.write)) {
      const { write, bank, row, bursts, application } = requests[next]!;
      fast.run(0, stepped.now);
      assert.ok(fast.hasRoom(0, write ? 1 : 0), 'the fast model has room when the stepped one has');
      ids.set(fast.enqueue(0, write ? 1 : 0, bank, row, bursts, application, stepped.now), next);
      stepped.send({ id: next, write, bank, row, bursts, application, arrival: stepped.now });
      if (next === turnAt) prioritise([...levels].reverse());
      next++;
      at = stepped.now + (requests[next]?.gap ?? 0);
    }
    stepped.step();
  }
  fast.run(0, stepped.now);
  return { stepped, served, fast };
}

describe('the DRAM controller', () => {
  it('does in every cycle what stepping through all cycles and asking all requests does', () => {
    fc.assert(
      fc.property(cases, (example) => {
        const { stepped, served, fast } = compare(example);
        assert.deepEqual(served, stepped.served);
        assert.equal(fast.pending(0), 0);
      }),
      { numRuns: 250 },
    );
  });

  it('serves every request once', () => {
    fc.assert(
      fc.property(cases, (example) => {
        const { served } = compare(example);
        assert.deepEqual(
          served.map(({ id }) => id).sort((a, b) => a - b),
          example.requests.map((_, id) => id),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('serves an application with priority first', () => {
    const timing = requireDramTiming('gddr6_14000');
    const policy = {
      scheduler: 'rowhit',
      refresh: false,
      rowHitCap: 0,
      readQueue: 64,
      writeQueue: 64,
    } as const;
    const order: number[] = [];
    const kindOf: number[] = [];
    const client = { served: (_c: number, place: number) => void order.push(kindOf[place]!) };
    const controller = controllerOf(timing, policy, client, 1, 2);
    for (let i = 0; i < 40; i++) {
      const application = i < 20 ? 0 : 1;
      kindOf[controller.enqueue(0, 0, i % 4, i, 1, application, 0)] = application;
    }
    controller.setPriorities(Int32Array.of(0, 1), 0);
    controller.run(0, 20000);
    assert.deepEqual(order, [...new Array<number>(20).fill(1), ...new Array<number>(20).fill(0)]);
  });

  it('keeps channels apart', () => {
    const timing = requireDramTiming('hbm2_2000');
    const policy = { scheduler: 'rowhit', refresh: true, rowHitCap: 0, readQueue: 8, writeQueue: 8 } as const;
    const alone: number[] = [];
    const together: number[] = [];
    for (const [channels, times] of [
      [1, alone],
      [3, together],
    ] as const) {
      const client = {
        served: (channel: number, _p: number, time: number) => void (channel === 0 && times.push(time)),
      };
      const controller = controllerOf(timing, policy, client, channels, 1);
      for (let channel = 0; channel < channels; channel++)
        for (let i = 0; i < 8; i++) controller.enqueue(channel, 0, (i * 5) % bankCount(timing), i, 2, 0, 0);
      for (let channel = 0; channel < channels; channel++) controller.run(channel, 10000);
    }
    assert.deepEqual(together, alone);
    assert.equal(alone.length, 8);
  });
});
