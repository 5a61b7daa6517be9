import type { SimulatedKernel } from '../../../src/analysis/simulation/preparation';
import { parseKernelName } from '../../../src/profiles/names/kernelName';
import { extentOfText } from '../suite/measured';
import type { LaunchToLower, MeasuredLowering } from '../suite/lowered';
import type { measuredApplications } from './measured';

type Measured = ReturnType<typeof measuredApplications>;

/**
 * The kernel of an application that launches the same one at the same size again and again, lowered from its sources as a
 * user's is.
 * @param texts of the workloads, by path
 * @returns null where it launches others as well, or several at a time, or where something of the kernel is not known from
 *   the sources alone
 */
export function onlyKernel(
  measured: Measured,
  lowering: MeasuredLowering,
  texts: ReadonlyMap<string, string>,
  name: string,
): SimulatedKernel | null {
  const launches = measured.traces[name]!.filter(([, , what]) => typeof what === 'number');
  const kinds = new Set(launches.map(([, , ...kernelAndStream]) => kernelAndStream.join(' ')));
  const folder = FOLDERS.map((folder) => `${folder}/${name}`).find((folder) => hasSources(texts, folder));
  if (kinds.size !== 1 || folder === undefined) return null;
  const found = lowering.of(launchOf(folder, measured.kernels[Number(launches[0]![2])]!));
  if (found === null || !found.isFirm || found.sizesFrom !== 'source') return null;
  const { program, launch } = found.lowered;
  const { grid, block, sharedBytes } = launch;
  return {
    kernelId: name,
    app: {
      name,
      program,
      launch: { grid: [...grid], block: [...block], sharedBytes },
    },
    block,
    assumptions: [],
    openSizes: [],
  };
}

const FOLDERS = ['suite', 'samples'];

const hasSources = (texts: ReadonlyMap<string, string>, folder: string): boolean =>
  [...texts.keys()].some((file) => file.startsWith(`${folder}/`) && file.endsWith('.cu'));

function launchOf(
  program: string,
  [grid, block, , , sharedBytes, spelled]: Measured['kernels'][number],
): LaunchToLower {
  const { base, templateArguments } = parseKernelName(spelled);
  const kernel = templateArguments === null ? base : `${base}<${templateArguments.join(', ')}>`;
  return {
    program,
    kernel,
    grid: extentOfText(grid),
    block: extentOfText(block),
    sharedBytes,
  };
}
