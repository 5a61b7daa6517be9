import { message, type Words } from '../../kernel/message';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { volume } from '../../kernel/symbolic';
import type { KeptAnswers, SourceFacts } from '../corun/keptAnswers';
import type { CoRunMatrix } from '../results/coRunResult';
import type { KernelFacts } from './kernelFacts';
import type { KernelModels } from './kernelModels';
import { launchUnknown, openLaunch, sizesUnknown } from './openLaunch';
import type { AnalysisSettings } from '../workspaceState';

/** Kernels in the matrix; more cannot be read, and the cost grows with the square. */
const MAX_KERNELS = 60;

export interface Candidate {
  readonly facts: KernelFacts;
  readonly models: KernelModels;
}

/**
 * The pairwise matrix of the kernels that models have an answer for, in workspace order, with the answers of the
 * predictors that need neither runs nor training.
 */
export function coRunMatrix(
  candidates: readonly Candidate[],
  gpu: GpuSpec,
  settings: AnalysisSettings,
  answers: KeptAnswers,
): CoRunMatrix {
  const leftOut: { kernelId: string; reason: Words }[] = [];
  const usable = candidates.filter((candidate) => {
    const reason = reasonToLeaveOut(candidate, settings);
    if (reason) leftOut.push({ kernelId: candidate.facts.kernel.id, reason });
    return reason === null;
  });
  const ranked = [...usable].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_KERNELS);
  const chosen = usable.filter((candidate) => ranked.includes(candidate));
  for (const { facts } of usable.filter((candidate) => !ranked.includes(candidate)))
    leftOut.push({
      kernelId: facts.kernel.id,
      reason: message('analysis.matrixFull', { kernels: MAX_KERNELS }),
    });
  const kernelIds = chosen.map(({ facts }) => facts.kernel.id);
  const empty: CoRunMatrix = {
    kernelIds,
    names: chosen.map(({ facts }) => facts.kernel.name),
    cells: chosen.map(() => chosen.map(() => null)),
    answers: chosen.map(() => chosen.map(() => [])),
    refusals: [],
    predictors: [],
    validOnly: [],
    leftOut,
  };
  const known = answers.sameAsBefore(chosen.map(namedFacts));
  const byId = new Map(kernelIds.map((id, at) => [id, known[at]!]));
  return answers.table(gpu, settings.mode).with(empty, {
    mode: settings.mode,
    facts: (id) => byId.get(id)!,
    simulated: () => null,
    assumptionsOf: () => [],
  });
}

function reasonToLeaveOut({ facts, models }: Candidate, settings: AnalysisSettings): Words | null {
  if (facts.kernel.inactive !== undefined)
    return message('analysis.notCompiled', { reason: facts.kernel.inactive });
  if (facts.launchUnknown) return launchUnknown(facts);
  if (models.occupancy.blocksPerSm === 0) return models.occupancy.reason ?? message('analysis.noBlockFits');
  const open = facts.rows.length > 0 ? [] : openLaunch(facts, settings);
  if (open.length > 0) return sizesUnknown(open);
  if (models.utilization) return null;
  return message(facts.kernel.mix ? 'analysis.useUnknown' : 'analysis.bodyNotRead');
}

/** Measured kernels first, then launched ones. */
function rank({ facts }: Candidate): number {
  if (facts.rows.length > 0) return 0;
  return facts.launches.length > 0 ? 1 : 2;
}

/** Of a kernel that has not been run. */
function namedFacts({ facts, models }: Candidate): { readonly name: string; readonly facts: SourceFacts } {
  const { blocksPerSm } = models.occupancy;
  const launch = { blocksPerSm, gridBlocks: facts.grid ? volume(facts.grid) : null };
  return { name: facts.kernel.name, facts: { use: models.utilization, launch, solo: null } };
}
