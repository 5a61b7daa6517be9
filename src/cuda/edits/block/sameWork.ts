import { isMessage, message, type Message } from '../../../kernel/message';
import { evaluate } from '../../constants/evaluate';
import { standIn } from '../../constants/standIn';
import type { FunctionUnit } from '../../files/functionUnit';
import { bodyScope, identifiers } from '../kernelUse';
import { refused, unproven, type Refusal } from '../outcome';
import type { CudaWorkspace } from '../../workspace';
import type { Kernel } from '../../../kernel/kernel';
import { blockInCode, sharedConstants } from './blockInCode';
import type { ChangedLaunch } from './changedLaunches';
import { isWritten, kernelText } from './kernelText';
import { pointwise, type Axis } from './pointwise';
import { trialLaunches, type TrialLaunch } from './trialLaunch';

const AXES: readonly Axis[] = ['x', 'y', 'z'];

/**
 * Proves that a launch computes the same with its new block: the kernel works pointwise, its arguments stay, and the
 * global ids that do anything are the same, for every set of stand-ins for what is not known.
 *
 * @returns null where the proof holds
 */
export function reasonAgainstChange(workspace: CudaWorkspace, change: ChangedLaunch): Refusal | null {
  const { before, trialsAfter, kernelsAfter } = change;
  if (kernelsAfter.length === 0) return unproven(message('cuda.kernelElsewhere'));
  const trialsBefore = trialLaunches(workspace, before);
  if (!trialsBefore || !trialsAfter) return unproven(message('cuda.gridUnknown'));
  if (before.sharedBytes.value !== 0) return refused(message('cuda.sharedByLaunch'));
  const trials = trialsBefore.map((trial, place) => ({ before: trial, after: trialsAfter[place]! }));
  const dependent = trials.map(changedArgument).find((argument) => argument !== null) ?? null;
  if (dependent !== null) return refused(message('cuda.argumentFollows', { argument: dependent }));
  for (const { id, name } of kernelsAfter) {
    const reason = againstKernel(workspace, id, change, trials);
    if (reason !== null) return refused(message('kernel.at', { place: name, what: reason }));
  }
  return null;
}

interface Trial {
  readonly before: TrialLaunch;
  readonly after: TrialLaunch;
}

/** An argument, or a name in it, that has another value with the edit in place. */
function changedArgument({ before, after }: Trial): string | null {
  for (const [name, value] of before.names) if (after.names.get(name) !== value) return name;
  const place = before.arguments.findIndex((value, index) => after.arguments[index] !== value);
  return place < 0 ? null : String(place + 1);
}

function againstKernel(
  workspace: CudaWorkspace,
  id: string,
  change: ChangedLaunch,
  trials: readonly Trial[],
): Message | null {
  const kernel = workspace.kernel(id)!;
  const unit = workspace.functions(kernel.path).find(({ kernelId }) => kernelId === id);
  if (unit === undefined) return message('cuda.bodyUnread');
  const axes = AXES.filter((_, place) => change.blockBefore[place] !== change.blockAfter[place]);
  const asBlock = blockNames(workspace, unit, kernel, change, axes);
  const tie = blockInCode(workspace, kernel, change.before);
  if (tie !== null && asBlock.length === 0) return message('cuda.blockInKernel', { what: tie });
  const proof = pointwise(workspace, unit, axes, asBlock);
  if (isMessage(proof)) return proof;
  if (proof.strides) {
    const isEmpty = trials.some(({ after }) => after.grid.some((extent) => extent < 1));
    return isEmpty ? message('cuda.gridEmpty') : null;
  }
  const parameters = kernel.parameters.map(({ name }) => name);
  for (const trial of trials)
    for (const [place, axis] of AXES.entries()) {
      const threads = [
        trial.before.grid[place]! * change.blockBefore[place]!,
        trial.after.grid[place]! * change.blockAfter[place]!,
      ] as const;
      const bound = proof.bounds[axis];
      const reason =
        threads[0] === threads[1]
          ? null
          : bound === undefined
            ? message('cuda.noGuard', { axis })
            : againstBound(
                valueOf(unit, parameters, trial.before, bound),
                bound,
                threads,
                change.blockAfter[place]!,
              );
      if (reason !== null) return reason;
    }
  return null;
}

/** Constants of launch and kernel that are the extent of a block along x, before the edit and after it. */
function blockNames(
  workspace: CudaWorkspace,
  unit: FunctionUnit,
  kernel: Kernel,
  { before, blockBefore }: ChangedLaunch,
  axes: readonly Axis[],
): readonly string[] {
  const used = identifiers(unit.text);
  const names = sharedConstants(workspace, kernel, before).filter((name) => used.has(name));
  const isExtent = (name: string) => evaluate(name, bodyScope(unit)).value === blockBefore[0];
  const isWhole = before.block[0].text === names[0] && names.length === 1;
  return axes.join() === 'x' && isWhole && names.every(isExtent) ? names : [];
}

/** Old threads and new ones must reach the bound of the guard: what lies behind it is the same then. */
function againstBound(
  value: number | null,
  bound: string,
  [before, after]: readonly [number, number],
  block: number,
): Message | null {
  if (value === null) return message('cuda.boundUnknown', { bound });
  const isSame = before >= value && after >= value;
  // A grid that follows the block leaves at most the threads of its last blocks without work.
  return isSame && after - value < 2 * block ? null : message('cuda.gridFixed');
}

/** A bound in the kernel with the launch's arguments in place of its parameters; null where it stays unknown. */
function valueOf(
  unit: FunctionUnit,
  parameters: readonly string[],
  trial: TrialLaunch,
  bound: string,
): number | null {
  const text = kernelText(unit.text);
  if ([...identifiers(bound)].some((name) => isWritten(text, name))) return null;
  const scope = bodyScope(unit);
  const restore = parameters.flatMap((name, place) => {
    const value = trial.arguments[place];
    return typeof value === 'number' ? [standIn(scope, name, value)] : [];
  });
  const { value } = evaluate(bound, scope);
  restore.forEach((undo) => undo());
  return value;
}
