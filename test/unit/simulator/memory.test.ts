import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseScenario } from '../../../src/kernel/scenario';
import { C, COUNTER_COLUMNS } from '../../../src/simulator/core/counterColumns';
import { EventWheel } from '../../../src/simulator/core/eventWheel';
import { StateArrays } from '../../../src/simulator/core/stateArrays';
import { AddressMap } from '../../../src/simulator/memory/addressMap';
import type { SimulatorSpec } from '../../../src/simulator/spec/simulatorSpec';
import { chipSpecOf } from '../../support/chipParts';
import { DIRTY_SHIFT, MOST_MISSES, SetTags } from '../../../src/simulator/memory/setTags';
import { TagStore } from '../../../src/simulator/memory/tagStore';
import { bankPasses } from '../../../src/simulator/program/sharedBanks';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

describe('the event wheel', () => {
  it('wakes components in the order of time, then of their numbers, whatever the order of insertion', () => {
    const event = fc.tuple(fc.integer({ min: 0, max: 69 }), fc.integer({ min: 1, max: 1000 }));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const expected = [...new Set(events.map(([c, t]) => t * 100 + c))].sort((a, b) => a - b);
        for (const order of [events, [...events].reverse()]) {
          const wheel = new EventWheel(70, new StateArrays());
          for (const [component, time] of order) wheel.schedule(component, time);
          const seen: number[] = [];
          while (wheel.advance(5000) >= 0) {
            for (let word = 0; word < 3; word++) {
              const bits = wheel.take(word);
              for (let b = 0; b < 32; b++)
                if ((bits & (1 << b)) !== 0) seen.push(wheel.now * 100 + word * 32 + b);
            }
            wheel.finishCycle();
          }
          assert.deepEqual(seen, expected);
        }
      }),
    );
  });

  it('wakes a component that waits longer than the wheel is long early, never late', () => {
    const wheel = new EventWheel(1, new StateArrays());
    wheel.schedule(0, 100000);
    assert.equal(wheel.advance(1e6), 1023);
  });
});

/** Lines up to 12 that a store has in its first cache. */
function linesOf(tags: TagStore): number[] {
  return Array.from({ length: 13 }, (_, line) => line).filter((line) => tags.find(0, line) >= 0);
}

