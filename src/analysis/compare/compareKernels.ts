import { requireGpu } from '../../gpu/findGpu';
import type { SharingMode } from '../../kernel/prediction';
import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import type { TrainedModel } from '../../predictors/port';
import { bestWay, compareWays } from '../../sharing/compare/compareWays';
import type { Contender } from '../../sharing/compare/way';
import type { PairAnswers } from '../../sharing/compare/wayTimes';
import { startedOf } from '../corun/pairVerdicts';
import type { FittedValues } from '../fitting/fittedNumbers';
import type { ComparedGpu, ComparedKernel, CompareResult } from '../results/compareResult';
import type { KernelResult } from '../results/kernelResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import type { OtherSettings } from '../session';
import { MergedResults } from '../simulation/mergedResults';
import { runPlan, type OutcomeMap, type TaskRunner } from '../simulation/runPlan';
import type { SimulationPlan } from '../simulation/simulationSet';
import { sizesUnknown } from '../stages/openLaunch';
import type { AnalysisSettings } from '../workspaceState';

/** Sharing modes in which slowdowns are asked for. */
const MODES = ['streams', 'mps', 'spatial', 'mig'] as const satisfies readonly SharingMode[];

/** What a comparison is made with. */
export interface CompareTools {
  under(change: Partial<AnalysisSettings>): OtherSettings;
  readonly models: readonly TrainedModel[];
  /** Null for predictions alone. */
  readonly runner: TaskRunner | null;
  readonly outcomes: OutcomeMap;
  /** What is known so far, whenever that is more. */
  onResult(result: CompareResult): void;
}

/**
 * Two kernels in every way of having a GPU, on each of several GPUs: predictions first, then whatever is simulated in
 * their place.
 *
 * @throws InputError where there is no such kernel
 */
export async function compareKernels(
  kernelIds: readonly [string, string],
  gpus: readonly string[],
  tools: CompareTools,
): Promise<CompareResult> {
  const views = gpus.map((gpu) => new GpuView(gpu, kernelIds, tools));
  const result = (): CompareResult => ({
    kernels: views[0]!.kernels(),
    gpus: views.map((view) => view.result()),
  });
  tools.onResult(result());
  if (tools.runner !== null)
    for (const view of views)
      for (const mode of MODES) {
        await view.simulate(mode, tools.runner, () => tools.onResult(result()));
        tools.onResult(result());
      }
  return result();
}

/** One GPU: the workspace in each mode, with what is simulated of both kernels. */
class GpuView {
  private readonly latest = new Map<SharingMode, WorkspaceResults>();
  private readonly views = new Map<SharingMode, OtherSettings>();
  private notSimulated: ComparedGpu['notSimulated'] = [];
  private readonly bytes: readonly (number | null)[];

  constructor(
    private readonly gpu: string,
    private readonly kernelIds: readonly [string, string],
    private readonly tools: CompareTools,
  ) {
    for (const mode of MODES) {
      const view = tools.under({ gpu, mode });
      this.views.set(mode, view);
      this.latest.set(mode, view.results);
    }
    this.bytes = kernelIds.map((id) => bytesOf(() => this.views.get('streams')!.scenarioOf([id])));
  }

  kernels(): readonly [ComparedKernel, ComparedKernel] {
    const [a, b] = this.kernelIds.map((id) => {
      const { name, path, line } = this.kernel(id, 'streams');
      return { id, name, path, line };
    });
    return [a!, b!];
  }

  result(): ComparedGpu {
    const spec = requireGpu(this.gpu);
    const contenders = this.kernelIds.map((id, at) => this.contender(id, this.bytes[at]!));
    const [a, b] = contenders as [Contender, Contender];
    const ways = compareWays(spec, [a, b], {
      answers: (mode) => this.answers(mode),
      started: (mode) => startedOf(this.latest.get(mode)!, ...this.kernelIds),
    });
    return {
      id: spec.id,
      name: spec.name,
      soloNs: [a.soloNs, b.soloNs],
      ways,
      best: bestWay(ways),
      notSimulated: [...this.notSimulated, ...this.openSizes()],
    };
  }

  /** Both kernels alone and together in a mode. */
  async simulate(mode: SharingMode, runner: TaskRunner, onMore: () => void): Promise<void> {
    const view = this.views.get(mode)!;
    const merged = new MergedResults(view.results, this.tools.models, () => []);
    const { path } = this.kernel(this.kernelIds[0], mode);
    const planFor = (fitted: FittedValues): SimulationPlan =>
      narrowed(view.simulationPlan({ focus: [path], maxKernels: Infinity, fitted }), this.kernelIds);
    await runPlan(planFor, runner, this.tools.outcomes, {
      onOutcome: () => undefined,
      onSettled: (known) => {
        const set = known();
        this.latest.set(mode, merged.with(set));
        this.notSimulated = set.progress.leftOut
          .filter(({ kernelId }) => this.kernelIds.includes(kernelId))
          .map(({ reason }) => reason);
        onMore();
      },
    });
  }

  /** What both kernels have no times without. */
  private openSizes(): readonly Words[] {
    return this.kernelIds
      .map((id) => this.kernel(id, 'streams'))
      .filter(({ time, openSizes }) => time === null && openSizes.length > 0)
      .map(({ name, openSizes }) => message('kernel.of', { name, what: sizesUnknown(openSizes) }));
  }

  private contender(id: string, bytes: number | null): Contender {
    const times = MODES.flatMap((mode) => this.kernel(id, mode).time ?? []);
    const known = times.find(({ origin }) => origin === 'measured' || origin === 'simulated') ?? times[0];
    return { name: this.kernel(id, 'streams').name, soloNs: known?.value ?? null, bytes };
  }

  private answers(mode: SharingMode): PairAnswers | null {
    const { matrix } = this.latest.get(mode)!;
    const [a, b] = this.kernelIds.map((id) => matrix.kernelIds.indexOf(id)) as [number, number];
    const [ofA, ofB] = [matrix.cells[a]?.[b] ?? null, matrix.cells[b]?.[a] ?? null];
    return ofA === null || ofB === null ? null : [ofA, ofB];
  }

  private kernel(id: string, mode: SharingMode): KernelResult {
    const { files } = this.latest.get(mode)!;
    const found = files.flatMap(({ kernels }) => kernels).find((kernel) => kernel.id === id);
    if (found === undefined) throw new InputError(message('analysis.noKernel', { id }));
    return found;
  }
}

/** Of a plan what concerns both kernels. */
function narrowed(plan: SimulationPlan, kernelIds: readonly [string, string]): SimulationPlan {
  const { inputs } = plan;
  if (inputs === null) return plan;
  const kernels = inputs.kernels.filter(({ kernelId }) => kernelIds.includes(kernelId));
  return { ...plan, inputs: { ...inputs, kernels, blocks: [], onlyPairs: [kernelIds] } };
}

/** Of the arrays of a scenario's kernels; null where one is not known. */
function bytesOf(scenarioOf: () => Scenario): number | null {
  try {
    const arrays = scenarioOf().apps.flatMap(({ program }) => Object.values(program?.arrays ?? {}));
    const sizes = arrays.map(({ elementBytes, elements }) => elementBytes * Number(elements));
    const sum = sizes.reduce((all, size) => all + size, 0);
    return Number.isFinite(sum) ? sum : null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return null;
  }
}
