import assert from 'node:assert/strict';
import { parseKernelProgram } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import { simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

const gpu = 'gtx-950';
const loaded = loadSpec(gpu);
const small = { ...loaded, spec: { ...loaded.spec, sms: 2, memory: { ...loaded.spec.memory, channels: 2 } } };

/** Warps that load lines that nobody has loaded before, from one place on or all over the array. */
function loads(name: string, index: string) {
  const program = parseKernelProgram({
    name,
    registersPerThread: 16,
    arrays: { A: { elementBytes: 4, elements: 2 ** 24 } },
    body: [{ op: 'loop', trips: 1e6, name: 'i', body: [{ op: 'load', array: 'A', index, into: 'x' }] }],
  });
  return { name, program, launch: { grid: 2, block: 512 }, repeat: 'always' };
}

/** Row hits of the stream's requests, and lines that both have loaded. */
function run(memory?: { readonly rowHitCap?: number; readonly queue?: number }) {
  const apps = [
    loads('streams', '(globalThread + i * 1024) % 16777216'),
    loads('gathers', '(globalThread * 1048583 + i * 7340033) % 16777216'),
  ];
  const scenario = parseScenario({ gpu, mode: { kind: 'mps' }, apps, limits: { cycles: 15_000 }, memory });
  const { apps: done } = simulate(scenario, { spec: small, slowdowns: false });
  const [{ dramRowHits, dramReads }] = [done[0]!.counters];
  return {
    hits: dramRowHits / dramReads,
    requests: done.reduce((sum, app) => sum + app.counters.dramReads, 0),
  };
}

describe('memory controllers of a scenario', () => {
  const usual = run();

  it('serve less where row hits may not pass older requests', () => {
    const capped = run({ rowHitCap: 1 });
    assert.ok(capped.requests < 0.95 * usual.requests, `${capped.requests} for ${usual.requests}`);
  });

  it('find more row hits among more requests', () => {
    const [short, long] = [run({ queue: 8 }), run({ queue: 256 })];
    assert.ok(short.hits < usual.hits && usual.hits < long.hits, `${short.hits} ${usual.hits} ${long.hits}`);
    assert.ok(short.requests < usual.requests && usual.requests < long.requests, `${usual.requests}`);
  });

  it('are those of the GPU where nothing else is said', () => {
    assert.deepEqual(run({}), usual);
    const { rowHitCap, readQueue } = loaded.spec.memory;
    assert.deepEqual(run({ rowHitCap, queue: readQueue }), usual);
  });
});
