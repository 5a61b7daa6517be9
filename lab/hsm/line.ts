import { kernelCounters } from '../../src/predictors/hsm/counters';
import type { BandwidthLine } from '../../src/predictors/hsm/equations';
import { ratesOf } from '../../src/predictors/counting/rates';
import { parseScenario, type ScenarioApp } from '../../src/kernel/scenario';
import { simulate } from '../../src/simulator/simulate';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { determination, fitLine } from '../../src/stats/line';
import { countersOf } from './evaluate';
import type { Program } from './programs';
import type { AloneRow } from './rows';
import type { Runs } from './runs';
import { memoryApp, MEMORY_WORKLOADS, type MemoryWorkload } from '../simulator/hsmWorkloads';

/** A program alone on the whole GPU: how it hits rows, and which share of the data bus it uses. */
export interface LinePoint {
  readonly name: string;
  readonly rowHitRate: number;
  readonly busShare: number;
}

export interface FittedLine {
  readonly line: BandwidthLine;
  readonly rSquared: number;
  readonly points: readonly LinePoint[];
}

/** Core cycles before and in the window: the queues are full long before it begins. */
const WARMUP = 12_000;
const WINDOW = 12_000;

/** Warps on an SM, and loads that each has under way, that are tried in turn until DRAM is full. */
const EFFORTS = [
  { warpsPerSm: 20, loads: 1 },
  { warpsPerSm: 32, loads: 1 },
  { warpsPerSm: 32, loads: 2 },
  { warpsPerSm: 32, loads: 4 },
  { warpsPerSm: 32, loads: 8 },
];

/** DRAM is full where a third more SMs, from three quarters to all, get less than this factor more of it. */
const SATURATED = 1.15;

/** A line whose points use DRAM as fully as their row hits let them, and what fills it. */
export interface SaturatedLine extends FittedLine {
  readonly warpsPerSm: number;
  readonly loads: number;
}

/**
 * The line of a GPU, from the fewest requests that saturate its DRAM with random addresses as with streams (insight 3);
 * null where none of those tried do. Where caches fetch sectors, only random elements miss rows.
 */
export function saturatedLine(gpu: LoadedSpec): SaturatedLine | null {
  const scattered = gpu.spec.l2.sectored;
  const effort = EFFORTS.find((one) => extremesSaturate(gpu, { ...one, scattered }));
  if (effort === undefined) return null;
  const points = MEMORY_WORKLOADS.map((workload) =>
    pointOf({ ...workload, ...effort, scattered }, gpu, gpu.spec.sms),
  );
  return { ...fitted(points), ...effort };
}

/** Three quarters of the SMs, at which a program that saturates DRAM is about as fast as on all. */
export const saturationSms = ({ spec }: LoadedSpec): number => Math.floor(spec.sms * 0.75);

/**
 * The line of a paper's GPU from the suite's memory-bound programs that saturate its DRAM alone, as the paper has it,
 * and from streams below the least row-hit rate of these, where the suite has none; null where no program saturates.
 */
export function suiteLine(gpu: LoadedSpec, runs: Runs, programs: readonly Program[]): FittedLine | null {
  const saturating = programs.flatMap((program) => suitePoint(gpu, runs, program) ?? []);
  if (saturating.length === 0) return null;
  const streams = saturatedLine(gpu)?.points ?? [];
  const own = saturating.filter((point) => fillsDram(point, streams));
  const least = Math.min(...own.map(({ rowHitRate }) => rowHitRate));
  return fitted([...streams.filter(({ rowHitRate }) => rowHitRate < least), ...own]);
}

/**
 * Row hits are bandwidth (insight 4): a program that uses less of DRAM than streams with half its row hits stops at
 * something else, such as few blocks.
 */
function fillsDram({ rowHitRate, busShare }: LinePoint, streams: readonly LinePoint[]): boolean {
  return streams.every((stream) => stream.rowHitRate > rowHitRate / 2 || stream.busShare < busShare);
}

/** A program's whole run alone; null where it is compute-bound or a third more SMs still help it. */
function suitePoint(gpu: LoadedSpec, runs: Runs, program: Program): LinePoint | null {
  const all = program.isMemoryBound ? runs.alone(program, false) : null;
  const fewer = all && runs.alone(program, false, saturationSms(gpu));
  if (!all || !fewer || paceOf(all) > SATURATED * paceOf(fewer)) return null;
  const { rowHitRate, busShare } = countersOf(all);
  return { name: program.name, rowHitRate, busShare };
}

/** Warp instructions per cycle while it has something on the GPU. */
const paceOf = (row: AloneRow): number => countersOf(row).instructions;

type Filling = Pick<MemoryWorkload, 'warpsPerSm' | 'loads' | 'scattered'>;

function extremesSaturate(gpu: LoadedSpec, filling: Filling): boolean {
  const most = gpu.spec.sms;
  const fewer = saturationSms(gpu);
  return [MEMORY_WORKLOADS[0]!, MEMORY_WORKLOADS.at(-1)!].every((workload) => {
    const use = (sms: number): number => pointOf({ ...workload, ...filling }, gpu, sms).busShare;
    return use(most) < SATURATED * use(fewer);
  });
}

/** Least squares over runs alone (section 2.3.2). */
export function fitted(points: readonly LinePoint[]): FittedLine {
  const x = points.map(({ rowHitRate }) => rowHitRate);
  const y = points.map(({ busShare }) => busShare);
  const line = fitLine(x, y);
  const rSquared = determination(x, y, line);
  return { line: { c1: line.slope, c2: line.intercept }, rSquared, points };
}

function pointOf(workload: MemoryWorkload, gpu: LoadedSpec, sms: number): LinePoint {
  const scenario = parseScenario({
    gpu: gpu.gpu.id,
    mode: { kind: 'spatial', sms: [sms] },
    apps: [memoryApp(workload, sms) as ScenarioApp],
    warmupCycles: WARMUP,
    limits: { cycles: WINDOW },
  });
  const result = simulate(scenario, { spec: gpu, slowdowns: false });
  const { counters } = result.apps[0]!.kernels[0]!;
  // Runs of the simulator have all counters.
  const { rowHitRate, busShare } = kernelCounters(ratesOf(counters, result.cycles, gpu.spec))!;
  return { name: workload.name, rowHitRate, busShare };
}
