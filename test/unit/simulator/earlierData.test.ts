import assert from 'node:assert/strict';
import { parseKernelProgram } from '../../../src/kernel/program';
import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { resultOf, type AppResult } from '../../../src/simulator/run/result';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const loaded = loadSpec('gtx-950');

/** Reads so many KiB, once. */
function reader(name: string, kib: number): ScenarioApp {
  const elements = kib * 256;
  const program = parseKernelProgram({
    name,
    registersPerThread: 16,
    arrays: { [name]: { elementBytes: 4, elements } },
    body: [{ op: 'load', array: name, index: 'globalThread', into: 'x' }],
  });
  return { name, program, launch: { grid: elements / 256, block: 256 }, repeat: 1 };
}

function run(apps: readonly ScenarioApp[], earlierData?: readonly boolean[]): readonly AppResult[] {
  const scenario = parseScenario({ gpu: 'gtx-950', apps: [...apps], limits: { cycles: 100_000 } });
  const started = createRun(scenario, loaded, earlierData === undefined ? {} : { earlierData });
  return resultOf(started, started.run(), []).apps;
}

/** KiB, but for the line of code of each kernel. */
const read = ({ counters }: AppResult): number => Math.floor(counters.dramReadBytes / 1024);

describe('a run that begins with the data of earlier launches in the L2 cache', () => {
  it('reads nothing of it from memory, and is as fast as a launch that follows another one', () => {
    const app = reader('a', 256);
    assert.equal(read(run([app])[0]!), 256);
    const [warm] = run([app], [true]) as [AppResult];
    assert.equal(read(warm), 0);
    const [again] = run([{ ...app, repeat: 'always' }]) as [AppResult];
    const { cycles, runs } = again.kernels[0]!;
    const later = (cycles! * runs - again.firstFinishCycle!) / (runs - 1);
    assert.ok(Math.abs(warm.kernels[0]!.cycles! / later - 1) < 0.06, `${warm.kernels[0]!.cycles} ${later}`);
  });

  it('has no more of it than the cache holds', () => {
    const [warm] = run([reader('a', 4096)], [true]) as [AppResult];
    assert.ok(read(warm) > 2.9 * 1024, `${read(warm)}`);
  });

  it('has that of one application and not of another', () => {
    const [a, b] = run([reader('a', 128), reader('b', 128)], [false, true]) as [AppResult, AppResult];
    assert.deepEqual([read(a), read(b)], [128, 0]);
  });

  it('goes on from a copy as from the run itself', () => {
    const scenario = parseScenario({ gpu: 'gtx-950', apps: [reader('a', 256)] });
    const begun = createRun(scenario, loaded, { earlierData: [true] });
    begun.run({}, 3000);
    const copy = createRun(scenario, loaded, { earlierData: [true] });
    copy.restore(begun.snapshot());
    const ends = [begun, copy].map((one) => [one.run(), one.cycles, [...one.machine.counters]]);
    assert.deepEqual(ends[0], ends[1]);
  });
});
