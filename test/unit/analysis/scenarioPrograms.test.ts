import assert from 'node:assert/strict';
import { told } from '../../support/told';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fitCandidates } from '../../../src/analysis/fitting/candidates';
import { fitKernel } from '../../../src/analysis/fitting/fitKernels';
import { openByteSource } from '../../../src/files/byteSource';
import { readOrRefuse } from '../../../src/analysis/readOrRefuse';
import { nodeProgramMakers } from '../../../src/analysis/scenarios/nodeMakers';
import { resolveScenario } from '../../../src/analysis/scenarios/resolve';
import { simulateScenario } from '../../../src/analysis/simulation/simulateScenario';
import { InputError } from '../../../src/kernel/result';
import { parseScenario } from '../../../src/kernel/scenario';
import { english } from '../../../src/words';

const METRICS: readonly [string, string][] = [
  ['inst_executed', '24000'],
  ['inst_per_warp', '30.000000'],
  ['warp_nonpred_execution_efficiency', '100.000000%'],
  ['inst_fp_32', '204800'],
  ['inst_integer', '409600'],
  ['cf_executed', '1600'],
  ['gld_transactions', '6400'],
  ['gld_transactions_per_request', '4.000000'],
  ['gst_transactions', '3200'],
  ['gst_transactions_per_request', '4.000000'],
  ['l2_tex_read_transactions', '6400'],
  ['dram_read_transactions', '6400'],
  ['dram_write_transactions', '3200'],
];

/** A table of metrics as `nvprof --csv --metrics` prints it. */
const metricTable = (kernels: readonly string[], rows = METRICS): string =>
  [
    '==1== NVPROF is profiling process 1, command: ./a',
    '==1== Profiling result:',
    '==1== Metric result:',
    '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"',
    ...kernels.flatMap((kernel) =>
      rows.map(
        ([name, value]) => `"GeForce GTX 950 (0)","${kernel}",1,"${name}","d",${value},${value},${value}`,
      ),
    ),
  ].join('\n');

const TRACE = [
  '==1== NVPROF is profiling process 1, command: ./a',
  '==1== Profiling result:',
  '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"',
  'ms,us,,,,,,,,KB,B,MB,GB/s,,,,',
  '1.0,9.5,50,1,1,512,1,1,18,0,0,,,"GeForce GTX 950 (0)","1","7","add(float*) [12]"',
].join('\n');

describe('programs for the kernels of a scenario', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'corun-scenario-'));
  after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write('one.csv', metricTable(['add(float*)']));
  write('two.csv', metricTable(['add(float*)', 'scale(float*)']));
  write('trace.csv', TRACE);
  write('bad.csv', metricTable(['add(float*)'], [...METRICS, ['shared_load_transactions', '1e18']]));
  const makers = nodeProgramMakers({ folder, within: null }, folder);
  const read = (name: string) => readOrRefuse(name, () => openByteSource(path.join(folder, name)));
  const scenario = (kernel: object) => ({ gpu: 'gtx-950', apps: [{ name: 'a', ...kernel }], seed: 5 });

  it('come from the profile that the scenario names, and tell what they rest on', async () => {
    const launch = { grid: 200, block: 128 };
    const result = await simulateScenario(scenario({ profile: 'one.csv', launch }), makers, () => undefined);
    const [kernel] = result.apps[0]!.kernels;
    assert.equal(result.end, 'finished');
    assert.equal(kernel!.blocks, 200);
    assert.equal(kernel!.counters.globalLoad, 1600);
    assert.ok(Math.abs(kernel!.instructions - 24000) < 800, String(kernel!.instructions));
    assert.match(
      english(result.assumptions[0]!),
      /^apps\[0\]: a synthetic program with \d+ counters of one\.csv/,
    );
    assert.ok(result.assumptions.some((text) => /32 registers per thread/.test(english(text))));
  });

  it('need the kernel named where a profile has several', async () => {
    const run = (kernel: object) => resolveScenario(parseScenario(scenario(kernel)), makers);
    await assert.rejects(
      run({ profile: 'two.csv' }),
      told(/apps\[0\]: two\.csv: has 2 kernels .*add.*scale/),
    );
    await assert.rejects(run({ profile: 'two.csv', kernel: 'gone' }), told(/there is no kernel 'gone'/));
    const found = await run({ kernels: [{ profile: 'two.csv', kernel: 'scale' }] });
    const [kernel] = found.scenario.apps[0]!.kernels!;
    assert.equal(kernel!.name, 'scale');
    assert.ok(kernel!.program && kernel!.launch && kernel!.profile === undefined);
    assert.doesNotThrow(() => parseScenario(JSON.parse(JSON.stringify(found.scenario))));
  });

  it('fail with the field, the file and the reason', async () => {
    const run = (kernel: object) => resolveScenario(parseScenario(scenario(kernel)), makers);
    await assert.rejects(
      run({ profile: 'gone.csv' }),
      (e) => e instanceof InputError && /gone\.csv/.test(e.message),
    );
    await assert.rejects(run({ profile: 'trace.csv' }), told(/trace\.csv: has times, but no metrics/));
    await assert.rejects(run({ profile: 'bad.csv' }), told(/bad\.csv:\d+: .*shared_load_transactions/));
    await assert.rejects(
      resolveScenario(parseScenario(scenario({ profile: 'one.csv' })), {}),
      told(/apps\[0\]\.profile: no program can be made from a profile here/),
    );
  });

  it('take launch, registers and duration from a trace of the same kernel', async () => {
    const candidates = fitCandidates([await read('one.csv'), await read('trace.csv')], 'add');
    assert.equal(candidates.length, 1);
    const fitted = fitKernel(candidates[0]!, { refineCycles: 0, matchDuration: false, seed: 1 });
    assert.deepEqual(fitted.launch, { grid: [50, 1, 1], block: [512, 1, 1], sharedBytes: 0 });
    assert.equal(fitted.registersPerThread, 18);
    assert.equal(fitted.measuredDurationNs, 9500);
    assert.equal(fitted.check.basis, 'run');
    assert.equal(fitted.refinement, null);
    assert.ok(fitted.check.residuals.some(({ metric }) => metric === 'duration'));
  });
});
