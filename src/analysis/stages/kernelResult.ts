import { message, type Words } from '../../kernel/message';
import { occupancy } from '../../gpu/occupancy';
import { knownOccupancyCurve } from '../../gpu/occupancyCurve';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { Sourced } from '../../kernel/origin';
import type { ContentionMetric } from '../../predictors';
import type { Bottleneck } from '../results/bottleneck';
import type {
  BlockSizeResult,
  ClassResult,
  KernelResult,
  MeasuredResult,
  OccupancyRange,
  OccupancyResult,
} from '../results/kernelResult';
import type { KernelFacts, MeasuredRow } from './kernelFacts';
import { meanTime } from './meanTime';
import { openLaunch } from './openLaunch';
import type { KernelModels } from './kernelModels';
import type { AnalysisSettings } from '../workspaceState';

/** Everything that is known of one kernel, as the views show it. */
export function kernelResult(
  facts: KernelFacts,
  models: KernelModels,
  block: BlockSizeResult | null,
  gpu: GpuSpec,
  settings: AnalysisSettings,
): KernelResult {
  const { kernel } = facts;
  const refused = refusal(facts);
  return {
    id: kernel.id,
    name: kernel.name,
    qualifiedName: kernel.qualifiedName,
    path: kernel.path,
    line: kernel.line,
    range: kernel.range,
    nameRange: kernel.nameRange,
    parameters: kernel.parameters.map(({ type, name }) => `${type} ${name}`.trim()).join(', '),
    refused,
    kernelClass: classResult(models),
    threadsPerBlock: facts.threadsPerBlock,
    registers: facts.registers,
    registerRange: facts.registerRange,
    staticSharedBytes: facts.staticSharedBytes,
    // Of an invented block there is nothing to say.
    occupancy: facts.launchUnknown ? null : occupancyResult(facts, models, gpu),
    time: meanTime(facts),
    openSizes: refused === null ? openLaunch(facts, settings) : [],
    measured: facts.measured.map(measuredResult),
    block: refused === null ? block : null,
    bottlenecks: bottlenecks(models, facts.launchUnknown),
    simulation: null,
    bestPartner: null,
    worstPartner: null,
    sensitivity: null,
    divided: [],
    assumptions: [...facts.assumptions, ...(models.classification?.assumptions ?? [])],
    mix: nonZero(kernel.mix?.perThread ?? {}),
  };
}

/** Why nothing can be said of a kernel: it is not compiled, or neither its body nor a profile tells of it. */
function refusal({ kernel, rows }: KernelFacts): Words | null {
  if (kernel.inactive !== undefined)
    return message('analysis.reasonInLine', {
      reason: message('analysis.notCompiled', { reason: kernel.inactive }),
      line: kernel.line,
    });
  if (kernel.mix || rows.length > 0) return null;
  return message('analysis.reasonInLine', {
    reason: kernel.unread ?? message('analysis.bodyNotRead'),
    line: kernel.line,
  });
}

function classResult({ classification }: KernelModels): ClassResult | null {
  if (!classification) return null;
  const { computeClocks, memoryClocks, ratio, basis, origin } = classification;
  const from = basis === 'metrics' ? message('analysis.clocksOfProfile') : message('analysis.clocksOfSource');
  const clocks = (value: number): Sourced => ({ value, unit: 'clocks', origin, from });
  return {
    kind: classification.class,
    busiest: null,
    computeClocks: clocks(computeClocks),
    memoryClocks: clocks(memoryClocks),
    ratio,
  };
}

function occupancyResult(facts: KernelFacts, { occupancy }: KernelModels, gpu: GpuSpec): OccupancyResult {
  const { blocksPerSm, limiter } = occupancy;
  const inputs = [facts.threadsPerBlock, facts.registers, facts.staticSharedBytes];
  const origin = inputs.some((input) => input.origin === 'assumed') ? 'assumed' : 'predicted';
  const curve = knownOccupancyCurve(gpu.limits, {
    registersPerThread: facts.registers.value,
    staticSharedBytes: facts.staticSharedBytes.value,
    dynamicSharedBytes: facts.dynamicSharedBytes,
  });
  return {
    threadsPerBlock: facts.threadsPerBlock.value,
    blocksPerSm,
    occupancy: occupancy.occupancy,
    limiter,
    source: {
      value: occupancy.occupancy,
      unit: '',
      origin,
      from: message('analysis.occupancyRules'),
    },
    range: occupancyRange(facts, gpu),
    ...(facts.blockOfFirst ? { ofFirst: true } : {}),
    curve: curve.map((point) => ({
      threadsPerBlock: point.threadsPerBlock,
      blocksPerSm: point.blocksPerSm,
      occupancy: point.occupancy,
      limiter: point.limiter,
    })),
  };
}

/** More registers never let more blocks onto an SM. */
function occupancyRange(facts: KernelFacts, gpu: GpuSpec): OccupancyRange | null {
  const { registerRange } = facts;
  if (registerRange === null) return null;
  const withRegisters = (registersPerThread: number): number =>
    occupancy(gpu.limits, {
      threadsPerBlock: facts.threadsPerBlock.value,
      registersPerThread,
      staticSharedBytes: facts.staticSharedBytes.value,
      dynamicSharedBytes: facts.dynamicSharedBytes,
    }).occupancy;
  return {
    least: withRegisters(registerRange.most),
    most: withRegisters(registerRange.least),
    estimated: registerRange.estimated,
  };
}

function measuredResult({ row, statement }: MeasuredRow): MeasuredResult {
  return {
    profilePath: row.location.path,
    line: row.location.line,
    device: row.device,
    calls: row.calls,
    meanNs: row.durationNs,
    grid: row.grid,
    block: row.block,
    metrics: row.metrics,
    transfer: statement,
  };
}

/** The names under which simulations list the same resources. */
const RESOURCE_WORDS: Readonly<Record<ContentionMetric, string>> = {
  eligible_warps_per_cycle: 'warps ready to issue',
  cf_fu_utilization: 'branch units',
  tex_fu_utilization: 'texture units',
  ldst_fu_utilization: 'load/store units',
  single_precision_fu_utilization: 'FP32 units',
  double_precision_fu_utilization: 'FP64 units',
  special_fu_utilization: 'special units',
  dram_utilization: 'DRAM',
  tex_utilization: 'texture cache',
  shared_utilization: 'shared memory',
  l2_utilization: 'L2 cache',
  sysmem_utilization: 'system memory',
  flop_sp_efficiency: 'FP32 peak',
  flop_dp_efficiency: 'FP64 peak',
};

/** What a kernel uses most; what an invented block would use is left out. */
function bottlenecks({ utilization }: KernelModels, launchUnknown: boolean): Bottleneck[] {
  if (!utilization || (launchUnknown && utilization.origin !== 'measured')) return [];
  const from =
    utilization.origin === 'measured'
      ? message('analysis.profileMetrics')
      : message('analysis.estimatedFromSource');
  return Object.entries(utilization.values)
    .map(([resource, value]) => ({
      resource: RESOURCE_WORDS[resource as ContentionMetric] ?? resource.replaceAll('_', ' '),
      share: { value, unit: '', origin: utilization.origin, from },
    }))
    .sort((a, b) => b.share.value - a.share.value);
}

function nonZero(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value > 0));
}
