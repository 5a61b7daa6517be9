import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkoutProcess, corun, inCheckout, isPackaged } from './support';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'corun-smoke-'));

describe('commands of a source checkout', () => {
  it('say in the package that it comes without them', async function () {
    if (!isPackaged()) this.skip();
    for (const name of ['train', 'reproduce']) {
      const { code, stdout, stderr } = await corun(name, 'themis');
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, new RegExp(`^corun ${name}: ${name} is part of a source checkout.*\\n$`));
    }
  });

  it('are listed, and tell their options', async () => {
    for (const [name, option] of [
      ['train', '--fit-only'],
      ['reproduce', '--runs FILE'],
    ] as const) {
      assert.match((await corun('help')).stdout, new RegExp(`^ +${name} .*source checkout only`, 'm'));
      // As started: the laboratory is loaded by the code that is kept compiled.
      const { code, stdout } = checkoutProcess(name, '--help');
      assert.equal(code, 0);
      assert.ok(stdout.includes(option), stdout);
    }
  });

  it('sets recorded runs beside the paper', async () => {
    // Themis' report trains a network: test/unit/predictors/themis/committedRuns.test.ts makes it again.
    const hsm = await inCheckout('reproduce', 'hsm');
    assert.match(hsm.stdout, /^\| HSM \| \d/m, hsm.stderr);
  });

  it('reads no training data that is not there, and makes none of it', async () => {
    const data = path.join(scratch, 'none.ndjson');
    for (const job of ['--fit-only', '--events']) {
      const { code, stderr } = await inCheckout('train', 'themis', '--gpu', 'k40', job, '--data', data);
      assert.equal(code, 1);
      assert.match(stderr, /none\.ndjson: no such file/);
    }
    const gspace = await inCheckout('train', 'gspace', '--gpu', 'gtx-950', '--fit-only', '--data', data);
    assert.equal(gspace.code, 1);
    assert.match(
      gspace.stderr,
      /was not run alone on 6 SMs of gtx-950; corun train gspace without --fit-only/,
    );
    assert.ok(!existsSync(data));
  });

  /** The data is not packaged. */
  const V100 = ['themis', '--gpu', 'v100-sxm2', '--data', 'models/themis/v100-sxm2.data.ndjson'];

  it('fits some networks anew only where the model is of the same data, and knows their names', async () => {
    const fit = (...more: string[]) => inCheckout('train', ...V100, '--fit-only', ...more);
    const unknown = await fit('--networks', 'SM lode');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /no network is called 'SM lode'; there are .*SM load/);
    const other = await fit('--networks', 'SM load', '--model', 'models/themis/gtx-950.json');
    assert.equal(other.code, 1);
    assert.match(other.stderr, /gtx-950\.json: was not fitted to what v100-sxm2\.data\.ndjson holds/);
    const { code, stderr } = await inCheckout('train', ...V100, '--networks', 'SM load');
    assert.equal(code, 2);
    assert.match(stderr, /--networks goes with --fit-only/);
  });

  it('goes by the conditions of the data that is there, and says which of them are others', async () => {
    // A part of the data, with its conditions at the head: all of it takes ten times as long.
    const data = path.join(scratch, 'v100-sxm2.data.ndjson');
    const lines = readFileSync('models/themis/v100-sxm2.data.ndjson', 'utf8').split('\n');
    writeFileSync(data, lines.slice(0, lines.length / 10).join('\n'));
    const train = (...more: string[]) => inCheckout('train', ...V100.slice(0, 3), '--data', data, ...more);
    const events = await train('--events', '--json');
    assert.equal(events.code, 0, events.stderr);
    const other = await train('--window', '5000');
    assert.equal(other.code, 1);
    assert.match(
      other.stderr,
      /v100-sxm2\.data\.ndjson:1: was collected with window .*24000.* instead of .*5000/,
    );
    const idle = await train('--fit-only', '--window', '5000');
    assert.equal(idle.code, 2);
    assert.match(idle.stderr, /--window is of a collection, and --fit-only goes by data that is there/);
    const empty = await train('--update', scratch);
    assert.equal(empty.code, 1);
    assert.match(empty.stderr, /no workload could be made a program; .*workload\.json/);
  });
});
