import { report } from '../../analysis/text/report';
import type { AnalyzeAnswer } from '../answers';
import { text, UsageError, type Command, type OptionValues } from '../command';
import { analyzePaths, settingsOf } from '../session';
import { withSimulatedKernels } from '../simulations';

/** Kernels simulated unless the command line says otherwise: their pairs take about half a minute on two cores. */
const KERNELS = 8;

export const analyze: Command = {
  name: 'analyze',
  summary: 'The main job: classes, occupancy, block sizes, co-run matrix and stream orders of a workspace.',
  usage: 'PATH… [--gpu ID] [--mode MODE] [--simulate KERNELS] [--json]',
  options: { gpu: { type: 'string' }, mode: { type: 'string' }, simulate: { type: 'string' } },
  run: async ({ positionals, options, note }) => {
    const kernels = simulatedKernels(options);
    const analyzed = await analyzePaths(positionals, settingsOf(options), note);
    const results = kernels === 0 ? analyzed.results : await withSimulatedKernels(analyzed, kernels, note);
    return { json: results satisfies AnalyzeAnswer, text: report(results) };
  },
};

function simulatedKernels(options: OptionValues): number {
  const given = text(options, 'simulate');
  const count = given === undefined ? KERNELS : Number(given);
  if (!Number.isInteger(count) || count < 0 || count > 60)
    throw new UsageError('--simulate is a number of kernels from 0 (none) to 60');
  return count;
}
