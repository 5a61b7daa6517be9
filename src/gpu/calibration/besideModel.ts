import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Figure, Readings } from './readings';

/** One figure of a card, measured and as the catalogue's figures give it. */
export interface ComparedFigure {
  readonly figure: Figure;
  readonly unit: 'cycles' | 'GB/s' | 'GFLOP/s' | 'Gop/s' | 'MHz' | 'µs' | '';
  readonly measured: number;
  /** Null where the catalogue has no such figure. */
  readonly catalogue: number | null;
}

type Catalogued = readonly [
  Figure,
  ComparedFigure['unit'],
  (gpu: GpuSpec, clockMHz: number) => number | null,
];

const product = (...factors: readonly (number | null)[]): number | null =>
  factors.some((factor) => factor === null) ? null : factors.reduce<number>((all, one) => all * one!, 1);

/** Lanes of an SM at a clock, in 10^9 operations a second; a multiply-add is two. */
const peak =
  (lanes: (gpu: GpuSpec) => number | null, operations: number) =>
  (gpu: GpuSpec, clockMHz: number): number | null =>
    product(lanes(gpu), gpu.sms, clockMHz / 1e3, operations);

const FIGURES: readonly Catalogued[] = [
  ['sms', '', (gpu) => gpu.sms],
  ['running_clock_mhz', 'MHz', (gpu) => gpu.boostClockMHz],
  ['l1_latency_cycles', 'cycles', (gpu) => gpu.latencyCycles.l1],
  ['l2_latency_cycles', 'cycles', (gpu) => gpu.latencyCycles.l2],
  ['dram_latency_cycles', 'cycles', (gpu) => gpu.latencyCycles.dram],
  ['dram_read_gbs', 'GB/s', (gpu) => gpu.dram.measuredGBs ?? gpu.dram.peakGBs],
  ['dram_write_gbs', 'GB/s', (gpu) => gpu.dram.peakGBs],
  ['l2_read_gbs', 'GB/s', () => null],
  ['turnover_cycles', 'cycles', () => null],
  ['store_drain_cycles', 'cycles', () => null],
  ['launch_us', 'µs', () => null],
  ['launch_and_wait_us', 'µs', () => null],
  ['fp32_gflops', 'GFLOP/s', peak((gpu) => gpu.limits.fp32Lanes, 2)],
  ['fp64_gflops', 'GFLOP/s', peak((gpu) => gpu.limits.fp64Lanes, 2)],
  ['fp16_gflops', 'GFLOP/s', () => null],
  ['int32_gops', 'Gop/s', peak((gpu) => gpu.limits.int32Lanes, 1)],
  ['special_gops', 'Gop/s', peak((gpu) => gpu.limits.specialLanes, 1)],
  ['tensor_fp16_gflops', 'GFLOP/s', () => null],
  ['copy_to_device_gbs', 'GB/s', () => null],
  ['copy_from_device_gbs', 'GB/s', () => null],
  ['copy_of_4_bytes_us', 'µs', () => null],
];

/** What was measured beside the catalogue's figures for the same kind of card, peaks at the measured clock. */
export function besideCatalogue({ figures }: Readings, gpu: GpuSpec): readonly ComparedFigure[] {
  const clockMHz = figures.running_clock_mhz ?? figures.clock_mhz ?? gpu.boostClockMHz ?? 0;
  return FIGURES.flatMap(([figure, unit, catalogued]) => {
    const measured = figures[figure];
    return measured === undefined ? [] : [{ figure, unit, measured, catalogue: catalogued(gpu, clockMHz) }];
  });
}
