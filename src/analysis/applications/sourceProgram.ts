import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { kernelFinder } from '../corun/kernelPairs';
import { applicationKey } from '../protocol';
import type { ApplicationResult, LaunchedKernel } from '../results/timelineResult';
import type { SimulatedMode } from '../simulation/simulatedMode';
import { isOpenTime } from './openTimes';

/** A program of a workspace and the ids of its kernels, by the names that its launches have. */
export interface SourceProgram {
  readonly key: string;
  readonly result: ApplicationResult;
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * A program that its source tells, except for the times of its kernels.
 *
 * @param key of `applicationKey`
 * @param unresolved code of the message that says what is not known of it
 * @throws InputError where it is not there, is told by a trace, or a size, a launch or a kernel of it is not known
 */
export function sourceProgram(
  key: string,
  mode: Pick<SimulatedMode, 'results' | 'untold'>,
  unresolved: string,
): SourceProgram {
  const { results } = mode;
  const result = results.applications.find((one) => applicationKey(one) === key);
  if (result === undefined) throw new InputError(message('analysis.whatIf.noProgram'));
  const fault = (what: Words): InputError => unresolvedProgram(unresolved, result, what);
  if (result.from !== 'source') throw fault(message('compare.fromTrace'));
  const open = result.unknowns.find((what) => !isOpenTime(what));
  if (open !== undefined) throw fault(open);
  const find = kernelFinder(results);
  const idOf = (launched: LaunchedKernel): string => {
    const found = find(launched, result);
    if (found === null) throw fault(message('analysis.whatIf.noSource', { name: launched.kernel }));
    const untold = mode.untold(found.kernel.id);
    if (untold !== null) throw fault(untold);
    return found.kernel.id;
  };
  return { key, result, ids: new Map(result.kernels.map((launched) => [launched.kernel, idOf(launched)])) };
}

/** That something of a program is not known. @param code of the message that says so, with the program's `name` and `what` */
export function unresolvedProgram(
  code: string,
  { name, path, line }: Pick<ApplicationResult, 'name' | 'path' | 'line'>,
  what: Words,
): InputError {
  return new InputError(message(code, { name, what }), 'unresolved-program', path, line);
}
