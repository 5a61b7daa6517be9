import { message } from '../kernel/message';
import { WARP_SIZE } from '../kernel/warp';
import { SECTOR_BYTES } from '../simulator/core/sizes';
import { type SimulatorSpec } from '../simulator/spec/simulatorSpec';
import type { CounterReader } from './counterReader';
import type { InstructionCounts } from './instructionCounts';
import type { LaunchShape } from './launchShape';
import { storesOf, type StoreCounts } from './storeCounts';
import { sharedCountsOf, type SharedCounts } from './sharedCounts';

/** Loads of one warp from one memory space, averaged over the grid. */
export interface LoadCounts {
  /** Warp instructions. */
  readonly requests: number;
  /** 32-byte sectors of one request. */
  readonly sectors: number;
  /** Shares of the requests that are served by each level; their sum is 1. */
  readonly fromDram: number;
  readonly fromL2: number;
  readonly fromL1: number;
}

/** Memory instructions of one warp. */
export interface AccessCounts {
  readonly global: LoadCounts;
  /** Loads on the read-only path: texture fetches and `ld.global.nc`. */
  readonly texture: LoadCounts;
  readonly store: StoreCounts;
  readonly shared: SharedCounts;
  readonly localLoads: number;
  readonly localStores: number;
  readonly atomics: number;
  readonly atomicSectors: number;
}

const NONE: LoadCounts = { requests: 0, sectors: 1, fromDram: 0, fromL2: 0, fromL1: 1 };

/** Memory accesses per warp, from a profile's counters. */
export function accessCountsOf(
  reader: CounterReader,
  shape: LaunchShape,
  spec: SimulatorSpec,
  instructions: InstructionCounts,
): AccessCounts {
  const { warps } = instructions;
  if (!MEMORY_METRICS.some((metric) => reader.read(metric) !== null)) assumeNone(reader, warps);
  const shared = sharedCountsOf(reader, warps);
  const store = storesOf(reader, shape, warps);
  const local = localRequests(reader);
  const atomic = reader.read('inst_executed_global_atomics', 'global_atomic_requests');
  const perAtomic = Math.max(1, reader.read('atomic_transactions_per_request') ?? 1);
  const atomics = atomic ?? (reader.read('atomic_transactions') ?? 0) / perAtomic;
  const known =
    store.requests + shared.loads + shared.stores + (local.loads + local.stores + atomics) / warps;
  return {
    ...loadsOf(reader, shape, spec, instructions, known),
    store,
    shared,
    localLoads: local.loads / warps,
    localStores: local.stores / warps,
    atomics: atomics / warps,
    atomicSectors: Math.min(perAtomic, shape.lanes),
  };
}

/** Any of these tells whether and how much the kernel reads or writes device memory. */
const MEMORY_METRICS = [
  'gld_transactions',
  'gst_transactions',
  'global_load_requests',
  'inst_executed_global_loads',
  'tex_cache_transactions',
  'l2_tex_read_transactions',
  'l2_read_transactions',
];

function assumeNone(reader: CounterReader, warps: number): void {
  reader.assume({
    metric: 'gld_transactions',
    value: 0,
    range: [0, WARP_SIZE * warps],
    text: message('fitting.noGlobalAccess'),
    consequence: message('fitting.noGlobalAccessEffect'),
  });
}

function localRequests(reader: CounterReader): { loads: number; stores: number } {
  return { loads: localOf(reader, 'load'), stores: localOf(reader, 'store') };
}

function localOf(reader: CounterReader, kind: 'load' | 'store'): number {
  const transactions = reader.read(`local_${kind}_transactions`) ?? 0;
  return (
    reader.read(`inst_executed_local_${kind}s`, `local_${kind}_requests`) ??
    transactions / Math.max(1, reader.read(`local_${kind}_transactions_per_request`) ?? 4)
  );
}

/** A kernel's load instructions and the sectors that they move between the levels, over the whole launch. */
interface LoadTotals {
  readonly globalRequests: number;
  readonly textureRequests: number;
  /** Sectors looked up in the first-level cache. */
  readonly sectors: number;
  readonly fromL2: number;
  readonly fromDram: number;
}

function loadsOf(
  reader: CounterReader,
  shape: LaunchShape,
  spec: SimulatorSpec,
  instructions: InstructionCounts,
  otherMemory: number,
): { global: LoadCounts; texture: LoadCounts } {
  const totals = loadTotals(reader, shape, spec, instructions, otherMemory);
  const requests = totals.globalRequests + totals.textureRequests;
  if (requests === 0) return { global: NONE, texture: NONE };
  const perRequest = totals.sectors / requests;
  if (perRequest > shape.lanes)
    reader.assume({
      metric: 'gld_transactions_per_request',
      value: shape.lanes,
      range: [shape.lanes, perRequest],
      text: message('fitting.manySectors', { sectors: perRequest, lanes: shape.lanes }),
      consequence: message('fitting.manySectorsEffect'),
    });
  // Below one sector per request, whole requests were predicated off: they issue, but touch no memory.
  const active = Math.min(1, perRequest);
  const counts = (of: number): LoadCounts =>
    of === 0
      ? NONE
      : {
          requests: (of / instructions.warps) * active,
          sectors: Math.min(Math.max(1, perRequest), shape.lanes),
          ...levelShares(totals),
        };
  return { global: counts(totals.globalRequests), texture: counts(totals.textureRequests) };
}

function levelShares(totals: LoadTotals): Pick<LoadCounts, 'fromDram' | 'fromL2' | 'fromL1'> {
  const missed = Math.min(1, totals.fromL2 / totals.sectors);
  const fromDram = Math.min(missed, totals.fromDram / totals.sectors);
  return { fromDram, fromL2: missed - fromDram, fromL1: 1 - missed };
}

