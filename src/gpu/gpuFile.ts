import * as v from 'valibot';
import type { GpuSpec } from '../kernel/gpuSpec';
import { message } from '../kernel/message';
import { fieldFault } from '../kernel/result';
import { line, numberBetween, schemaFault, validate, wholeNumber } from '../kernel/validation';
import { findComputeCapability, listComputeCapabilities } from './catalogue';
import { closestGpu, findGpu, requireGpu } from './findGpu';
import { areRising } from './risingLatencies';

const ID = /^[a-z0-9][a-z0-9-]{0,39}$/;
const clockMHz = numberBetween(1, 10000);
const cycles = numberBetween(1, 5000);
/** Above nothing, below what any card reaches. */
const rate = numberBetween(1e-3, 1e9);

/** Schema of a file that describes a GPU of the user's own; what it leaves out is that of a relative. */
export const gpuFileSchema = v.strictObject({
  $schema: v.optional(v.string()),
  /** Under which settings and commands find it: lower case, digits and hyphens. */
  id: v.pipe(v.string(), v.regex(ID, schemaFault(message('gpu.file.id')))),
  name: v.optional(line(80)),
  /** Id or name of the GPU of the catalogue that stands in for what is left out; else the nearest. */
  like: v.optional(line(80)),
  /** e.g. `9.0`; needed without `like`. */
  computeCapability: v.optional(line(8)),
  sms: v.optional(wholeNumber(1, 1024)),
  baseClockMHz: v.optional(clockMHz),
  boostClockMHz: v.optional(clockMHz),
  l2KiB: v.optional(wholeNumber(1, 2 ** 20)),
  dram: v.optional(
    v.strictObject({
      /** e.g. `HBM3`, `GDDR6X`. */
      type: v.optional(line(10)),
      busBits: v.optional(wholeNumber(16, 16384)),
      peakGBs: v.optional(numberBetween(1, 100000)),
      capacityGiB: v.optional(numberBetween(0.25, 4096)),
    }),
  ),
  /** Dependent loads that hit L1, that hit L2, and that go to DRAM, in core cycles. */
  latencyCycles: v.optional(
    v.strictObject({ l1: v.optional(cycles), l2: v.optional(cycles), dram: v.optional(cycles) }),
  ),
  pcieGeneration: v.optional(wholeNumber(1, 8)),
  copyEngines: v.optional(wholeNumber(1, 16)),
  /** What micro-benchmarks measured; `corun calibrate` writes it. */
  measured: v.optional(
    v.strictObject({
      /** The program, and of which version. */
      by: line(80),
      dramReadGBs: v.optional(rate),
      dramWriteGBs: v.optional(rate),
      l2ReadGBs: v.optional(rate),
      /** From the end of a block to the first instruction of the next one in its place, core cycles. */
      turnoverCycles: v.optional(wholeNumber(1, 5000)),
      /** From the last store of a warp to its end, core cycles. */
      storeDrainCycles: v.optional(wholeNumber(0, 1000)),
      launchUs: v.optional(rate),
      launchAndWaitUs: v.optional(rate),
      fp32GFlops: v.optional(rate),
      fp64GFlops: v.optional(rate),
      fp16GFlops: v.optional(rate),
      int32GOps: v.optional(rate),
      specialGOps: v.optional(rate),
      tensorFp16GFlops: v.optional(rate),
      copyToDeviceGBs: v.optional(rate),
      copyFromDeviceGBs: v.optional(rate),
      copyOf4BytesUs: v.optional(rate),
    }),
  ),
});

export type GpuFile = v.InferOutput<typeof gpuFileSchema>;

/**
 * The GPU that a file describes; what the file leaves out is that of `like`, or of the catalogue's nearest of the same
 * compute capability, and listed in `standIn`.
 *
 * @param file named as source
 * @throws FieldError
 */
