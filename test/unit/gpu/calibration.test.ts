import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { useOwnGpus } from '../../../src/gpu/catalogue';
import { besideCatalogue } from '../../../src/gpu/calibration/besideModel';
import { calibratedGpu, idOf } from '../../../src/gpu/calibration/calibratedGpu';
import { parseReadings } from '../../../src/gpu/calibration/readings';
import { requireGpu } from '../../../src/gpu/findGpu';
import { gpuOfFile } from '../../../src/gpu/gpuFile';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { english } from '../../../src/words';
import { told } from '../../support/told';

/** Made up, in the form that the micro-benchmarks print. */
const PRINTED = [
  'corun-calibration 1',
  'name = NVIDIA A100-SXM4-80GB',
  'compute_capability = 8.0',
  'sms = 108',
  'clock_mhz = 1410',
  'running_clock_mhz = 1395.2',
  'l2_kib = 40960',
  'memory_peak_gbs = 2039',
  'l1_latency_cycles = 38.4',
  'dram_latency_cycles = 566.1',
  'dram_read_gbs = 1783.5',
  'l2_read_gbs = 5022.7',
  'turnover_cycles = 241.6',
  'store_drain_cycles = 97.2',
  'fp32_gflops = 19000',
  'end',
].join('\n');

describe('readings of micro-benchmarks', () => {
  it('are the figures of one card', () => {
    const { name, computeCapability, figures, warnings } = parseReadings(PRINTED, 'x.txt');
    assert.deepEqual([name, computeCapability, warnings], ['NVIDIA A100-SXM4-80GB', '8.0', []]);
    assert.equal(figures.dram_read_gbs, 1783.5);
    assert.equal(figures.launch_us, undefined);
  });

  it('are found behind other output, with line ends of any system', () => {
    const text = `\ufeffmodule loaded\r\n${PRINTED.replaceAll('\n', '\r\n')}\r\nbye\r\n`;
    assert.deepEqual(parseReadings(text, 'x').figures, parseReadings(PRINTED, 'x').figures);
  });

  it('lack what cannot be, what was cut and what is not understood, and say so', () => {
    const text = PRINTED.replace('1783.5', '-4')
      .replace('l2_kib = 40960', 'segmentation fault')
      .replace('\nend', '');
    const { figures, warnings } = parseReadings(text, 'x');
    assert.deepEqual([figures.dram_read_gbs, figures.l2_kib], [undefined, undefined]);
    const said = warnings.map(english).join('\n');
    for (const part of [/line 7 /, /ends before its last line/, /dram_read_gbs = -4 is not possible/])
      assert.match(said, part);
  });

  it('lack all latencies where a level is not further away than the one before it', () => {
    const { figures, warnings } = parseReadings(PRINTED.replace('= 566.1', '= 30'), 'x');
    assert.deepEqual([figures.l1_latency_cycles, figures.dram_latency_cycles], [undefined, undefined]);
    assert.equal(figures.dram_read_gbs, 1783.5);
    assert.match(warnings.map(english).join(), /took 38\.4.* 30 cycles/);
  });

  it('are refused where they are none, or of another version', () => {
    assert.throws(() => parseReadings('hello', 'a.txt'), told(/a\.txt: nothing that calibrate\.cu printed/));
    assert.throws(() => parseReadings('corun-calibration 7', 'a.txt'), told(/a\.txt:1: of version 7/));
    assert.throws(() => parseReadings('corun-calibration 1\nend', 'a.txt'), told(/the card is not named/));
  });

  it('survive any text', () => {
    const line = fc.oneof(
      fc.string(),
      fc.constantFrom(...PRINTED.split('\n'), '__proto__ = 1', 'sms = 1e999'),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = [PRINTED.split('\n').slice(0, 3).join('\n'), ...lines].join('\n');
        const { figures } = parseReadings(text, 'x');
        assert.ok(Object.values(figures).every((value) => Number.isFinite(value)));
      }),
    );
  });
});

describe('the GPU file of a measured card', () => {
  after(() => useOwnGpus([]));

  it('takes what was measured, and the rest of the card of the same name', () => {
    const file = calibratedGpu(parseReadings(PRINTED, 'x'));
    assert.equal(file.id, 'measured-a100-sxm4-80gb');
    const gpu = gpuOfFile('a.gpu.json', file);
    assert.equal(gpu.standIn!.gpu, 'a100-80gb');
    assert.deepEqual([gpu.sms, gpu.boostClockMHz, gpu.dram.peakGBs], [108, 1395.2, 2039]);
    assert.equal(gpu.dram.measuredGBs, 1783.5);
    assert.deepEqual(gpu.latencyCycles, { ...requireGpu('a100-80gb').latencyCycles, l1: 38.4, dram: 566.1 });
    assert.ok(gpu.standIn!.fields.includes('latencyCycles.l2'));
  });

  it('is what the simulator runs on', () => {
    const gpu = gpuOfFile('a.gpu.json', calibratedGpu(parseReadings(PRINTED, 'x')));
    useOwnGpus([gpu]);
    const { spec } = loadSpec(gpu.id);
    assert.deepEqual([spec.launch.blockCycles, spec.launch.storeDrainCycles], [242, 97]);
    const others = loadSpec('a100-80gb').spec;
    assert.notEqual(others.launch.blockCycles, 242);
    const bytesPerCycle = (gpu.measured!.l2ReadGBs! * 1e3) / gpu.boostClockMHz!;
    assert.ok(Math.abs(spec.l2.sectorsPerCycle * 32 * spec.l2.slices - bytesPerCycle) < 1e-6);
    assert.notEqual(spec.l2.sectorsPerCycle, others.l2.sectorsPerCycle);
  });

  it('is named by the card, within what an id may be', () => {
    assert.equal(idOf('NVIDIA GeForce RTX 4090'), 'measured-rtx-4090');
    assert.equal(idOf('???'), 'measured');
    fc.assert(fc.property(fc.string(), (name) => /^[a-z0-9][a-z0-9-]{0,39}$/.test(idOf(name))));
  });

  it('stands beside the catalogue: peaks at the clock that was measured', () => {
    const rows = besideCatalogue(parseReadings(PRINTED, 'x'), requireGpu('a100-80gb'));
    const fp32 = rows.find(({ figure }) => figure === 'fp32_gflops')!;
    assert.equal(fp32.catalogue, 64 * 108 * 1.3952 * 2);
    assert.equal(rows.find(({ figure }) => figure === 'l2_read_gbs')!.catalogue, null);
  });
});

describe('the micro-benchmarks', () => {
  it('compile without a warning where nvcc is found', function () {
    if (spawnSync('nvcc', ['--version']).status !== 0) return this.skip();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corun-calibrate-'));
    const source = path.join(process.env['CORUN_ROOT']!, 'src/gpu/calibration/calibrate.cu');
    const args = ['-arch=sm_90', '-Xcompiler', '-Wall,-Wextra,-Werror', '-c', source, '-o', `${folder}/a.o`];
    const { status, stderr } = spawnSync('nvcc', args, { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    assert.equal(status, 0, stderr);
  });
});
