import type { Prediction, SharingMode } from '../../kernel/prediction';
import type { Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import type { KernelResult } from '../results/kernelResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { SimulatedMode, type WorkspaceTools } from '../simulation/simulatedMode';
import type { TaskRunner } from '../simulation/runPlan';

/** Sharing modes in which slowdowns are asked for. */
export const MODES = ['streams', 'mps', 'spatial', 'mig'] as const satisfies readonly SharingMode[];

/** What a comparison is made with. */
export interface CompareTools<Result> extends WorkspaceTools {
  /** Null for predictions alone. */
  readonly runner: TaskRunner | null;
  /** What is known so far, whenever that is more. */
  onResult(result: Result): void;
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
  private readonly modes: ReadonlyMap<SharingMode, SimulatedMode>;

  constructor(gpu: string, tools: WorkspaceTools) {
    this.modes = new Map(MODES.map((mode) => [mode, new SimulatedMode({ gpu, mode }, tools)]));
  }

  in(mode: SharingMode): SimulatedMode {
    return this.modes.get(mode)!;
  }

  /** With what is simulated so far. */
  results(mode: SharingMode): WorkspaceResults {
    return this.in(mode).results;
  }

  /** @throws InputError where there is no such kernel */
  kernel(id: string, mode: SharingMode = 'streams'): KernelResult {
    return this.in(mode).kernel(id);
  }

  /** The answer that is shown of a kernel beside another one. */
  answer(mode: SharingMode, victim: string, aggressor: string): Prediction | null {
    const { kernelIds, cells } = this.results(mode).matrix;
    return cells[kernelIds.indexOf(victim)]?.[kernelIds.indexOf(aggressor)] ?? null;
  }

  /** Why kernels are not simulated, and what others have no times without. */
  notSimulated(kernelIds: readonly string[]): readonly Words[] {
    const leftOut = MODES.map((mode) => this.in(mode).leftOut).findLast((lines) => lines !== null) ?? [];
    return [
      ...leftOut.filter(({ kernelId }) => kernelIds.includes(kernelId)).map(({ reason }) => reason),
      ...kernelIds.flatMap((id) => this.in('streams').untold(id) ?? []),
    ];
  }

  /** Bytes of the arrays of a kernel; null where one is not known. */
  bytes(id: string): number | null {
    return bytesOf(() => this.in('streams').view.scenarioOf([id]));
  }
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
