import assert from 'node:assert/strict';
import { requireGpu } from '../../../../src/gpu/findGpu';
import type { Origin } from '../../../../src/kernel/origin';
import type { DeviceOperation, Operation } from '../../../../src/kernel/application';
import { suggestBlockSize } from '../../../../src/predictors/moka/blocksize/advice';
import type { BlockSizeFacts } from '../../../../src/predictors/moka/blocksize/facts';
import type { BlockMethod } from '../../../../src/predictors/moka/blocksize/methods';
import { classifyCounts, classifyFromMix } from '../../../../src/predictors/moka/classification/classify';
import {
  COUNT_METRICS,
  warpCountsFromMetrics,
  warpCountsFromMix,
} from '../../../../src/predictors/moka/classification/warpCounts';
import { predictPair, type ContendingKernel } from '../../../../src/predictors/moka/contention/pairwise';
import { CONTENTION_METRICS } from '../../../../src/predictors/moka/contention/resources';
import {
  missingAssumption,
  utilizationFromMetrics,
} from '../../../../src/predictors/moka/contention/utilization';
import {
  COMPUTE_FEATURES,
  featureNames,
  featuresOf,
  MEMORY_FEATURES,
} from '../../../../src/predictors/moka/simk/features';
import {
  referenceSetFor,
  type ReferenceKernel,
  type ReferenceSet,
} from '../../../../src/predictors/moka/simk/references';
import { hasVoters, simk, type SimkQuery } from '../../../../src/predictors/moka/simk/simk';
import { majorityVote } from '../../../../src/predictors/moka/simk/vote';
import { measuredLaunch, type LaunchTimes } from '../../../../src/predictors/moka/streams/launchModels';
import {
  fitLogGp,
  fitRelative,
  gbPerSecond,
  trainingSamples,
} from '../../../../src/predictors/moka/transfers/linearTransfer';
import { english } from '../../../../src/words';
import { copy, kernel } from '../../timeline/builders';
import { mixOf } from './mixes';

const gpu = requireGpu('gtx-950');