describe('a set-associative cache', () => {
  it('behaves as least-recently-used lists of lines', () => {
    const access = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 });
    fc.assert(
      fc.property(access, fc.constantFrom(1, 2, 3), fc.constantFrom(1, 2, 5), (lines, sets, ways) => {
        const tags = new TagStore(2, sets, ways, false, new StateArrays());
        const model: number[][] = Array.from({ length: sets }, () => []);
        for (const line of lines) {
          const list = model[line % sets]!;
          const slot = tags.find(1, line);
          assert.equal(slot >= 0, list.includes(line));
          if (slot >= 0) tags.touch(slot, 1);
          else {
            const victim = tags.victim(1, line);
            assert.equal(tags.lineAt(victim), list.length === ways ? list[ways - 1] : -1);
            tags.replace(victim, 1, line);
            tags.release(victim, 1);
          }
          model[line % sets] = [line, ...list.filter((other) => other !== line)].slice(0, ways);
        }
        assert.equal(tags.find(0, lines[0] ?? 0), -1);
      }),
    );
  });

  it('behaves so, too, when it is searched in order', () => {
    const access = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 200 });
    fc.assert(
      fc.property(access, fc.constantFrom(1, 2, 3), fc.constantFrom(1, 2, 5), (lines, sets, ways) => {
        const tags = new SetTags(2, sets, ways, false, new StateArrays());
        const model: number[][] = Array.from({ length: sets }, () => []);
        // Over and over, so that the numbers of the order of use are used up.
        for (const line of Array.from({ length: 8 }, () => lines).flat()) {
          const set = tags.setOf(line);
          const list = model[set]!;
          const found = tags.find(1, set, line);
          assert.equal(found >= 0, list.includes(line));
          const place = found >= 0 ? found : tags.victim(1, set);
          if (found < 0) {
            assert.equal(tags.lineAt(place), list.length === ways ? list[ways - 1] : -1);
            tags.replace(place, line, 7);
          }
          tags.use(place);
          model[set] = [line, ...list.filter((other) => other !== line)].slice(0, ways);
        }
        assert.equal(tags.find(0, 0, lines[0] ?? 0), -1);
      }),
    );
  });

  it('keeps apart what is known of a line', () => {
    const tags = new SetTags(1, 1, 2, false, new StateArrays());
    const place = tags.victim(0, 0);
    tags.replace(place, 5, 4095);
    tags.setMiss(place, MOST_MISSES - 1);
    tags.add(place, 0b0110 | (0b0100 << DIRTY_SHIFT));
    assert.deepEqual(
      [tags.valid(place), tags.dirty(place), tags.miss(place), tags.kernel(place)],
      [0b0110, 0b0100, MOST_MISSES - 1, 4095],
    );
    tags.use(place);
    assert.deepEqual([tags.miss(place), tags.kernel(place), tags.valid(place)], [-1, 4095, 0b0110]);
  });

  it('replaces what was released or touched longest ago, however often that happens', () => {
    // Each step releases a line that is held, touches one that is not, or brings in the next line and holds it.
    const steps = fc.array(fc.tuple(fc.constantFrom('release', 'touch', 'fetch'), fc.nat(7)), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 2, 3, 8), (actions, ways) => {
        const tags = new TagStore(2, 1, ways, false, new StateArrays(), 3);
        const places = Array.from({ length: ways }, (_, way) => tags.places + way);
        let used = [...places].reverse();
        const held: number[] = [];
        let line = 0;
        for (const [action, pick] of actions) {
          assert.equal(tags.victim(1, line), used[0] ?? -1);
          const from = action === 'release' ? held : used;
          const slot = action === 'fetch' ? used[0] : from[pick % from.length];
          if (slot === undefined) continue;
          if (action === 'fetch') {
            tags.replace(slot, 1, line++);
            held.push(slot);
            used = used.slice(1);
            continue;
          }
          if (action === 'touch') tags.touch(slot, 1);
          else {
            tags.release(slot, 1);
            held.splice(held.indexOf(slot), 1);
          }
          used = [...used.filter((other) => other !== slot), slot];
        }
      }),
    );
  });

  it('keeps what fits when it shrinks, and uses what it gains before anything goes', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('access', 'access', 'access', 'resize'), fc.nat(12)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 3), (actions, sets) => {
        const most = 6;
        const tags = new TagStore(1, sets, most, false, new StateArrays());
        let ways = most;
        for (const [action, value] of actions) {
          if (action === 'resize') {
            ways = 1 + (value % most);
            tags.resize(0, ways * sets);
          } else if (tags.find(0, value) >= 0) tags.touch(tags.find(0, value), 0);
          else {
            const kept = linesOf(tags);
            const full = kept.filter((line) => line % sets === value % sets).length === ways;
            const place = tags.victim(0, value);
            assert.equal(tags.lineAt(place) >= 0, full);
            tags.replace(place, 0, value);
            tags.release(place, 0);
          }
          for (let set = 0; set < sets; set++)
            assert.ok(linesOf(tags).filter((line) => line % sets === set).length <= ways);
        }
      }),
    );
  });

  it('lets go of a line that comes when its place is gone', () => {
    const tags = new TagStore(1, 1, 2, false, new StateArrays());
    const slots = [7, 8].map((line) => {
      const slot = tags.victim(0, line);
      tags.replace(slot, 0, line);
      return slot;
    });
    tags.resize(0, 1);
    for (const slot of slots) tags.release(slot, 0);
    assert.equal(linesOf(tags).length, 1);
    assert.equal(tags.victim(0, 9), Math.min(...slots));
  });

  it('never replaces a line that is held', () => {
    const tags = new TagStore(1, 1, 2, false, new StateArrays());
    const first = tags.victim(0, 7);
    tags.replace(first, 0, 7);
    const second = tags.victim(0, 8);
    tags.replace(second, 0, 8);
    assert.equal(tags.victim(0, 9), -1);
    tags.release(first, 0);
    assert.equal(tags.victim(0, 9), first);
    assert.notEqual(first, second);
  });
});

/** The map of one application, which has all slices. */
function mapOf(spec: SimulatorSpec): AddressMap {
  const all = Int32Array.from({ length: spec.l2.slices }, (_, slice) => slice);
  return new AddressMap(chipSpecOf(spec), all, Int32Array.of(0, all.length));
}

