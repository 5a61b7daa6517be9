import { findGpu } from '../findGpu';
import type { GpuFile } from '../gpuFile';
import type { Readings } from './readings';

const LONGEST_ID = 40;

/** An id for a card by its name: `NVIDIA H100 PCIe` is `measured-h100-pcie`. */
export function idOf(name: string): string {
  const words =
    name
      .toLowerCase()
      .replace(/nvidia|geforce|tesla|quadro/g, ' ')
      .match(/[a-z0-9]+/g) ?? [];
  return ['measured', ...words].join('-').slice(0, LONGEST_ID).replace(/-$/, '');
}

/**
 * The GPU file of a card that was measured. What the micro-benchmarks cannot tell (limits of an SM, type of the memory,
 * MIG) is that of the card of the same name in the catalogue, else of its nearest.
 */
export function calibratedGpu({ name, computeCapability, figures }: Readings, id = idOf(name)): GpuFile {
  const known = findGpu(name);
  const like = known.kind === 'found' && !known.gpu.simulatedOnly ? { like: known.gpu.id } : {};
  const dram = given({
    busBits: whole(figures.memory_bus_bits),
    peakGBs: figures.memory_peak_gbs,
    capacityGiB: figures.memory_gib,
  });
  const latencyCycles = given({
    l1: figures.l1_latency_cycles,
    l2: figures.l2_latency_cycles,
    dram: figures.dram_latency_cycles,
  });
  return {
    id,
    name: `${name} (measured)`,
    ...like,
    computeCapability,
    ...given({
      sms: whole(figures.sms),
      boostClockMHz: figures.running_clock_mhz ?? figures.clock_mhz,
      l2KiB: whole(figures.l2_kib),
      copyEngines: whole(figures.copy_engines),
    }),
    ...(dram && { dram }),
    ...(latencyCycles && { latencyCycles }),
    measured: {
      by: 'corun calibrate 1',
      ...given({
        dramReadGBs: figures.dram_read_gbs,
        dramWriteGBs: figures.dram_write_gbs,
        l2ReadGBs: figures.l2_read_gbs,
        turnoverCycles: whole(figures.turnover_cycles),
        storeDrainCycles: whole(figures.store_drain_cycles),
        launchUs: figures.launch_us,
        launchAndWaitUs: figures.launch_and_wait_us,
        fp32GFlops: figures.fp32_gflops,
        fp64GFlops: figures.fp64_gflops,
        fp16GFlops: figures.fp16_gflops,
        int32GOps: figures.int32_gops,
        specialGOps: figures.special_gops,
        tensorFp16GFlops: figures.tensor_fp16_gflops,
        copyToDeviceGBs: figures.copy_to_device_gbs,
        copyFromDeviceGBs: figures.copy_from_device_gbs,
        copyOf4BytesUs: figures.copy_of_4_bytes_us,
      }),
    },
  };
}

const whole = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value);

/** The fields that have a value; undefined where none has. */
function given<Fields extends Readonly<Record<string, number | undefined>>>(
  fields: Fields,
): { [Key in keyof Fields]?: number } | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return entries.length === 0
    ? undefined
    : (Object.fromEntries(entries) as { [Key in keyof Fields]?: number });
}
