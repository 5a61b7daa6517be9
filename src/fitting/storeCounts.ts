import { message } from '../kernel/message';
import { WARP_SIZE } from '../kernel/warp';
import { SECTOR_BYTES } from '../simulator/core/sizes';
import type { CounterReader } from './counterReader';
import type { LaunchShape } from './launchShape';

/** Global stores of one warp, averaged over the grid. */
export interface StoreCounts {
  readonly requests: number;
  /** 32-byte sectors of one request. */
  readonly sectors: number;
  /** Share of the requests whose sectors are written to DRAM in the end; the rest rewrite sectors in the L2 cache. */
  readonly toDram: number;
}

/** Global stores per warp, from a profile's counters. */
export function storesOf(reader: CounterReader, shape: LaunchShape, warps: number): StoreCounts {
  const counted = reader.read('inst_executed_global_stores', 'global_store_requests');
  const transactions = reader.read('gst_transactions') ?? 0;
  if (transactions === 0 && (counted ?? 0) === 0) return { requests: 0, sectors: 1, toDram: 0 };
  const requests = counted ?? transactions / perRequest(reader);
  const measured = transactions === 0 ? 4 : transactions / Math.max(requests, 1e-9);
  const sectors = Math.min(Math.max(1, measured), shape.lanes);
  const total = Math.max(1, requests * sectors);
  return {
    requests: (requests / warps) * Math.min(1, measured),
    sectors,
    toDram: Math.min(1, writtenSectors(reader, total) / total),
  };
}

function perRequest(reader: CounterReader): number {
  const measured = reader.read('gst_transactions_per_request');
  if (measured !== null && measured > 0) return measured;
  return reader.assume({
    metric: 'gst_transactions_per_request',
    value: 4,
    range: [1, WARP_SIZE],
    text: message('fitting.storeSectors'),
    consequence: message('fitting.storeSectorsEffect'),
  });
}

function writtenSectors(reader: CounterReader, sectors: number): number {
  const counted = reader.read('dram_write_transactions');
  if (counted !== null) return counted;
  const bytes = reader.read('dram_write_bytes');
  if (bytes !== null) return bytes / SECTOR_BYTES;
  return reader.assume({
    metric: 'dram_write_transactions',
    value: sectors,
    range: [0, sectors],
    text: message('fitting.dramWrites'),
    consequence: message('fitting.dramWritesEffect'),
  });
}
