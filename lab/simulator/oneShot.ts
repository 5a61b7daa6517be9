import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { costOfCommand } from '../commandCost';
import { PEER_KWIPS } from './bench';
import { PEER_KERNELS, peerScenario, type PeerKernel } from './peerKernels';

/** The GPU that the peer's figures are of. */
const PEER_GPU = 'rtx-2060';

/** Four times the blocks. A product has as many more of them with twice as long rows, each with twice the work. */
const LARGER = 4;

/** What is aimed at: times the peer's whole run, of a launch as the peer ran it and of a larger one. */
const GOALS = { 1: 50, [LARGER]: 100 } as const;

export const ONE_SHOT_HEADER = ['simulate', 'blocks', 'CPU s', 'peer, CPU s', 'times', 'goal'];

/** One call of `simulate` for each kernel that the peer was measured with, whole processes. */
export async function oneShotRows(dist: string, folder: string): Promise<string[][]> {
  const kernels = PEER_KERNELS.filter(({ run }) => kwipsOf(run) !== undefined);
  const rows: string[][] = [];
  for (const kernel of kernels)
    for (const factor of [1, LARGER] as const) {
      const file = path.join(folder, `${kernel.run}-${factor}.json`);
      writeFileSync(file, JSON.stringify(peerScenario(grown(kernel, factor), PEER_GPU)));
      rows.push(await rowOf(dist, file, kernel.run, factor));
    }
  return rows;
}

async function rowOf(dist: string, file: string, run: string, factor: keyof typeof GOALS): Promise<string[]> {
  const { processorSeconds, output } = await costOfCommand(dist, ['simulate', file, '--json']);
  const { apps } = JSON.parse(output) as { readonly apps: readonly { readonly instructions: number }[] };
  const instructions = apps.reduce((sum, app) => sum + app.instructions, 0);
  const peer = instructions / (1000 * kwipsOf(run)!);
  return [
    run,
    `× ${factor}`,
    processorSeconds.toFixed(2),
    peer.toFixed(1),
    (peer / processorSeconds).toFixed(0),
    String(GOALS[factor]),
  ];
}

const kwipsOf = (run: string): number | undefined => PEER_KWIPS[run.split('_')[0]!];

/** The kernel with `factor` times its blocks, and arrays to match. */
function grown(kernel: PeerKernel, factor: number): PeerKernel {
  const { grid, arguments: given } = kernel;
  const side = Math.sqrt(factor);
  const isSquare = typeof grid !== 'number';
  const n = given['n'];
  return {
    ...kernel,
    grid: isSquare ? [grid[0] * side, grid[1] * side] : grid * factor,
    arguments: n === undefined ? given : { ...given, n: n * (isSquare ? side : factor) },
  };
}
