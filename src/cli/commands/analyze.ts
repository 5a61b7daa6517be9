import { report } from '../../words/texts/report';
import { analyzeJson } from '../analyzeJson';
import type { Command } from '../command';
import { ARGUMENTS, GPU, MODE, settingsOf, simulatedKernels, simulateOption } from '../projectOptions';
import { analyzePaths } from '../session';
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
    gpu: GPU,
    mode: MODE,
    'all-pairs': { type: 'boolean', help: message('cli.analyze.allPairs') },
    full: { type: 'boolean', help: message('cli.analyze.full') },
    simulate: simulateOption(KERNELS),
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
