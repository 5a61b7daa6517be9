import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { tracedRun } from '../../../src/analysis/applications/soloRun';
import { gpuOfTraces, traceCoRun } from '../../../src/analysis/applications/traceCoRun';
import { requireGpu } from '../../../src/gpu/findGpu';
import type { KernelProfile, ProfileFile } from '../../../src/kernel/profile';
import { LATENCY_PREDICTORS } from '../../../src/predictors';
import { EMPTY_LAUNCH } from '../../../src/profiles/nvprof/metricTable';
import { DEFAULT_SETTINGS } from '../../../src/analysis/workspaceState';
import { english } from '../../../src/words';
import { togetherPage } from '../../../src/words/texts/togetherTexts';
import { profileJoins } from '../../../src/analysis/profilePage';
import { counterPairs, countersOf } from '../../../webview/profile/model/joins';
import { profileBytes, testSession } from './support';
import { told } from '../../support/told';

const GPU = requireGpu('v100-sxm2');
const OPTIONS = { gpu: GPU, predictor: LATENCY_PREDICTORS[0]!, phases: 8, seed: 1 };
const PERIODS = 6;

function fileOf(path: string, kernels: readonly KernelProfile[], device: string | null): ProfileFile {
  return { path, format: 'x', status: 'full', device, kernels, transfers: [], api: [], warnings: [] };
}

/** One kernel of 2048 threads a block, so that an SM holds one, once a period. */
function trace(name: string, blocks: number, busyNs: number, periodNs: number): ProfileFile {
  const kernels = Array.from({ length: PERIODS }, (_, i): KernelProfile => ({
    ...{ ...EMPTY_LAUNCH, name, grid: [blocks, 1, 1], block: [1024, 1, 1], registers: 64 },
    ...{ staticSharedBytes: 0, dynamicSharedBytes: 0, stream: '7', device: GPU.name, calls: 1, metrics: {} },
    ...{ startNs: i * periodNs, durationNs: busyNs, location: { path: name, line: i + 1 } },
  }));
  return fileOf(`${name}.csv`, kernels, GPU.name);
}

/** Counted bytes of device memory of the kernel in a trace. */
function counters({ kernels: [kernel] }: ProfileFile, bytes: number): ProfileFile {
  const metrics = { dram_read_bytes: bytes, dram_write_bytes: 0 };
  return fileOf('ncu.csv', [{ ...kernel!, startNs: null, durationNs: null, metrics }], null);
}

const slowdowns = (files: readonly ProfileFile[], counted: readonly ProfileFile[] = []): number[] =>
  traceCoRun(files, counted, OPTIONS).applications.map(({ slowdown }) => slowdown ?? NaN);