describe('warp-based classification by hand', () => {
  const counts = {
    fp32: 1,
    fp64: 2,
    integer: 3,
    computeLoadStore: 4,
    globalLoad: 5,
    globalStore: 6,
    sharedLoad: 7,
    sharedStore: 8,
  };
  const clocks = {
    fp32: 2,
    fp64: 3,
    integer: 5,
    computeLoadStore: 7,
    globalLoad: 11,
    globalStore: 13,
    sharedLoad: 17,
    sharedStore: 19,
  };

  it('adds up clocks on both sides (equations 4.9 and 4.10)', () => {
    assert.deepEqual(classifyCounts(counts, clocks), {
      class: 'memory-bound',
      computeClocks: 2 + 6 + 15 + 28,
      memoryClocks: 55 + 78 + 119 + 152,
      ratio: 404 / 51,
    });
  });

  it('says that opcodes are not told apart, and elsewhere whose clocks are taken', () => {
    const keys = (id: string) =>
      classifyFromMix(mixOf({ fp32: 1 }), requireGpu(id)).assumptions.map(({ key }) => key);
    assert.deepEqual(keys('gtx-950'), ['moka:integer-clocks', 'moka:coalescing']);
    assert.deepEqual(keys('v100-sxm2'), ['moka:clocks', 'moka:integer-clocks', 'moka:coalescing']);
  });

  it('counts accesses of a source as a profiler counts transactions', () => {
    const memory = { globalLoad: 40, globalStore: 16, sharedLoad: 64, sharedStore: 33 };
    const others = { localLoad: 3, localStore: 5, textureLoad: 7, atomic: 11 };
    const compute = { fp32: 1, fp16: 2, tensor: 3, special: 4, fp64: 5, integer: 6, constantLoad: 9 };
    assert.deepEqual(warpCountsFromMix(mixOf({ ...memory, ...others, ...compute })), {
      fp32: 10,
      fp64: 5,
      integer: 6,
      computeLoadStore: 40 + 16 + 64 + 33 + 3 + 5 + 7 + 11,
      globalLoad: 10,
      globalStore: 2,
      sharedLoad: 2,
      sharedStore: 2,
    });
  });

  it('takes a launch of one thread', () => {
    const metrics = Object.fromEntries(Object.values(COUNT_METRICS).map((name, i) => [name, i]));
    const result = warpCountsFromMetrics(metrics, 1);
    assert.ok(result.ok);
    assert.deepEqual(Object.values(result.value), [0, 1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('contention by hand', () => {
  const metrics = { dram_utilization: 8, single_precision_fu_utilization: 1, flop_sp_efficiency: 2 };
  const utilizationOf = (values: Readonly<Record<string, number>>) => {
    const result = utilizationFromMetrics(values, gpu);
    assert.ok(result.ok);
    return result.value;
  };
  const kernelOf = (name: string, own: Partial<ContendingKernel> = {}): ContendingKernel => ({
    name,
    utilization: utilizationOf(metrics),
    blocksPerSm: 8,
    gridBlocks: 47,
    ...own,
  });

  it('takes what is not measured or no number for unknown, and says so where there is any', () => {
    const partial = utilizationOf({ ...metrics, l2_utilization: Number.NaN });
    assert.equal('l2_utilization' in partial.values, false);
    assert.deepEqual(
      partial.missing,
      CONTENTION_METRICS.filter((name) => !(name in metrics)),
    );
    const all = utilizationOf(Object.fromEntries(CONTENTION_METRICS.map((name) => [name, 1])));
    assert.deepEqual([all.missing, all.assumptions, missingAssumption([])], [[], [], []]);
  });

  it('is of kernels that share SMs, and says where a mode keeps them apart', () => {
    const together = predictPair(kernelOf('a'), [kernelOf('b')], gpu, 'mps');
    assert.deepEqual([together.mode, together.general?.length], ['mps', 1]);
    const apart = predictPair(kernelOf('a'), [kernelOf('b')], gpu, 'time-slice');
    assert.equal(apart.mode, 'streams');
    assert.match(english(apart.general![0]!), /blocks on the same SMs/);
    assert.match(english(apart.general![1]!), /not the sharing mode 'time-slice'/);
    assert.equal(apart.general!.length, 2);
  });

  it('names all of more than two, and an assumption that they have in common once', () => {
    const known = Object.fromEntries(CONTENTION_METRICS.map((name) => [name, 1]));
    const less = kernelOf('c', { utilization: utilizationOf({ ...known, l2_utilization: Number.NaN }) });
    const three = predictPair(kernelOf('a'), [kernelOf('b'), less], gpu);
    assert.deepEqual(three.partners, ['b', 'c']);
    assert.equal(three.inputs['aggressor 1.dram_utilization'], 0.8);
    assert.equal(three.inputs['aggressor 2.dram_utilization'], 0.1);
    assert.equal(three.assumptions.length, 2);
    assert.match(english(three.assumptions[1]!.text), /idle: l2_utilization\./);
  });

  it('warns of nobody who leaves block slots, or of whom that is not known', () => {
    const left: readonly Partial<ContendingKernel>[] = [
      {},
      { blocksPerSm: null, gridBlocks: 100 },
      { blocksPerSm: 8, gridBlocks: null },
      { blocksPerSm: 0, gridBlocks: 100 },
      { blocksPerSm: null, gridBlocks: null },
    ];
    for (const own of left)
      assert.equal(predictPair(kernelOf('a', own), [kernelOf('b')], gpu).validOnly.length, 1);
    assert.equal(predictPair(kernelOf('a', { gridBlocks: 48 }), [kernelOf('b')], gpu).validOnly.length, 2);
  });
});

describe('launch costs by hand', () => {
  const times: LaunchTimes = {
    copyCallNs: 1,
    kernelCallNs: 2,
    kernelStartNs: 3,
    copyToKernelNs: 4,
    busyCopyToKernelNs: 5,
    kernelToCopyNs: 6,
    kernelToKernelNs: 7,
    copyGapNs: 8,
  };
  const [copying, running] = [copy('1', 'HtoD', 100), kernel('1', 'K', 5)] as readonly DeviceOperation[];
  const [first, second] = [copying!, running!];

  it('are those of the call', () => {
    const { issueNs } = measuredLaunch(times);
    const context = { firstOfStream: true, firstOfPreviousStream: null };
    const callOf = (kind: string) => issueNs({ ...second, kind } as Operation, context as never);
    assert.deepEqual(
      [callOf('copy'), callOf('memset'), callOf('kernel'), callOf('eventRecord')],
      [1, 1, 2, 0],
    );
  });

  it('are those of the hand-over', () => {
    const { latencyNs } = measuredLaunch(times);
    const after = (operation: DeviceOperation, busy = false) => ({ operation, busy });
    assert.deepEqual([latencyNs(second, 'host'), latencyNs(first, 'host')], [3, 0]);
    assert.deepEqual([latencyNs(second, after(first)), latencyNs(second, after(first, true))], [4, 5]);
    assert.deepEqual([latencyNs(first, after(second)), latencyNs(second, after(second))], [6, 7]);
    assert.equal(latencyNs(first, after(first, true)), 8);
  });
});

describe('transfers by hand', () => {
  it('move bytes in a nanosecond', () => {
    assert.equal(gbPerSecond({ overheadNs: 9, nsPerByte: 0.125 }), 8);
  });

  it('of LogGP go through the smallest and the largest message, in whatever order', () => {
    const samples = [
      { bytes: 500, ns: 900 },
      { bytes: 100, ns: 600 },
      { bytes: 300, ns: 5 },
    ];
    assert.deepEqual(fitLogGp(samples), { overheadNs: 600, nsPerByte: 0.75 });
    assert.deepEqual(fitLogGp(samples.toReversed()), { overheadNs: 600, nsPerByte: 0.75 });
    assert.deepEqual(fitLogGp([{ bytes: 100, ns: 600 }]), { overheadNs: 600, nsPerByte: 0 });
    assert.throws(() => fitLogGp([]), /LogGP needs a sample/);
  });

  it('train on the limit itself, and on no time that is none', () => {
    const samples = [1, 2, 5, 257, 261].map((floats) => ({ bytes: 4 * floats, ns: 1 }));
    assert.deepEqual(
      trainingSamples(samples, 257).map(({ bytes }) => bytes / 4),
      [1, 5, 257],
    );
    const line = [100, 1000, 10_000].map((bytes) => ({ bytes, ns: 50 + 2 * bytes }));
    const { overheadNs, nsPerByte } = fitRelative([...line, { bytes: 400, ns: 0 }]);
    assert.ok(Math.abs(overheadNs - 50) < 1e-6 && Math.abs(nsPerByte - 2) < 1e-9);
  });
});

describe('features and votes of SimK by hand', () => {
  const compute = { class: 'compute-bound', computeClocks: 200, memoryClocks: 50 } as const;
  const memory = { class: 'memory-bound', computeClocks: 50, memoryClocks: 200 } as const;
  const divisors = { globalBytesPerSecond: 100, sharedBytesPerSecond: 1000 };
  const common = { ipc: 2, achieved_occupancy: 0.5, issue_slot_utilization: 40, eligible_warps_per_cycle: 3 };
  const read = { ipc: 2, achieved_occupancy: 0.5, issue_slot_utilization: 0.4, eligible_warps_per_cycle: 3 };

  it('of a compute-bound kernel are clocks and function units', () => {
    const units = {
      double_precision_fu_utilization: 5,
      single_precision_fu_utilization: 4,
      special_fu_utilization: 2,
    };
    assert.deepEqual(featuresOf(compute, { ...common, ...units }, divisors), {
      ...read,
      m2c_ratio: 0.25,
      dp_fu_util: 0.5,
      sp_fu_util: 4 / 20 + 2 / 20,
    });
    assert.deepEqual(featureNames('compute-bound'), COMPUTE_FEATURES);
  });

  it('of a memory-bound kernel are clocks and throughputs', () => {
    const throughputs = { gld_throughput: 50, gst_throughput: 25, shared_load_throughput: 500 };
    const shared = { shared_store_throughput: 100, shared_utilization: 7 };
    assert.deepEqual(featuresOf(memory, { ...common, ...throughputs, ...shared }, divisors), {
      ...read,
      c2m_ratio: 0.25,
      gld_ratio: 0.5,
      gst_ratio: 0.25,
      sld_ratio: 0.5,
      sst_ratio: 0.1,
      shared_utilization: 7,
    });
    assert.deepEqual(featureNames('memory-bound'), MEMORY_FEATURES);
  });

  it('leave out what nothing tells', () => {
    for (const lacking of ['single_precision_fu_utilization', 'special_fu_utilization']) {
      const units = { single_precision_fu_utilization: 4, special_fu_utilization: 2, [lacking]: Number.NaN };
      assert.deepEqual(Object.keys(featuresOf(compute, units, divisors)), ['m2c_ratio'], lacking);
    }
    assert.deepEqual(featuresOf({ ...compute, computeClocks: 0 }, {}, divisors), {});
  });

  it('need more than half of the votes', () => {
    assert.deepEqual(majorityVote([64, 64, 128, 128], 192), { threadsPerBlock: 192, decidedBy: 'fallback' });
    assert.deepEqual(majorityVote([64, 128, 128], 192), { threadsPerBlock: 128, decidedBy: 'majority' });
  });
});

describe('SimK on kernels that lie apart', () => {
  const features = (ipc: number, m2c_ratio: number) => ({
    ...{ ipc, m2c_ratio, achieved_occupancy: 0.5, issue_slot_utilization: 0.5 },
    ...{ eligible_warps_per_cycle: 2, dp_fu_util: 0, sp_fu_util: 0.1 },
  });
  const reference = (
    name: string,
    bestBlock: number,
    ipc: number,
    ratio: number,
    origin?: Origin,
  ): ReferenceKernel => ({
    ...{
      name,
      application: name,
      class: 'compute-bound',
      dimensions: 1,
      bestBlock,
      ...(origin && { origin }),
    },
    features: features(ipc, ratio),
  });
  const near = [
    reference('near 1', 64, 1, 0.1),
    reference('near 2', 64, 1.1, 0.12, 'simulated'),
    reference('near 3', 64, 0.9, 0.11),
  ];
  const far = [8, 8.3, 8.1, 7.9].map((ipc, i) => reference(`far ${i + 1}`, 256, ipc, 0.9 + i / 50));
  const setOf = (kernels: readonly ReferenceKernel[]): ReferenceSet => ({ ...referenceSetFor(gpu), kernels });
  const query: SimkQuery = {
    class: 'compute-bound',
    dimensions: 1,
    features: features(1.05, 0.11),
    coresPerSm: 128,
  };

  it('lets the three nearest vote, on the map and without it, though all together say something else', () => {
    for (const kernels of [
      [...near, ...far],
      [...far, ...near],
    ]) {
      const answer = simk(query, setOf(kernels), { standardize: true });
      assert.ok(answer.status === 'answered');
      assert.deepEqual([answer.threadsPerBlock, answer.decidedBy], [64, 'majority']);
      assert.equal(answer.plain.threadsPerBlock, 64);
      assert.deepEqual(answer.plain.neighbours.toSorted(), ['near 1', 'near 2', 'near 3']);
      assert.deepEqual(answer.stability, { seeds: 20, votes: { 64: 20 }, agreement: 1 });
      for (const { x, y, distance } of answer.references)
        assert.ok(Math.abs(distance - Math.hypot(x - answer.position[0], y - answer.position[1])) < 1e-9);
      const origins = Object.fromEntries(answer.references.map(({ name, origin }) => [name, origin]));
      assert.deepEqual([origins['near 1'], origins['near 2']], ['measured', 'simulated']);
    }
  });

  it('tells no stability where none is asked for', () => {
    const answer = simk(query, setOf([...near, ...far]), { stabilitySeeds: 0 });
    assert.ok(answer.status === 'answered');
    assert.deepEqual(answer.stability, { seeds: 0, votes: {}, agreement: 0 });
  });

  it('needs three of a kind, and more than half of the features', () => {
    assert.equal(hasVoters(query, setOf(near)), true);
    assert.equal(hasVoters(query, setOf(near.slice(1))), false);
    assert.equal(hasVoters({ ...query, dimensions: 2 }, setOf(near)), false);
    const memory = near.map((one): ReferenceKernel => ({
      ...one,
      class: 'memory-bound',
      features: Object.fromEntries(MEMORY_FEATURES.map((name) => [name, 1])),
    }));
    const known = (count: number) =>
      simk(
        {
          ...query,
          class: 'memory-bound',
          features: Object.fromEntries(MEMORY_FEATURES.slice(0, count).map((name) => [name, 1])),
        },
        setOf(memory),
        { stabilitySeeds: 0 },
      ).status;
    assert.deepEqual([known(5), known(6)], ['no-answer', 'answered']);
  });
});

describe('block sizes by rule', () => {
  const facts = (own: Partial<BlockSizeFacts>): BlockSizeFacts => ({
    name: 'kernel',
    current: 1024,
    dimensions: 1,
    resources: { registersPerThread: 32 },
    maxThreadsPerBlock: null,
    classification: null,
    metrics: null,
    timings: [],
    ...own,
  });
  const said = (method: BlockMethod, own: Partial<BlockSizeFacts> = {}) => {
    const { threadsPerBlock, reason } = suggestBlockSize(facts(own), gpu).candidates.find(
      (one) => one.method === method,
    )!;
    return [threadsPerBlock, english(reason)] as const;
  };

  it('are fixed ones as far as they fit', () => {
    for (const threads of [64, 128, 256] as const)
      assert.deepEqual(said(`${threads} threads`), [threads, 'rule of thumb']);
    const bounded = { maxThreadsPerBlock: 128 };
    assert.deepEqual(said('128 threads', bounded), [128, 'rule of thumb']);
    assert.deepEqual(said('256 threads', bounded), [null, 'a block of 256 threads does not fit']);
    // 200 bytes for each of 256 threads are more than the 48 KiB of a block.
    assert.equal(said('256 threads', { sharedBytesPerThread: 200 })[0], null);
    assert.equal(said('128 threads', { sharedBytesPerThread: 200 })[0], 128);
  });

  it('are the current one where that is moderate and full, else the full one nearest to 128', () => {
    // 32 registers: all of 64, 128, 256, 512 and 1024 threads fill the SM, 32 and 96 do not.
    for (const current of [64, 128, 256])
      assert.deepEqual(said('current if sound', { current }), [
        current,
        'moderate, and already of the highest occupancy',
      ]);
    for (const current of [32, 96, 512, 1024, null])
      assert.deepEqual(said('current if sound', { current }), [128, said('occupancy')[1]]);
    assert.deepEqual(said('occupancy'), [
      64,
      'highest occupancy, 100 %, with 64, 128, 256, 512, 1024 threads',
    ]);
  });

  it('are the current one, as far as it is told', () => {
    assert.deepEqual(said('current'), [1024, 'as written']);
    assert.deepEqual(said('current', { current: null }), [null, 'the launch does not tell its block size']);
  });

  it('of similar kernels need a class, dimensions and a profile', () => {
    const classification = classifyFromMix(mixOf({ fp32: 60, globalLoad: 4, sharedLoad: 32 }), gpu);
    const metrics = {
      ...{ ipc: 2, achieved_occupancy: 0.97, issue_slot_utilization: 35, eligible_warps_per_cycle: 2 },
      ...{
        double_precision_fu_utilization: 0,
        single_precision_fu_utilization: 3,
        special_fu_utilization: 0,
      },
    };
    const whole: Partial<BlockSizeFacts> = { dimensions: 2, classification, metrics };
    const needs = 'needs a profile of the kernel (metrics and launch)';
    for (const lack of [{ dimensions: null }, { classification: null }, { metrics: null }])
      for (const method of ['SimK', 'nearest kernels'] as const)
        assert.deepEqual(said(method, { ...whole, ...lack }), [null, needs]);
    const [threads, votes] = said('SimK', whole);
    assert.equal(threads, 256);
    // Three neighbours and no more, none of them simulated.
    assert.match(votes, /^best blocks of the three nearest kernels: [^,]+ \d+, [^,]+ \d+, [^,]+ \d+$/);
    const [near, who] = said('nearest kernels', whole);
    assert.equal(near, 256);
    assert.match(who, /^[^,]+, [^,]+, [^,]+ vote$/);
    const poor = { ...whole, metrics: { ipc: 2 } };
    for (const method of ['SimK', 'nearest kernels'] as const) {
      const [none, why] = said(method, poor);
      assert.equal(none, null);
      assert.match(why, /lacks too many features/);
    }
  });
});
