import { SHARING_MODES } from '../../kernel/prediction';
import { report } from '../../words/texts/report';
import { analyzeJson } from '../analyzeJson';
import type { Command } from '../command';
import { analyzePaths, settingsOf, simulatedKernels } from '../session';
import { withSimulatedKernels } from '../simulations';

/** Kernels simulated unless the command line says otherwise: their pairs take about half a minute on two cores. */
const KERNELS = 8;

export const analyze: Command = {
  name: 'analyze',
  summary: 'The main job: classes, occupancy, block sizes, co-run matrix and stream orders of a workspace.',
  usage: 'PATH… [--gpu ID] [--mode MODE] [--simulate KERNELS] [--json]',
  options: {
    gpu: {
      type: 'string',
      value: 'ID',
      help: 'GPU that answers are for, of those that corun gpus lists',
      otherwise: 'that of the profiles, else h100-sxm',
    },
    mode: {
      type: 'string',
      value: 'MODE',
      help: `how applications share the GPU: ${SHARING_MODES.join(', ')}`,
    },
    simulate: {
      type: 'string',
      value: 'KERNELS',
      help: 'most kernels that are simulated alone and in pairs, 0 for none',
      otherwise: KERNELS,
    },
  },
  run: async ({ positionals, options, ...said }) => {
    const kernels = simulatedKernels(options, KERNELS);
    const analyzed = await analyzePaths(positionals, settingsOf(options), said);
    const results = kernels === 0 ? analyzed.results : await withSimulatedKernels(analyzed, kernels, said);
    return { json: analyzeJson(results), text: report(results) };
  },
};
