import { bestLaunch } from '../../kernel/bestLaunch';
import { message, type Words } from '../../kernel/message';
import type { OpenSize } from '../results/kernelResult';
import type { AnalysisSettings } from '../workspaceState';
import type { KernelFacts } from './kernelFacts';
import { assumptionPrefix, namesIn, setForKernel } from './numbersSet';

type LaunchOfKernel = Pick<KernelFacts, 'kernel' | 'launches' | 'grid' | 'launchUnknown'>;

/** What nothing tells of the grid or the block of a kernel; none where both are known. */
export function openLaunch(facts: LaunchOfKernel, settings: AnalysisSettings): readonly OpenSize[] {
  if (launchLeftOut(facts) !== null) return [];
  const grid = facts.grid === null && blocksSet(facts, settings) === null ? openGrid(facts) : [];
  if (!facts.launchUnknown) return grid;
  const block = openBlock(facts);
  return [...block, ...grid.filter(({ key }) => block.every((one) => one.key !== key))];
}

/** Why a kernel is launched nowhere, where `#if` leaves out all its launches; null where one is compiled, or none is known. */
export function launchLeftOut({ launches }: Pick<KernelFacts, 'launches'>): Words | null {
  const [first, ...others] = launches.map(({ inactive }) => inactive);
  return others.every((inactive) => inactive !== undefined) ? (first ?? null) : null;
}

/** The blocks of a launch as the user has set them; null where that is nothing that they could be. */
export function blocksSet(
  { kernel }: Pick<KernelFacts, 'kernel'>,
  settings: AnalysisSettings,
): number | null {
  const given = setForKernel(kernel, settings, 'blocks');
  return typeof given === 'number' && Number.isSafeInteger(given) && given > 0 && given < 2 ** 31
    ? given
    : null;
}

function openGrid(facts: LaunchOfKernel): readonly OpenSize[] {
  return openNames(facts, 'grid', 'blocks');
}

function openBlock(facts: LaunchOfKernel): readonly OpenSize[] {
  return openNames(facts, 'block', 'threadsPerBlock');
}

/** The variables that leave an extent of the launch open; what stands for the extent where that is none. */
function openNames(
  { kernel, launches }: LaunchOfKernel,
  what: 'grid' | 'block',
  otherwise: string,
): readonly OpenSize[] {
  const launch = bestLaunch(launches);
  const names = launch === null ? [] : namesIn(launch[what]);
  return names.length === 0
    ? [{ key: `${assumptionPrefix(kernel)}${otherwise}`, name: otherwise, value: null }]
    : names.map((name) => ({ key: name, name, value: null }));
}

/** Why a kernel whose block size nothing tells has no answers. */
export function launchUnknown({ launches }: Pick<KernelFacts, 'launches'>): Words {
  const launch = bestLaunch(launches);
  if (launch === null) return message('analysis.launchUnknown');
  const names = [...new Set(launch.block.flatMap(({ unknowns }) => unknowns))];
  return message('analysis.blockUnknown', { names });
}

/** Why a kernel has no time: numbers that its work depends on are told nowhere. */
export function sizesUnknown(sizes: readonly OpenSize[]): Words {
  return message('analysis.sizesUnknown', { names: sizes.map(({ name }) => name) });
}
