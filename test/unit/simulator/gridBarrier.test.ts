import assert from 'node:assert/strict';
import { parseKernelProgram, type Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { resultOf } from '../../../src/simulator/run/result';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { english } from '../../../src/words';

const gpu = 'v100-sxm2';
const sms = 4;
const loaded = loadSpec(gpu);
/** A dependent load of V100 from L2, by gpu-latency of gpu-benches at 1038c5d. */
const l2Cycles = 212;

const GRID: Statement = { op: 'barrier', scope: 'grid' };
const BLOCK: Statement = { op: 'barrier' };

/** Some cycles of arithmetic, where code is there: a V100 issues what waits for the result before every four. */
const busy = (cycles: number): Statement => ({
  op: 'loop',
  trips: cycles / 400,
  body: [{ op: 'compute', class: 'fp32', count: 100 }],
});
const only = (condition: string, ...then: Statement[]): Statement => ({ op: 'if', condition, then });

const programOf = (body: readonly Statement[]) =>
  parseKernelProgram({
    name: 'k',
    registersPerThread: 16,
    arrays: { a: { elementBytes: 4, elements: 4096 } },
    body,
  });

function run(body: readonly Statement[], grid = sms, block = 64, on = sms) {
  const app = { name: 'k', program: programOf(body), launch: { grid, block } };
  const scenario = parseScenario({ gpu, apps: [app] });
  const one = createRun(scenario, { ...loaded, spec: { ...loaded.spec, sms: on } });
  return resultOf(one, one.run(), []);
}

const cyclesOf = (...args: Parameters<typeof run>): number => run(...args).cycles;

describe('a barrier of all blocks of a launch', () => {
  it('waits for the slowest block, which one of the block does not', () => {
    const around = (barrier: Statement) => [
      only('block == 0', busy(40_000)),
      barrier,
      only('block == 1', busy(40_000)),
    ];
    const one = cyclesOf([busy(40_000)]);
    const apart = cyclesOf(around(BLOCK));
    const together = cyclesOf(around(GRID));
    assert.ok(apart < 1.1 * one, `${apart} for ${one}`);
    assert.ok(together > 1.85 * one && together < 2.1 * one, `${together} for ${one}`);
  });

  it('takes a fence, an atomic and a load, each on the way to L2 and back', () => {
    const loop = (trips: number): Statement[] => [{ op: 'loop', trips, body: [GRID] }];
    const each = (cyclesOf(loop(22)) - cyclesOf(loop(2))) / 20;
    assert.ok(each > 3 * l2Cycles && each < 3.4 * l2Cycles, String(each));
  });

  it('goes to one word, whose slice serves many polling blocks one after the other', () => {
    const loop = (trips: number): Statement[] => [{ op: 'loop', trips, body: [GRID] }];
    const of = (grid: number) => (cyclesOf(loop(6), grid, 32, 16) - cyclesOf(loop(2), grid, 32, 16)) / 4;
    const few = of(16);
    const many = of(32 * 16);
    assert.ok(many > 1.5 * few, `${many} for ${few}`);
  });

  it('polls for as long as it waits, and issues what it polls with', () => {
    const of = (cycles: number) => run([only('block == 0', busy(cycles)), GRID]).apps[0]!.counters;
    const [short, long] = [of(4000), of(24_000)];
    const more = long.globalLoad - short.globalLoad;
    const expected = ((sms - 1) * (24_000 - 4000)) / l2Cycles;
    assert.ok(more > 0.6 * expected && more < 1.1 * expected, `${more} for ${expected}`);
    assert.equal(long.globalAtomic, sms);
  });

  it('has every load behind it go past what the L1 cache had', () => {
    const load = (into: string): Statement => ({ op: 'load', array: 'a', index: 'lane', into });
    const use = (name: string): Statement => ({ op: 'compute', class: 'fp32', after: [name] });
    const misses = (barrier: Statement) =>
      run([load('x'), use('x'), barrier, load('y'), use('y')], 1, 32).apps[0]!.counters.l1SectorMisses;
    assert.equal(misses(BLOCK), 4);
    assert.equal(misses(GRID), 8);
  });

  it('does not wait for blocks that have ended', () => {
    const { end, cycles } = run([only('block != 2', GRID, GRID)]);
    assert.equal(end, 'finished');
    assert.ok(cycles < 20_000);
  });

  it('waits for the blocks that are there where more are launched, and says that CUDA refuses the launch', () => {
    const fits = run([GRID, busy(800), GRID], sms, 1024);
    assert.deepEqual(
      fits.assumptions.filter((one) => /refuses/.test(english(one))),
      [],
    );
    const { end, apps, assumptions } = run([GRID, busy(800), GRID], 5 * sms, 1024);
    assert.equal(end, 'finished');
    assert.equal(apps[0]!.counters.blocksDone, 5 * sms);
    const said = assumptions.map(english).filter((one) => /refuses/.test(one));
    assert.equal(said.length, 1);
    assert.match(said[0]!, /all 20 blocks of k .* 8 are on its SMs/);
  });

  it('goes on when its application is taken off the GPU and comes back', () => {
    const body: Statement[] = [{ op: 'loop', trips: 8, body: [only('block == 0', busy(4000)), GRID] }];
    const other = { name: 'o', program: programOf([busy(40_000)]), launch: { grid: sms, block: 1024 } };
    const app = { name: 'k', program: programOf(body), launch: { grid: 2 * sms, block: 64 } };
    const mode = { kind: 'time-slice', sliceCycles: 20_000 };
    const one = createRun(parseScenario({ gpu, mode, apps: [app, other] }), {
      ...loaded,
      spec: { ...loaded.spec, sms },
    });
    const result = resultOf(one, one.run(), []);
    assert.equal(result.end, 'finished');
    assert.equal(result.apps[0]!.counters.globalAtomic, 8 * 2 * sms);
  });

  it('goes on where SMs are taken from its application', () => {
    const body: Statement[] = [{ op: 'loop', trips: 10, body: [GRID, busy(400)] }];
    const app = (name: string, grid: number) => ({
      name,
      program: programOf(body),
      launch: { grid, block: 1024 },
    });
    const scenario = parseScenario({
      gpu,
      mode: { kind: 'spatial' },
      apps: [app('a', 4), app('b', 8)],
    });
    const one = createRun(scenario, { ...loaded, spec: { ...loaded.spec, sms } });
    const result = resultOf(one, one.run(), []);
    assert.equal(result.end, 'finished');
    // Four blocks fit on two SMs, eight do not.
    const said = result.assumptions.map(english).filter((text) => /refuses/.test(text));
    assert.deepEqual(said.length, 1);
    assert.match(said[0]!, /all 8 blocks of k/);
  });
});
