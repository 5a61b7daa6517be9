import { report } from '../../analysis/text/report';
import type { AnalyzeAnswer } from '../answers';
import type { Command } from '../command';
import { analyzePaths, settingsOf, simulatedKernels } from '../session';
import { withSimulatedKernels } from '../simulations';

/** Kernels simulated unless the command line says otherwise: their pairs take about half a minute on two cores. */
const KERNELS = 8;

export const analyze: Command = {
  name: 'analyze',
  summary: 'The main job: classes, occupancy, block sizes, co-run matrix and stream orders of a workspace.',
  usage: 'PATH… [--gpu ID] [--mode MODE] [--simulate KERNELS] [--json]',
  options: { gpu: { type: 'string' }, mode: { type: 'string' }, simulate: { type: 'string' } },
  run: async ({ positionals, options, note }) => {
    const kernels = simulatedKernels(options, KERNELS);
    const analyzed = await analyzePaths(positionals, settingsOf(options), note);
    const results = kernels === 0 ? analyzed.results : await withSimulatedKernels(analyzed, kernels, note);
    return { json: results satisfies AnalyzeAnswer, text: report(results) };
  },
};
