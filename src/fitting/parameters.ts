import { LINE_BYTES, SECTOR_BYTES } from '../simulator/core/sizes';
import { type SimulatorSpec } from '../simulator/spec/simulatorSpec';
import type { AccessCounts } from './accessCounts';

/** Parameters that counters do not determine, so that refinement may choose them. */
export interface FitParameters {
  /** Instructions between a producer and its consumer: 1 is a serial chain. */
  readonly distance: number;
  /** Loads that a warp issues before it needs the first of them. */
  readonly loadsInFlight: number;
  /** Bytes that all blocks read again and again: what hits the L2 cache. */
  readonly hotBytes: number;
  /** Share of the streaming loads that go to random places of what is streamed. */
  readonly randomShare: number;
  /** 1 when every sector of a request lies in a line of its own (strided lanes), 0 when sectors are neighbours. */
  readonly spread: number;
  /** Barriers for each store to shared memory, where the kernel synchronises at all. */
  readonly barriersPerStore: number;
}

/** Name of a parameter that refinement may choose. */
export type FitParameterName = keyof FitParameters;

const SMALLEST_HOT = 4096;
/** From here on a request is wider than any coalesced one (16 bytes a lane), so its lanes are strided. */
const STRIDED_SECTORS = 17;

/** Initial parameters, before anything was simulated. */
export function firstParameters(accesses: AccessCounts, spec: SimulatorSpec, warps: number): FitParameters {
  const { global, texture } = accesses;
  const dramBytes =
    (global.requests * global.sectors * global.fromDram +
      texture.requests * texture.sectors * texture.fromDram) *
    warps *
    SECTOR_BYTES;
  return {
    distance: 3,
    loadsInFlight: 4,
    hotBytes: hotBytesOf(dramBytes, spec, texture.requests > 0),
    randomShare: 0,
    spread: Math.max(global.sectors, texture.sectors) >= STRIDED_SECTORS ? 1 : 0,
    barriersPerStore: 1,
  };
}

/**
 * A footprint that stays in the L2 cache, that adds little to what comes from DRAM (an eighth of it), and that
 * is too large for the first-level cache where loads go through it.
 */
function hotBytesOf(dramBytes: number, spec: SimulatorSpec, readOnlyPath: boolean): number {
  const l2Bytes = spec.l2.slices * spec.l2.sets * spec.l2.ways * LINE_BYTES;
  const l1Bytes = spec.sm.l1.sets * spec.sm.l1.ways * LINE_BYTES;
  const least =
    spec.sm.l1.cachesGlobalLoads || readOnlyPath ? Math.min(8 * l1Bytes, l2Bytes / 4) : SMALLEST_HOT;
  const wanted = Math.min(l2Bytes / 8, dramBytes / 8);
  return LINE_BYTES * Math.ceil(Math.max(least, wanted, SMALLEST_HOT) / LINE_BYTES);
}
