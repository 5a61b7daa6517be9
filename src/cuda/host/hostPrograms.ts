import type { CudaWorkspace, FunctionUnit } from '../workspace';
import type { HostProgram } from './hostCall';
import { HostReader } from './hostReader';

const DEVICE_WORK = /<<<|cudaLaunch\w*|cudaMemcpy\w*|cudaMemset\w*/;

/**
 * The programs of a file: `main`, and every other host function that launches or copies and that no host
 * function of the file calls. Programs without a kernel or copy are left out, where all their code was followed.
 *
 * @param given numbers for names that the code leaves open
 */
export function hostPrograms(
  workspace: CudaWorkspace,
  path: string,
  given: ReadonlyMap<string, number> = new Map(),
): HostProgram[] {
  const units = workspace.functions(path).filter((unit) => unit.kind === 'host' && unit.inactive === null);
  return units
    .filter((unit) => unit.name === 'main' || (DEVICE_WORK.test(unit.text) && !isCalled(unit, units)))
    .map((unit) => new HostReader(workspace, { given }).read(unit))
    .filter(
      ({ calls, unread }) =>
        unread.length > 0 || calls.some(({ kind }) => kind === 'kernel' || kind === 'copy'),
    );
}

function isCalled(unit: FunctionUnit, others: readonly FunctionUnit[]): boolean {
  const call = new RegExp(`\\b${unit.name.replace(/\W/g, '\\$&')}\\s*(<[^;{}]*>)?\\s*\\(`);
  return others.some((other) => other !== unit && call.test(bodyOf(other.text)));
}

function bodyOf(text: string): string {
  return text.slice(text.indexOf('{') + 1);
}
