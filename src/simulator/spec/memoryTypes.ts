import { message } from '../../kernel/message';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { fieldFault } from '../../kernel/result';
import { TIMED_PARAMETERS, type DramTiming } from '../dram/dramTiming';
import { requireDramTiming } from '../dram/timings';

/** Organisation of a memory type in channels, with the timing table that gives its constraints. */
interface MemoryType {
  /** Data pins of one channel (pseudo channel for HBM2 and later). */
  readonly channelBits: number;
  readonly burstBytes: 32 | 64;
  readonly rowBytes: number;
  readonly timing: string;
}

const TYPES: Readonly<Record<string, MemoryType>> = {
  GDDR5: { channelBits: 32, burstBytes: 32, rowBytes: 2048, timing: 'gddr5_8gb' },
  GDDR5X: { channelBits: 32, burstBytes: 64, rowBytes: 2048, timing: 'gddr5x_12000' },
  GDDR6: { channelBits: 16, burstBytes: 32, rowBytes: 2048, timing: 'gddr6_14000' },
  GDDR6X: { channelBits: 16, burstBytes: 32, rowBytes: 2048, timing: 'gddr6x_19000' },
  GDDR7: { channelBits: 8, burstBytes: 32, rowBytes: 2048, timing: 'gddr7_28000' },
  HBM: { channelBits: 128, burstBytes: 32, rowBytes: 2048, timing: 'hbm1_1gbps' },
  HBM2: { channelBits: 64, burstBytes: 32, rowBytes: 1024, timing: 'hbm2_2000' },
  HBM2e: { channelBits: 64, burstBytes: 32, rowBytes: 1024, timing: 'hbm2e_3200' },
  HBM3: { channelBits: 32, burstBytes: 32, rowBytes: 1024, timing: 'hbm3_6400' },
  HBM3e: { channelBits: 32, burstBytes: 32, rowBytes: 1024, timing: 'hbm3e_8000' },
};

/** As many as the simulator has. */
const MOST_CHANNELS = 256;

/** Channels of a GPU and their timing, at the clock that gives the catalogue's peak bandwidth. */
export interface MemoryOrganisation {
  readonly channels: number;
  readonly burstBytes: 32 | 64;
  readonly rowBytes: number;
  readonly timing: DramTiming;
}

/** @throws FieldError when the type is unknown, the bus is no whole number of channels, or the catalogue lacks either. */
export function memoryOrganisation(gpu: GpuSpec): MemoryOrganisation {
  const { type, busBits, peakGBs } = gpu.dram;
  const known = TYPES[type];
  if (known === undefined)
    throw fieldFault('dram.type', message('simulator.memoryType', { type, known: Object.keys(TYPES) }));
  if (busBits === null || peakGBs === null)
    throw fieldFault('gpu', message('simulator.noMemoryWidth', { gpu: gpu.id }));
  const { channelBits } = known;
  const channels = busBits / channelBits;
  if (!Number.isInteger(channels) || channels > MOST_CHANNELS)
    throw fieldFault(
      'dram.busBits',
      message('simulator.busBits', { busBits, type, channelBits, most: MOST_CHANNELS }),
    );
  return {
    channels,
    burstBytes: known.burstBytes,
    rowBytes: known.rowBytes,
    timing: atPeak(requireDramTiming(known.timing), channels * known.burstBytes, peakGBs),
  };
}

/**
 * A timing table at the clock at which bursts of `bytes` over all channels give `peakGBs`. Constraints that
 * are fixed times keep their nanoseconds: their cycles grow and shrink with the clock.
 */
export function atPeak(timing: DramTiming, bytes: number, peakGBs: number): DramTiming {
  const tCKps = (bytes * 1000) / (peakGBs * timing.nBL);
  const factor = timing.tCKps / tCKps;
  if (Math.abs(factor - 1) < 0.002) return { ...timing, tCKps };
  const scaled = TIMED_PARAMETERS.map((name) => [name, Math.max(1, Math.round(timing[name] * factor))]);
  return {
    ...timing,
    ...Object.fromEntries(scaled),
    tCKps,
    name: `${timing.name}@${Math.round(tCKps)}ps`,
    scaledFrom: timing.name,
  };
}