function loadTotals(
  reader: CounterReader,
  shape: LaunchShape,
  spec: SimulatorSpec,
  instructions: InstructionCounts,
  otherMemory: number,
): LoadTotals {
  const loads = loadInstructions(reader, shape, instructions, otherMemory);
  const globalRequests = globalRequestsOf(reader, loads);
  const textureRequests = textureRequestsOf(reader, loads, globalRequests);
  const requests = globalRequests + textureRequests;
  if (requests === 0) return { globalRequests, textureRequests, sectors: 0, fromL2: 0, fromDram: 0 };
  const fromL2 = l2Sectors(reader) ?? l2FromTransactions(reader, spec, requests);
  const sectors = firstLevelSectors(reader, spec, fromL2, globalRequests);
  return { globalRequests, textureRequests, sectors, fromL2, fromDram: dramSectors(reader, fromL2) };
}

/** Loads of all warps: what inst_compute_ld_st counts beyond all other memory instructions; null without it. */
function loadInstructions(
  reader: CounterReader,
  shape: LaunchShape,
  instructions: InstructionCounts,
  otherMemory: number,
): { readonly rest: number; readonly all: number } | null {
  const threads = reader.read('inst_compute_ld_st');
  if (threads === null) return null;
  const all = threads / (shape.lanes * Math.max(instructions.laneShare, 0.9));
  return { rest: all - otherMemory * instructions.warps, all };
}

type LoadInstructions = ReturnType<typeof loadInstructions>;

/** Whether loads on the read-only path were seen. */
const fetches = (reader: CounterReader): boolean => (reader.read('tex_cache_transactions') ?? 0) > 0;

function globalRequestsOf(reader: CounterReader, loads: LoadInstructions): number {
  const counted = reader.read('inst_executed_global_loads', 'global_load_requests');
  if (counted !== null) return counted;
  const transactions = reader.read('gld_transactions') ?? 0;
  if (transactions === 0) return 0;
  const measured = reader.read('gld_transactions_per_request');
  if (measured !== null && measured > 0) return transactions / Math.max(0.01, measured);
  const rest = loads?.rest ?? 0;
  if (rest > 0 && !fetches(reader)) return rest;
  const assumed = transactions / assumedPerRequest(reader);
  return rest > 0 ? Math.min(rest, assumed) : assumed;
}

function assumedPerRequest(reader: CounterReader): number {
  return reader.assume({
    metric: 'gld_transactions_per_request',
    value: 4,
    range: [1, WARP_SIZE],
    text: message('fitting.loadSectors'),
    consequence: message('fitting.loadSectorsEffect'),
  });
}

/** What is left of all loads is on the read-only path. */
function textureRequestsOf(reader: CounterReader, loads: LoadInstructions, globalRequests: number): number {
  const counted = reader.read('inst_executed_tex_ops', 'texture_load_requests');
  if (counted !== null) return counted;
  if (loads === null || !fetches(reader)) return 0;
  const rest = loads.rest - globalRequests;
  return rest < 0.05 * loads.all ? 0 : rest;
}

function l2Sectors(reader: CounterReader): number | null {
  const bytes = reader.read('l2_global_load_bytes');
  return bytes === null
    ? reader.read('l2_tex_read_transactions', 'l2_read_transactions')
    : bytes / SECTOR_BYTES;
}

function l2FromTransactions(reader: CounterReader, spec: SimulatorSpec, requests: number): number {
  const transactions = reader.read('gld_transactions') ?? requests * 4;
  return transactions * (1 - (spec.sm.l1.cachesGlobalLoads ? l1HitRate(reader) : 0));
}

function l1HitRate(reader: CounterReader): number {
  return (
    reader.share('global_hit_rate', 'l1_cache_global_hit_rate', 'tex_cache_hit_rate') ??
    reader.assume({
      metric: 'global_hit_rate',
      value: 0.3,
      range: [0, 0.9],
      text: message('fitting.l1HitRate'),
      consequence: message('fitting.l1HitRateEffect'),
    })
  );
}

/**
 * Where global loads go past the L1 cache, its transactions are not sectors of the load: on Maxwell a load of
 * 32 consecutive words counts 8 of them with a hit rate of 50 %, and moves 4 sectors. What crosses to the L2
 * cache is unambiguous.
 */
function firstLevelSectors(
  reader: CounterReader,
  spec: SimulatorSpec,
  fromL2: number,
  globalRequests: number,
): number {
  if (spec.sm.l1.cachesGlobalLoads) {
    const transactions = reader.read('gld_transactions') ?? 0;
    return Math.max(transactions, fromL2);
  }
  if (globalRequests > 0) return fromL2;
  return Math.max(fromL2, reader.read('tex_cache_transactions') ?? 0);
}

function dramSectors(reader: CounterReader, fromL2: number): number {
  const sectors = reader.read('dram_read_transactions');
  if (sectors !== null) return sectors;
  const bytes = reader.read('dram_read_bytes');
  if (bytes !== null) return bytes / SECTOR_BYTES;
  const hits = reader.share('l2_tex_read_hit_rate', 'l2_tex_hit_rate');
  if (hits !== null) return fromL2 * (1 - hits);
  const assumed = reader.assume({
    metric: 'dram_read_transactions',
    value: 0.5 * fromL2,
    range: [0, fromL2],
    text: message('fitting.l2HitRate'),
    consequence: message('fitting.l2HitRateEffect'),
  });
  return assumed;
}
