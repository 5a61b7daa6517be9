import assert from 'node:assert/strict';
import fc from 'fast-check';
import { C, COUNTER_COLUMNS } from '../../../../src/simulator/core/counterColumns';
import { EventWheel } from '../../../../src/simulator/core/eventWheel';
import { StateArrays } from '../../../../src/simulator/core/stateArrays';
import { restore, save } from '../../../../src/simulator/core/snapshot';
import { dramSetup } from '../../../../src/simulator/dram/controllerPolicy';
import { DramPorts, DramSystem } from '../../../../src/simulator/dram/dramSystem';
import { chipSpecOf } from '../../../support/chipParts';
import { bankCount } from '../../../../src/simulator/dram/dramTiming';
import { loadSpec } from '../../../../src/simulator/spec/loadSpec';
import type { SimulatorSpec } from '../../../../src/simulator/spec/simulatorSpec';

/** The DRAM of a GPU by itself, with the test in place of the L2 slices. */
class Bench {
  readonly fills = new Map<number, number>();
  readonly woken: number[] = [];
  readonly counters = new Float64Array(2 * COUNTER_COLUMNS);
  readonly state = new StateArrays();
  readonly wheel: EventWheel;
  readonly dram: DramSystem;

  constructor(readonly spec: SimulatorSpec) {
    this.wheel = new EventWheel(spec.memory.channels, this.state);
    const { memory } = spec;
    this.dram = new DramSystem(
      chipSpecOf(spec, 2),
      new DramPorts(
        this.wheel,
        0,
        this.counters,
        Int32Array.of(0, 1),
        2,
        dramSetup(memory.timing, { ...memory, refresh: true }),
      ),
      this.state,
    );
    this.dram.connect({
      fill: (_slice, token, due) => {
        assert.ok(!this.fills.has(token), `token ${token} is filled twice`);
        assert.ok(due > this.wheel.now, 'data comes from the future');
        this.fills.set(token, due);
      },
      wake: (slice) => void this.woken.push(slice),
    });
  }

  /** Steps the channels that are woken until nothing is left to do, or to cycle `end`. */
  run(end = Infinity, each: () => void = () => undefined): void {
    while (this.wheel.now < end && this.wheel.advance(end) >= 0) {
      for (let word = 0; word < this.wheel.words; word++) {
        const bits = this.wheel.take(word);
        for (let i = 0; i < 32; i++) if ((bits >>> i) & 1) this.dram.step(word * 32 + i);
      }
      this.wheel.finishCycle();
      each();
    }
  }

  counter(name: keyof typeof C, kernel = 0): number {
    return this.counters[kernel * COUNTER_COLUMNS + C[name]]!;
  }
}

const specs = ['gtx-480', 'rtx-2060', 'v100-sxm2', 'h100-sxm', 'hsm-80sm-hbm'].map((id) => loadSpec(id).spec);

describe('the DRAM of a GPU', () => {
  it('answers a single read after activate, read latency and burst', () => {
    for (const spec of specs) {
      const bench = new Bench(spec);
      const { timing, latencyCycles } = spec.memory;
      bench.dram.read(0, 7 * bankCount(timing) + 3, 1, 0, 0, 42);
      bench.run();
      const shift = timing.activateCommandCycles - (timing.protocol === 'hbm3' ? 2 : 1);
      const memory = 1 + timing.nRCDRD + shift + timing.nCL + timing.nBL;
      const expected = (memory * timing.tCKps * spec.coreClockMHz) / 1e6 + latencyCycles;
      assert.ok(
        Math.abs(bench.fills.get(42)! - expected) <= 2,
        `${spec.id} ${bench.fills.get(42)} ${expected}`,
      );
      assert.equal(bench.counter('dramRowHits'), 0);
    }
  });

  it('fills every read once, whatever the requests are', () => {
    const request = fc.record({
      channel: fc.nat({ max: 3 }),
      place: fc.nat({ max: 100 }),
      sectors: fc.integer({ min: 1, max: 15 }),
      kernel: fc.nat({ max: 1 }),
      write: fc.boolean(),
      gap: fc.constantFrom(0, 0, 1, 30, 9000),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...specs),
        fc.array(request, { minLength: 1, maxLength: 80 }),
        (spec, list) => {
          const bench = new Bench(spec);
          let reads = 0;
          for (const { channel, place, sectors, kernel, write, gap } of list) {
            bench.run(bench.wheel.now + gap);
            if (write) {
              if (bench.dram.canWrite(channel, 0)) bench.dram.write(channel, place, sectors, kernel);
            } else if (bench.dram.canRead(channel, 0))
              bench.dram.read(channel, place, sectors, kernel, 0, reads++);
          }
          bench.run();
          assert.equal(bench.fills.size, reads);
          for (const kernel of [0, 1]) {
            const bytes = bench.counter('dramReadBytes', kernel) + bench.counter('dramWriteBytes', kernel);
            const bursts = bytes / spec.memory.burstBytes;
            assert.equal(bench.counter('dramBusCycles', kernel), bursts * spec.memory.timing.nBL);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('reaches the bandwidth that refresh leaves, and wakes who found no room', () => {
    for (const spec of specs) {
      const bench = new Bench(spec);
      const { timing } = spec.memory;
      const banks = bankCount(timing);
      let next = 0;
      const fill = () => {
        while (next < 20000 && bench.dram.canRead(0, 0)) {
          const row = Math.floor(next / (banks * 16));
          bench.dram.read(0, row * banks + (next % banks), 15, 0, 0, next++);
        }
      };
      fill();
      bench.run(Infinity, fill);
      const seconds = (Math.max(...bench.fills.values()) * 1e-6) / spec.coreClockMHz;
      const reached = bench.counter('dramReadBytes') / seconds;
      const peak = (spec.memory.burstBytes * 1e12) / (timing.nBL * timing.tCKps);
      const bound = peak * (1 - timing.nRFC / timing.nREFI);
      assert.ok(reached <= peak && reached > 0.85 * bound, `${spec.id}: ${reached / bound}`);
      assert.ok(bench.woken.length > 100, spec.id);
    }
  });

  it('goes on from a saved state as if nothing had happened', () => {
    const [spec] = specs.slice(1);
    const play = (interrupt: boolean) => {
      const bench = new Bench(spec!);
      for (let i = 0; i < 50; i++) bench.dram.read(i % 2, i * 37, 15, 0, 0, i);
      bench.run(100);
      if (interrupt) {
        const saved = save(bench.state.arrays.list);
        const fills = new Map(bench.fills);
        bench.run();
        restore(bench.state.arrays.list, saved);
        bench.fills.clear();
        fills.forEach((due, token) => bench.fills.set(token, due));
      }
      bench.run();
      return [...bench.fills];
    };
    assert.deepEqual(play(true), play(false));
  });
});
