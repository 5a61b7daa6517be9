import { mostWanted, type OpenNumbers } from '../../analysis/results/openNumbers';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { say } from '../say';

type Files = Pick<WorkspaceResults, 'files'>;

const kernelsOf = ({ files }: Files) => files.flatMap(({ kernels }) => kernels);

/** Why nothing is advised: no change saves time, or no kernel has a time that one could save. */
export function noAdviceText(results: Files): string {
  const kernels = kernelsOf(results);
  if (kernels.length === 0) return say('advice.noKernel');
  const timed = kernels.filter(({ time }) => time !== null).length;
  if (timed === 0) return say('advice.noTime');
  return timed === kernels.length
    ? say('advice.none')
    : say('advice.noneOfTimed', { timed, kernels: kernels.length });
}

/** The numbers that would time most of the kernels without a time; null where none would. */
export function openNumbers(results: Files): OpenNumbers | null {
  return mostWanted(kernelsOf(results));
}

/** What these numbers would do, and how they are given on the command line. */
export function openNumbersText({ names, kernels }: OpenNumbers): string {
  return say('advice.openNumbers', { kernels, how: `--arguments ${exampleOf(names)}` });
}

/** `a=…,b=…` */
export function exampleOf(names: readonly string[]): string {
  return names.map((name) => `${name}=…`).join(',');
}
