import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SimulationTask, TaskOutcome } from '../../../src/analysis/simulation/task';
import { SimulationPool } from '../../../src/analysis/worker/simulationPool';
import { english } from '../../../src/words';

const folder = path.join(process.env['CORUN_ROOT']!, 'dist/test');
const workerPath = path.join(folder, 'fake-simulation-worker.cjs');

/** A thread that says which it is in place of an outcome, or which windows it is given, makes one, waits for ever, or dies. */
const FAKE = `
const Comlink = require('comlink');
const endpoint = require('comlink/dist/umd/node-adapter');
const { parentPort, threadId, workerData } = require('node:worker_threads');
Comlink.expose({
  runTask({ key }, windows) {
    if (key === 'die') process.exit(9);
    if (key === 'wait') {
      require('node:fs').writeFileSync(workerData.assets, '');
      return new Promise(() => {});
    }
    const reason = key === 'windows' ? windows.map(([name]) => name).join() : String(threadId);
    const made = key.startsWith('made') ? [[key, { speed: 1, ages: [] }]] : [];
    return { ok: true, value: { outcome: { kind: 'failed', reason }, windows: made } };
  },
}, endpoint(parentPort));
`;

const task = (key: string): SimulationTask => ({ key }) as SimulationTask;

describe('threads for simulations', () => {
  const marker = path.join(folder, `waits-${process.pid}`);
  let pool: SimulationPool;

  before(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(workerPath, FAKE);
  });
  beforeEach(() => (pool = new SimulationPool({ workerPath, assets: marker }, 1)));
  afterEach(() => pool.dispose());

  /** What each task gave. */
  async function outcomes(...keys: string[]): Promise<string[]> {
    const said: string[] = [];
    await pool.run(keys.map(task), (_, outcome) => said.push(reasonOf(outcome)));
    return said;
  }

  it('go on to the next round, as their code is compiled', async () => {
    const first = await outcomes('a', 'b');
    assert.equal(first[0], first[1]);
    assert.deepEqual(await outcomes('c'), [first[0]]);
  });

  it('make way for new ones when they die or are cancelled', async () => {
    const [first] = await outcomes('a');
    const [died, next] = await outcomes('die', 'b');
    assert.match(died!, /stopped unexpectedly/);
    assert.notEqual(next, first);
    const waits = pool.run([task('wait')], () => assert.fail('it was cancelled'));
    while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 5));
    pool.cancel();
    assert.equal(await waits, false);
    assert.notDeepEqual(await outcomes('c'), [next]);
  });

  it('are given what others have simulated of kernels by themselves, once', async () => {
    await outcomes('made a', 'made b');
    assert.deepEqual(await outcomes('windows'), [''], 'its own');
    const [died, given, again] = await outcomes('die', 'windows', 'windows');
    assert.match(died!, /stopped unexpectedly/);
    assert.deepEqual([given, again], ['made a,made b', '']);
  });
});

function reasonOf(outcome: TaskOutcome): string {
  assert.equal(outcome.kind, 'failed');
  return english(outcome.reason);
}