describe('traced applications on one GPU', () => {
  it('take turns where each fills it', () => {
    const files = ['a', 'b'].map((name) => trace(name, 10 * GPU.sms, 1e6, 1e6));
    const { applications, throughput, error } = traceCoRun(files, [], OPTIONS);
    // Nothing is copied.
    assert.equal(error, OPTIONS.predictor.errors.slowdowns.ofKernels);
    for (const { slowdown, iteration } of applications) {
      assert.ok(slowdown! > 1.7 && slowdown! < 2.3, `${slowdown}`);
      assert.equal(iteration?.count, PERIODS);
    }
    assert.ok(Math.abs(throughput! - 1) < 0.15, `${throughput}`);
  });

  it('hardly mind each other where each leaves half of the SMs, or most of the time', () => {
    const halves = ['a', 'b'].map((name) => trace(name, GPU.sms / 2, 1e6, 1e6));
    for (const slowdown of slowdowns(halves)) assert.ok(slowdown < 1.05, `${slowdown}`);
    const [, busy] = slowdowns([
      trace('idle', 10 * GPU.sms, 5e4, 1e6),
      trace('busy', 10 * GPU.sms, 1e6, 1e6),
    ]);
    assert.ok(busy! < 1.2, `${busy}`);
  });

  it('share the bandwidth of device memory as far as counters tell it', () => {
    const files = ['a', 'b'].map((name) => trace(name, GPU.sms / 2, 1e6, 1e6));
    const bytes = 0.9 * GPU.dram.measuredGBs! * 1e6;
    const counted = files.map((file) => counters(file, bytes));
    for (const slowdown of slowdowns(files, counted)) assert.ok(slowdown > 1.5, `${slowdown}`);
  });

  it('count the idle time at the end of an iteration to it', () => {
    const [idle] = traceCoRun([trace('a', 80, 1e5, 1e6), trace('b', 80, 1e5, 1e6)], [], OPTIONS).applications;
    assert.ok(Math.abs(idle!.measuredNs - 1e6) < 1e3 && Math.abs(idle!.aloneNs - 1e6) < 1e5);
  });

  /** As a profiler that tells calls has it: a launch every 0.1 ms and a wait at the end of each period. */
  function called(name: string, blocks: number, busyNs: number, launches: number): ProfileFile {
    const everyNs = 1e5;
    const periodNs = (launches + 1) * everyNs;
    const at = (i: number): number => Math.floor(i / launches) * periodNs + (i % launches) * everyNs;
    const [kernel] = trace(name, blocks, busyNs, periodNs).kernels;
    const kernels = Array.from({ length: PERIODS * launches }, (_, i): KernelProfile => ({
      ...{ ...kernel!, grid: [blocks + Number(i % launches === 0), 1, 1], startNs: at(i) + 5e3 },
      ...{ call: { startNs: at(i), durationNs: 4e3 }, location: { path: name, line: i + 1 } },
    }));
    const api = Array.from({ length: PERIODS }, (_, i) => ({
      name: 'cudaStreamSynchronize',
      ...{ startNs: at((i + 1) * launches - 1) + 5e3, durationNs: busyNs + 1e3, calls: 1 },
    }));
    return { ...fileOf(`${name}.json`, kernels, GPU.name), api };
  }

  it('hide what they cost each other behind a host that is slower than its kernels', () => {
    const files = ['a', 'b'].map((name) => called(name, 10 * GPU.sms, 3e4, 10));
    const { applications, error, assumptions } = traceCoRun(files, [], OPTIONS);
    for (const { slowdown } of applications) assert.ok(slowdown! < 1.08, `${slowdown}`);
    assert.equal(error, OPTIONS.predictor.errors.slowdowns.ofNetworks!.asTraced);
    assert.match(english(assumptions.at(-1)!), /^b: the host is as slow as the profiler made it/);
  });

  it('cost each other more where the host is as fast as it is without a profiler', () => {
    const files = ['a', 'b'].map((name) => called(name, 10 * GPU.sms, 3e4, 10));
    const aloneNs = [4e5, 4e5];
    const { applications, error, assumptions } = traceCoRun(files, [], { ...OPTIONS, aloneNs });
    for (const each of applications) {
      assert.ok(Math.abs(each.aloneNs / 4e5 - 1) < 0.01, `${each.aloneNs}`);
      assert.ok(each.slowdown! > 1.3, `${each.slowdown}`);
    }
    assert.equal(error, OPTIONS.predictor.errors.slowdowns.ofNetworks!.atPace);
    assert.ok(!assumptions.some((each) => english(each).includes('profiler made it')));
  });

  it('want one GPU', () => {
    const here = trace('a', 80, 1e5, 1e6);
    const there = { ...trace('b', 80, 1e5, 1e6), device: 'NVIDIA A100-SXM4-40GB' };
    assert.equal(gpuOfTraces([here, { ...there, device: null }]).id, GPU.id);
    assert.throws(() => gpuOfTraces([here, there]), told(/different GPUs \(v100-sxm2, a100/));
    assert.throws(() => gpuOfTraces([{ ...here, device: null }]), told(/no trace names a GPU/));
    assert.throws(
      () => gpuOfTraces([{ ...here, device: 'Quadro RTX 6000' }]),
      told(/recorded on Quadro RTX 6000, which the catalogue does not have: .* --gpu ID/),
    );
  });

  it('have no answer where launches have no shape, and say so where a few have none', () => {
    const whole = trace('whole', 80, 1e5, 1e6);
    const shapeless = (count: number, durationNs: number): ProfileFile => ({
      ...whole,
      kernels: whole.kernels.map((kernel, at) =>
        at < count ? { ...kernel, grid: null, block: null, durationNs } : kernel,
      ),
    });
    assert.throws(() => traceCoRun([shapeless(PERIODS, 1e5), whole], [], OPTIONS), told(/no launch shapes/));
    const { assumptions } = tracedRun(shapeless(1, 1e3), GPU);
    assert.ok(assumptions.some((each) => /take 0\.2 % of the time .* are left out/.test(english(each))));
  });

  it('are told to be of a GPU that nobody knows where their files do not name it', () => {
    const unnamed = { ...trace('a', 80, 1e5, 1e6), device: null };
    const { assumptions } = traceCoRun([unnamed, trace('b', 80, 1e5, 1e6)], [], OPTIONS);
    const said = assumptions.map((each) => english(each)).filter((each) => /is not told/.test(each));
    assert.equal(said.length, 1);
    assert.match(said[0]!, /a\.csv was recorded is not told: its times are taken for the/);
  });

  it('are asked of a workspace by their paths, with the counters that are there, and told as a page', async () => {
    const session = await testSession();
    const names = ['srad.trace', 'hotspot.trace', 'srad.metrics'].map((name) => `${name}.csv`);
    const file = (name: string): string =>
      fs.readFileSync(path.join(process.env['CORUN_ROOT']!, 'workloads/samples/profiles', name), 'utf8');
    const results = await session.analyze({
      profiles: new Map(names.map((name) => [name, profileBytes(file(name))])),
      settings: { ...DEFAULT_SETTINGS, gpu: 'gtx-950' },
    });
    assert.deepEqual(
      results.profiles.filter(({ isTrace }) => isTrace).map((profile) => profile.path),
      ['hotspot.trace.csv', 'srad.trace.csv'],
    );
    const [hotspot, , traced] = results.profiles;
    assert.equal(hotspot!.counted, undefined);
    const joins = profileJoins('srad.trace.csv', results);
    assert.deepEqual(joins.counted, traced!.counted);
    for (const kernel of joins.counted ?? []) {
      assert.equal(kernel.counters?.location.path, 'srad.metrics.csv');
      assert.equal(countersOf(joins, kernel), kernel);
      assert.equal(countersOf(joins, { ...kernel, grid: [1, 1, 1] }), undefined);
      assert.deepEqual(
        counterPairs(kernel).map(([term]) => term),
        ['Bound by', 'Memory bandwidth'],
      );
    }
    assert.equal(joins.counted?.length, 2);
    const result = session.coRunTraces(names.slice(0, 2));
    const [srad] = result.applications;
    assert.equal(srad!.name, 'srad');
    assert.ok(srad!.slowdown! > 1);
    const untold = result.assumptions
      .map((text) => english(text))
      .filter((text) => text.includes('bandwidth'));
    assert.deepEqual(untold.length, 1);
    assert.match(untold[0]!, /^hotspot/);
    const page = togetherPage(result);
    assert.match(page, /^# srad · hotspot\n\nGTX 950, .*\n\n\| application \|/);
    assert.match(page, /which each would have its share\n\nslowdowns predicted/, 'one paragraph each');
    assert.match(page, /\| srad \| ×\d.* \| one iteration of 8 \|/);
  });

  it('refuse what is no trace, by its file', () => {
    const table = fileOf('m.csv', [{ ...trace('a', 8, 1, 2).kernels[0]!, startNs: null }], null);
    assert.throws(() => traceCoRun([table, table], [], OPTIONS), told(/no trace/));
  });
});