export function gpuOfFile(file: string, content: unknown): GpuSpec {
  const given = validate(gpuFileSchema, content);
  const taken = findGpu(given.id);
  if (taken.kind === 'found') throw fieldFault('id', message('gpu.file.idTaken', { id: given.id }));
  const relative = relativeOf(given);
  const { computeCapability = relative.computeCapability } = given;
  const capability = findComputeCapability(computeCapability)!;
  const { dram = {}, latencyCycles = {} } = given;
  checkClocks(given);
  const latencies = {
    l1: latencyCycles.l1 ?? relative.latencyCycles.l1,
    l2: latencyCycles.l2 ?? relative.latencyCycles.l2,
    dram: latencyCycles.dram ?? relative.latencyCycles.dram,
  };
  checkLatencies(latencies);
  return {
    ...relative,
    id: given.id,
    name: given.name ?? given.id,
    aliases: [],
    computeCapability,
    architecture: capability.architecture,
    limits: computeCapability === relative.computeCapability ? relative.limits : capability.limits,
    sms: given.sms ?? relative.sms,
    baseClockMHz: given.baseClockMHz ?? relative.baseClockMHz,
    boostClockMHz: given.boostClockMHz ?? relative.boostClockMHz,
    l2Bytes: given.l2KiB === undefined ? relative.l2Bytes : given.l2KiB * 1024,
    dram: {
      type: dram.type ?? relative.dram.type,
      busBits: dram.busBits ?? relative.dram.busBits,
      peakGBs: dram.peakGBs ?? relative.dram.peakGBs,
      capacityGiB: dram.capacityGiB ?? relative.dram.capacityGiB,
      measuredGBs: given.measured?.dramReadGBs ?? null,
    },
    latencyCycles: latencies,
    pcieGeneration: given.pcieGeneration ?? relative.pcieGeneration,
    copyEngines: given.copyEngines ?? relative.copyEngines,
    ...measuredOf(given),
    sources: { specification: { text: file, recalled: false } },
    notes: [],
    simulatedOnly: false,
    standIn: { gpu: relative.id, fields: leftOut(given) },
  };
}

/** What the simulator takes from the measurements. */
function measuredOf({ measured }: GpuFile): Pick<GpuSpec, 'measured'> {
  if (measured === undefined) return {};
  const { l2ReadGBs = null, turnoverCycles = null, storeDrainCycles = null, launchUs = null } = measured;
  return { measured: { l2ReadGBs, turnoverCycles, storeDrainCycles, launchUs } };
}

function relativeOf({ like, computeCapability, sms = 0 }: GpuFile): GpuSpec {
  if (computeCapability !== undefined && findComputeCapability(computeCapability) === undefined) {
    const known = listComputeCapabilities().map((one) => one.computeCapability);
    throw fieldFault('computeCapability', message('gpu.file.noCapability', { computeCapability, known }));
  }
  if (like !== undefined) {
    const relative = requireGpu(like);
    if (relative.simulatedOnly) throw fieldFault('like', message('gpu.file.neverSold', { name: like }));
    return relative;
  }
  if (computeCapability === undefined) throw fieldFault('like', message('gpu.file.noRelative'));
  return closestGpu(findComputeCapability(computeCapability)!, sms);
}

function checkClocks({ baseClockMHz, boostClockMHz }: GpuFile): void {
  if (baseClockMHz !== undefined && boostClockMHz !== undefined && boostClockMHz < baseClockMHz)
    throw fieldFault('boostClockMHz', message('gpu.file.boostBelowBase', { boostClockMHz, baseClockMHz }));
}

/** Latencies rise from level to level, be they of the file or of the relative. */
function checkLatencies({ l1, l2, dram }: GpuSpec['latencyCycles']): void {
  const rising = [l1, l2, dram].filter((cycles) => cycles !== null);
  if (!areRising(rising))
    throw fieldFault('latencyCycles', message('gpu.file.latencies', { cycles: rising }));
}

/** Fields that change answers and that the file does not tell. */
function leftOut(given: GpuFile): string[] {
  const top = ['sms', 'boostClockMHz', 'l2KiB', 'pcieGeneration', 'copyEngines'] as const;
  const dram = ['type', 'busBits', 'peakGBs', 'capacityGiB'] as const;
  const latency = ['l1', 'l2', 'dram'] as const;
  return [
    ...top.filter((field) => given[field] === undefined),
    ...dram.filter((field) => given.dram?.[field] === undefined).map((field) => `dram.${field}`),
    ...latency
      .filter((field) => given.latencyCycles?.[field] === undefined)
      .map((field) => `latencyCycles.${field}`),
  ];
}
