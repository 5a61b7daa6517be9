import { refused } from '../../cuda/edits/outcome';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { Kernel, Launch } from '../../kernel/kernel';
import { message, type Words } from '../../kernel/message';
import { YIELDING_TRANSFORMER } from '../../predictors';
import type { YieldVariant } from '../../predictors/yieldingPort';
import type { AdviceEdit } from '../results/workspaceResults';

/** Which kernel is to yield, and by which launch. */
export interface YieldingQuestion {
  readonly kernelId: string;
  readonly variant: YieldVariant;
  /** Line of the launch that is to start it; `first` for the first that can, null for the kernel alone. */
  readonly launch: number | 'first' | null;
}

/** The edit that puts a yielding kernel beside a kernel, and has a launch start it. */
export function yieldingEdit(
  workspace: CudaWorkspace,
  { kernelId, variant, launch }: YieldingQuestion,
): AdviceEdit {
  const kernel = workspace.index().kernels.find(({ id }) => id === kernelId);
  if (kernel === undefined) return refused(message('analysis.noEdit'));
  if (launch === null) return YIELDING_TRANSFORMER.edit(workspace, kernel, { variant, launch: null });
  const outcomes = launchesAt(workspace, kernel, launch).map((one) =>
    YIELDING_TRANSFORMER.edit(workspace, kernel, { variant, launch: one }),
  );
  return outcomes.find(({ kind }) => kind === 'edit') ?? outcomes[0] ?? refused(noLaunch(workspace, kernel));
}

function launchesAt(workspace: CudaWorkspace, kernel: Kernel, at: number | 'first'): readonly Launch[] {
  return compiledLaunches(workspace, kernel).filter(({ line }) => at === 'first' || line === at);
}

function noLaunch(workspace: CudaWorkspace, kernel: Kernel): Words {
  const places = compiledLaunches(workspace, kernel).map(({ path, line }) => `${path}:${line}`);
  return places.length === 0
    ? message('analysis.noLaunch')
    : message('analysis.launchesElsewhere', { places });
}

const compiledLaunches = (workspace: CudaWorkspace, kernel: Kernel): readonly Launch[] =>
  workspace.launchesOf(kernel.id).filter(({ inactive }) => inactive === undefined);
