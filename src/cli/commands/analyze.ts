import { SHARING_MODES } from '../../kernel/prediction';
import { report } from '../../words/texts/report';
import { analyzeJson } from '../analyzeJson';
import type { Command } from '../command';
import { analyzePaths, ARGUMENTS, settingsOf, simulatedKernels } from '../session';
import { withSimulatedKernels } from '../simulations';
import { message } from '../../kernel/message';

/** Kernels simulated unless the command line says otherwise: their pairs take about half a minute on two cores. */
const KERNELS = 8;

export const analyze: Command = {
  name: 'analyze',
  summary: message('cli.analyze.summary'),
  usage:
    'PATH… [--gpu ID] [--arguments a=1,b=2] [--mode MODE] [--simulate KERNELS] [--all-pairs] [--full] [--json]',
  options: {
    arguments: ARGUMENTS,
    gpu: {
      type: 'string',
      value: 'ID',
      help: message('cli.option.gpu'),
      otherwise: message('cli.option.gpuOfProfiles', { gpu: 'h100-sxm' }),
    },
    mode: {
      type: 'string',
      value: 'MODE',
      help: message('cli.option.mode', { modes: SHARING_MODES }),
    },
    'all-pairs': { type: 'boolean', help: message('cli.analyze.allPairs') },
    full: { type: 'boolean', help: message('cli.analyze.full') },
    simulate: {
      type: 'string',
      value: 'KERNELS',
      help: message('cli.option.simulate'),
      otherwise: KERNELS,
    },
  },
  run: async ({ positionals, options, ...said }) => {
    const kernels = simulatedKernels(options, KERNELS);
    const analyzed = await analyzePaths(positionals, settingsOf(options), said);
    const pairs = options['all-pairs'] === true ? 'all' : 'meeting';
    const results =
      kernels === 0
        ? analyzed.results
        : await withSimulatedKernels(analyzed, kernels, { pairs, blocks: true }, said);
    return options['json'] === true
      ? { json: analyzeJson(results, options['full'] === true), text: '' }
      : { json: null, text: report(results, pairs) };
  },
};
