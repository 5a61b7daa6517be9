import type { SharingMode } from '../../kernel/prediction';
import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { TrainedModel } from '../../predictors/port';
import type { KernelResult } from '../results/kernelResult';
import type { SimulationProgress } from '../results/simulationResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import type { OtherSettings } from '../session';
import { sizesUnknown } from '../stages/openLaunch';
import type { AnalysisSettings } from '../workspaceState';
import { MergedResults } from './mergedResults';
import { runPlan, type OutcomeMap, type PlanWishes, type TaskRunner } from './runPlan';
import type { SimulationPlan } from './simulationSet';

/** What kernels of a workspace are simulated with under settings that are not its own. */
export interface WorkspaceTools {
  under(change: Partial<AnalysisSettings>): OtherSettings;
  readonly models: readonly TrainedModel[];
  readonly outcomes: OutcomeMap;
}

/** What is simulated in a mode: kernels alone, and pairs of them. */
export interface Wanted {
  readonly kernelIds: readonly string[];
  readonly pairs: readonly (readonly [string, string])[];
  /** Whether pairs are also started together once. */
  readonly together: boolean;
}

/** The workspace on one GPU in one mode, with what is simulated of some of its kernels. */
export class SimulatedMode {
  readonly view: OtherSettings;
  private latest: WorkspaceResults;
  private _leftOut: LeftOut | null = null;

  constructor(
    place: { readonly gpu: string; readonly mode: SharingMode },
    private readonly tools: WorkspaceTools,
  ) {
    this.view = tools.under(place);
    this.latest = this.view.results;
  }

  /** With what is simulated so far. */
  get results(): WorkspaceResults {
    return this.latest;
  }

  /** Kernels that were to be simulated and cannot be; null where nothing was simulated. */
  get leftOut(): LeftOut | null {
    return this._leftOut;
  }

  /** @throws InputError where there is no such kernel */
  kernel(id: string): KernelResult {
    const found = this.latest.files.flatMap(({ kernels }) => kernels).find((kernel) => kernel.id === id);
    if (found === undefined) throw new InputError(message('analysis.noKernel', { id }));
    return found;
  }

  /** Simulates what is not known yet. */
  async simulate(wanted: Wanted, runner: TaskRunner, onMore: () => void): Promise<void> {
    const { view, tools } = this;
    const merged = new MergedResults(view.results, tools.models, () => []);
    const request = { focus: [], maxKernels: Infinity, only: wanted.kernelIds };
    const planFor = ({ fitted }: PlanWishes): SimulationPlan =>
      narrowed(view.simulationPlan({ ...request, fitted, blocks: false }), wanted);
    await runPlan(planFor, runner, tools.outcomes, {
      onOutcome: () => undefined,
      onSettled: (known) => {
        const set = known();
        this.latest = merged.with(set);
        this._leftOut = set.progress.leftOut;
        onMore();
      },
    });
  }

  /** What has to be set or known before a kernel has a time; null where it has one, or nothing is open. */
  untold(id: string): Words | null {
    const { name, time, openSizes, simulation } = this.kernel(id);
    if (time !== null) return null;
    const what = openSizes.length > 0 ? sizesUnknown(openSizes) : simulation?.least && simulation.reason;
    return what ? message('kernel.of', { name, what }) : null;
  }
}

type LeftOut = SimulationProgress['leftOut'];

/** Of a plan what is wanted. */
function narrowed(plan: SimulationPlan, { kernelIds, pairs, together }: Wanted): SimulationPlan {
  const { inputs } = plan;
  if (inputs === null) return plan;
  const kernels = inputs.kernels.filter(({ kernelId }) => kernelIds.includes(kernelId));
  return { ...plan, inputs: { ...inputs, kernels, blocks: [], onlyPairs: pairs, together } };
}
