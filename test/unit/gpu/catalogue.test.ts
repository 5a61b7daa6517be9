import assert from 'node:assert/strict';
import * as v from 'valibot';
import { findComputeCapability, listComputeCapabilities, listGpus } from '../../../src/gpu/catalogue';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));
const positive = v.pipe(v.number(), v.gtValue(0));
const text = v.pipe(v.string(), v.minLength(1));
const source = v.strictObject({ text, recalled: v.boolean() });

const limits = v.strictObject({
  maxWarps: count,
  maxThreads: count,
  maxBlocks: count,
  maxThreadsPerBlock: count,
  registers: count,
  maxRegistersPerBlock: count,
  maxRegistersPerThread: count,
  occupancyRegistersPerThread: count,
  registerAllocationUnit: count,
  warpAllocationGranularity: count,
  subPartitions: count,
  sharedBytes: count,
  sharedBytesPerBlockDefault: count,
  sharedBytesPerBlockOptIn: count,
  sharedBytesReservedPerBlock: bytes,
  sharedAllocationUnit: count,
  sharedCarveoutsKiB: v.pipe(v.array(bytes), v.minLength(1)),
  maxResidentGrids: count,
  fp32Lanes: count,
  fp64Lanes: v.nullable(count),
  int32Lanes: v.nullable(count),
  specialLanes: count,
});

const migProfile = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^\dg\.\d+gb$/)),
  computeSlices: count,
  memorySlices: count,
  sms: count,
  memoryGiB: positive,
  maxInstances: count,
});

const gpu = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  name: text,
  aliases: v.array(text),
  architecture: text,
  chip: text,
  computeCapability: v.pipe(v.string(), v.regex(/^\d+\.\d$/)),
  sms: count,
  baseClockMHz: v.nullable(positive),
  boostClockMHz: v.nullable(positive),
  l2Bytes: v.nullable(count),
  dram: v.strictObject({
    type: text,
    busBits: v.nullable(count),
    peakGBs: v.nullable(positive),
    capacityGiB: v.nullable(positive),
    measuredGBs: v.nullable(positive),
  }),
  pcieGeneration: v.nullable(v.picklist([2, 3, 4, 5])),
  copyEngines: v.picklist([1, 2]),
  hardwareQueues: v.picklist([1, 32]),
  latencyCycles: v.strictObject({
    l1: v.nullable(positive),
    l2: v.nullable(positive),
    dram: v.nullable(positive),
  }),
  limits,
  sharing: v.strictObject({
    mig: v.strictObject({ supported: v.boolean(), profiles: v.array(migProfile) }),
    greenContext: v.nullable(v.strictObject({ minimumSms: count, multipleSms: count })),
    mps: v.nullable(
      v.strictObject({
        maxClients: count,
        activeThreadPercentage: v.boolean(),
        staticPartitionSms: v.nullable(count),
      }),
    ),
  }),
  sources: v.record(v.string(), source),
  notes: v.array(text),
  simulatedOnly: v.boolean(),
});

describe('GPU catalogue', () => {
  it('has only complete, well-formed entries', () => {
    for (const entry of listGpus()) {
      const result = v.safeParse(gpu, entry);
      assert.ok(result.success, `${entry.id}: ${JSON.stringify(result.issues?.[0]?.message)}`);
    }
  });

  it('has every GPU once, and three that only papers simulate', () => {
    const ids = listGpus().map((entry) => entry.id);
    assert.equal(new Set(ids).size, ids.length);
    const simulated = listGpus().filter((entry) => entry.simulatedOnly);
    assert.deepEqual(
      simulated.map((entry) => entry.sms),
      [60, 80, 40],
    );
  });

  it('names a source for every group of values that is filled', () => {
    for (const { id, sources, latencyCycles, dram } of listGpus()) {
      assert.ok(sources['specification'], id);
      assert.ok(sources['limits:0'], id);
      const { l1, l2, dram: memory } = latencyCycles;
      assert.equal(sources['latency'] !== undefined, (l1 ?? l2 ?? memory) !== null, `${id} latency`);
      assert.equal(sources['measuredBandwidth'] !== undefined, dram.measuredGBs !== null, `${id} bandwidth`);
    }
  });

  it('keeps what one number implies for another', () => {
    for (const { computeCapability, limits: l } of listComputeCapabilities()) {
      assert.equal(l.maxThreads, l.maxWarps * 32, computeCapability);
      assert.ok(
        l.sharedBytesPerBlockOptIn + l.sharedBytesReservedPerBlock <= l.sharedBytes,
        computeCapability,
      );
      assert.equal(Math.max(...l.sharedCarveoutsKiB) * 1024, l.sharedBytes, computeCapability);
      assert.deepEqual(
        [...l.sharedCarveoutsKiB].sort((a, b) => a - b),
        l.sharedCarveoutsKiB,
      );
    }
    for (const { id, dram, sharing, sms } of listGpus()) {
      if (dram.measuredGBs !== null && dram.peakGBs !== null)
        assert.ok(dram.measuredGBs < dram.peakGBs, `${id} measures above its peak`);
      for (const profile of sharing.mig.profiles) {
        assert.ok(profile.sms * profile.maxInstances <= sms, `${id} ${profile.name} SMs`);
        assert.ok(profile.memorySlices * profile.maxInstances <= 8, `${id} ${profile.name} memory`);
      }
    }
  });

  it('covers compute capability 2.0 and 3.0 to 12.1', () => {
    assert.equal(listComputeCapabilities().length, 23);
    for (const gpuEntry of listGpus()) assert.ok(findComputeCapability(gpuEntry.computeCapability));
    assert.equal(findComputeCapability('1.3'), undefined);
  });

  it('applies the architecture rules of sharing', () => {
    const byId = new Map(listGpus().map((entry) => [entry.id, entry]));
    const greenContexts: [string, number, number][] = [
      ['p100-pcie', 1, 1],
      ['v100-sxm2', 2, 2],
      ['a100-80gb', 4, 2],
      ['l4', 4, 2],
      ['h200', 8, 8],
      ['b200', 8, 8],
    ];
    for (const [id, minimumSms, multipleSms] of greenContexts)
      assert.deepEqual(byId.get(id)!.sharing.greenContext, { minimumSms, multipleSms });
    assert.equal(byId.get('gtx-760')!.sharing.mps, null);
    assert.equal(byId.get('gtx-760')!.hardwareQueues, 1);
    assert.equal(byId.get('k40')!.sharing.mps!.activeThreadPercentage, false);
    assert.equal(byId.get('rtx-5090')!.sharing.mig.supported, false);
    assert.equal(byId.get('a100-80gb')!.sharing.mig.profiles.at(-1)!.sms, 98);
  });
});