describe('an address map', () => {
  const base = loadSpec('rtx-2060').spec;

  it('gives every line a place of its own', () => {
    for (const kind of ['plain', 'randomised'] as const)
      for (const slices of [16, 22, 36, 80]) {
        const spec = {
          ...base,
          addressMap: { kind, interleaveBytes: 256 as const },
          l2: { ...base.l2, slices },
          memory: { ...base.memory, channels: slices / 2 },
        };
        const map = mapOf(spec);
        const lines = spec.memory.rowBytes / 128;
        const seen = new Set<string>();
        const perRow = new Map<string, number>();
        for (let line = 0; line < 40000; line++) {
          const slice = map.slice(line, 0);
          seen.add(`${slice}:${map.local(line, 0)}`);
          const row = `${map.channel(slice)}:${map.bankAndRow(line, slice, 0)}`;
          perRow.set(row, (perRow.get(row) ?? 0) + 1);
        }
        assert.equal(seen.size, 40000, `${kind} ${slices}`);
        assert.ok([...perRow.values()].every((count) => count <= lines));
      }
  });

  it('spreads a stride of one slice round over all slices only when it is randomised', () => {
    const used = (kind: 'plain' | 'randomised') => {
      const map = mapOf({ ...base, addressMap: { kind, interleaveBytes: 256 } });
      const slices = new Set<number>();
      for (let i = 0; i < 2000; i++) slices.add(map.slice(i * 2 * base.l2.slices, 0));
      return slices.size;
    };
    assert.equal(used('plain'), 1);
    assert.equal(used('randomised'), base.l2.slices);
  });

  it('keeps an instance on its own slices', () => {
    const map = new AddressMap(chipSpecOf(base, 2), Int32Array.of(0, 1, 2, 5, 9), Int32Array.of(0, 3, 5));
    const slices = new Set(Array.from({ length: 1000 }, (_, line) => map.slice(line, 1)));
    assert.deepEqual(
      [...slices].sort((a, b) => a - b),
      [5, 9],
    );
  });
});

describe('shared-memory banks', () => {
  it('take as many passes as the fullest bank has words', () => {
    // Words are counted from the first lane's: those of a loop that goes down lie below it.
    const addresses = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 32, maxLength: 32 });
    const bankOf = (word: number): number => ((word % 32) + 32) % 32;
    fc.assert(
      fc.property(addresses, fc.integer(), (words, active) => {
        const banks = new Map<number, Set<number>>();
        words.forEach((word, lane) => {
          if ((active & (1 << lane)) === 0) return;
          const bank = banks.get(bankOf(word)) ?? new Set<number>();
          banks.set(bankOf(word), bank.add(word));
        });
        const expected = Math.max(1, ...[...banks.values()].map((bank) => bank.size));
        assert.equal(
          bankPasses(
            Float64Array.from(words, (word) => word * 4),
            active,
            4,
            32,
          ),
          expected,
        );
      }),
    );
  });

  it('serve wide accesses in parts', () => {
    const consecutive = (bytes: number) => Float64Array.from({ length: 32 }, (_, lane) => lane * bytes);
    assert.equal(bankPasses(consecutive(8), -1, 8, 32), 2);
    assert.equal(bankPasses(consecutive(16), -1, 16, 32), 4);
    assert.equal(bankPasses(new Float64Array(32), -1, 8, 32), 1);
    assert.equal(bankPasses(new Float64Array(32), -1, 16, 32), 2);
    // The rows of a tile of 4 × 4: eight rows in the warp, four lanes each.
    const rows = Float64Array.from({ length: 32 }, (_, lane) => Math.floor(lane / 4) * 16);
    assert.equal(bankPasses(rows, -1, 16, 32), 2);
  });
});

describe('auxiliary tag directories', () => {
  it('tell what the cache would hit without the neighbour', () => {
    const loop = (name: string, elements: number, trips: number) => ({
      name,
      program: {
        name,
        registersPerThread: 16,
        arrays: { a: { elementBytes: 4, elements } },
        body: [
          {
            op: 'loop',
            name: 'i',
            trips,
            body: [
              {
                op: 'load',
                array: 'a',
                index: `(globalThread + i * blocks * threadsPerBlock) % ${elements}`,
                into: 'x',
                cache: 'bypass',
              },
            ],
          },
        ],
      },
      launch: { grid: 6, block: 512 },
    });
    const scenario = parseScenario({
      gpu: 'gtx-950',
      mode: { kind: 'spatial' },
      apps: [loop('fits', 163840, 250), loop('floods', 2 ** 21, 600)],
    });
    const run = createRun(scenario, loadSpec('gtx-950'), { sampleEvery: 4 });
    run.run();
    const row = run.machine.counters.subarray(0, COUNTER_COLUMNS);
    const alone = row[C.auxiliaryHits]! / row[C.auxiliaryAccesses]!;
    const shared = 1 - row[C.l2ReadSectorMisses]! / row[C.l2ReadSectors]!;
    assert.ok(alone > 0.75, `alone ${alone}`);
    assert.ok(alone > shared + 0.1, `shared ${shared}`);
  });
});
