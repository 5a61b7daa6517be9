import type { Prediction, SharingMode } from '../../kernel/prediction';
import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import type { TrainedModel } from '../../predictors/port';
import type { KernelResult } from '../results/kernelResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import type { OtherSettings } from '../session';
import { MergedResults } from '../simulation/mergedResults';
import { runPlan, type OutcomeMap, type PlanWishes, type TaskRunner } from '../simulation/runPlan';
import type { SimulationPlan } from '../simulation/simulationSet';
import { sizesUnknown } from '../stages/openLaunch';
import type { AnalysisSettings } from '../workspaceState';

/** Sharing modes in which slowdowns are asked for. */
export const MODES = ['streams', 'mps', 'spatial', 'mig'] as const satisfies readonly SharingMode[];

/** What a comparison is made with. */
export interface CompareTools<Result> {
  under(change: Partial<AnalysisSettings>): OtherSettings;
  readonly models: readonly TrainedModel[];
  /** Null for predictions alone. */
  readonly runner: TaskRunner | null;
  readonly outcomes: OutcomeMap;
  /** What is known so far, whenever that is more. */
  onResult(result: Result): void;
}

/** What is simulated in a mode: kernels alone, and pairs of them. */
export interface Wanted {
  readonly kernelIds: readonly string[];
  readonly pairs: readonly (readonly [string, string])[];
  /** Whether pairs are also started together once. */
  readonly together: boolean;
}

/** What is compared, on one GPU. */
export interface OnGpu {
  /** Simulates in a mode what is not known yet. */
  simulate(mode: SharingMode, runner: TaskRunner, onMore: () => void): Promise<void>;
}

/** What is known at once first, then with whatever is simulated, GPU by GPU. */
export async function compareOn<Result>(
  views: readonly OnGpu[],
  result: () => Result,
  tools: CompareTools<Result>,
): Promise<Result> {
  tools.onResult(result());
  const { runner } = tools;
  if (runner !== null)
    for (const view of views)
      for (const mode of MODES) await view.simulate(mode, runner, () => tools.onResult(result()));
  return result();
}

/** The workspace on one GPU in each mode, with what is simulated of some of its kernels. */
export class GpuModes {
  private readonly latest = new Map<SharingMode, WorkspaceResults>();
  private readonly views = new Map<SharingMode, OtherSettings>();
  private leftOut: readonly { readonly kernelId: string; readonly reason: Words }[] = [];

  constructor(
    gpu: string,
    private readonly tools: Pick<CompareTools<never>, 'under' | 'models' | 'outcomes'>,
  ) {
    for (const mode of MODES) {
      const view = tools.under({ gpu, mode });
      this.views.set(mode, view);
      this.latest.set(mode, view.results);
    }
  }

  view(mode: SharingMode): OtherSettings {
    return this.views.get(mode)!;
  }

  /** With what is simulated so far. */
  results(mode: SharingMode): WorkspaceResults {
    return this.latest.get(mode)!;
  }

  /** @throws InputError where there is no such kernel */
  kernel(id: string, mode: SharingMode = 'streams'): KernelResult {
    const { files } = this.results(mode);
    const found = files.flatMap(({ kernels }) => kernels).find((kernel) => kernel.id === id);
    if (found === undefined) throw new InputError(message('analysis.noKernel', { id }));
    return found;
  }

  /** The answer that is shown of a kernel beside another one. */
  answer(mode: SharingMode, victim: string, aggressor: string): Prediction | null {
    const { kernelIds, cells } = this.results(mode).matrix;
    return cells[kernelIds.indexOf(victim)]?.[kernelIds.indexOf(aggressor)] ?? null;
  }

  /** Simulates in a mode what is not known yet. */
  async simulate(mode: SharingMode, wanted: Wanted, runner: TaskRunner, onMore: () => void): Promise<void> {
    const view = this.view(mode);
    const merged = new MergedResults(view.results, this.tools.models, () => []);
    const request = { focus: [], maxKernels: Infinity, only: wanted.kernelIds };
    const planFor = ({ fitted }: PlanWishes): SimulationPlan =>
      narrowed(view.simulationPlan({ ...request, fitted, blocks: false }), wanted);
    await runPlan(planFor, runner, this.tools.outcomes, {
      onOutcome: () => undefined,
      onSettled: (known) => {
        const set = known();
        this.latest.set(mode, merged.with(set));
        this.leftOut = set.progress.leftOut;
        onMore();
      },
    });
  }

  /** Why kernels are not simulated, and what others have no times without. */
  notSimulated(kernelIds: readonly string[]): readonly Words[] {
    return [
      ...this.leftOut.filter(({ kernelId }) => kernelIds.includes(kernelId)).map(({ reason }) => reason),
      ...kernelIds.flatMap((id) => this.untold(id) ?? []),
    ];
  }

  /** What has to be set or known before a kernel has a time; null where it has one, or nothing is open. */
  untold(id: string): Words | null {
    const { name, time, openSizes, simulation } = this.kernel(id);
    if (time !== null) return null;
    const what = openSizes.length > 0 ? sizesUnknown(openSizes) : simulation?.least && simulation.reason;
    return what ? message('kernel.of', { name, what }) : null;
  }

  /** Bytes of the arrays of a kernel; null where one is not known. */
  bytes(id: string): number | null {
    return bytesOf(() => this.view('streams').scenarioOf([id]));
  }
}

/** Of a plan what is wanted. */
function narrowed(plan: SimulationPlan, { kernelIds, pairs, together }: Wanted): SimulationPlan {
  const { inputs } = plan;
  if (inputs === null) return plan;
  const kernels = inputs.kernels.filter(({ kernelId }) => kernelIds.includes(kernelId));
  return { ...plan, inputs: { ...inputs, kernels, blocks: [], onlyPairs: pairs, together } };
}

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
