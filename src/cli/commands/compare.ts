import { DEFAULT_GPU } from '../../analysis/stages/chooseGpu';
import { compareKernels } from '../../analysis/compare/compareKernels';
import { comparePrograms, programNamed } from '../../analysis/compare/comparePrograms';
import { MOST_CONTENDERS } from '../../analysis/protocol';
import { requireGpu } from '../../gpu/findGpu';
import type { AnalysisSettings } from '../../analysis/workspaceState';
import type { TaskOutcome } from '../../analysis/simulation/task';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { compareReport } from '../../words/texts/compareTexts';
import type { CompareAnswer } from '../answers';
import { text, UsageError, type Command, type OptionValues } from '../command';
import { kernelNamed } from '../kernelNamed';
import { ARGUMENTS, argumentsOf } from '../projectOptions';
import { analyzePaths } from '../session';
import { simulationPool } from '../simulations';
import { readModels } from '../trainedModels';

export const compare: Command = {
  name: 'compare',
  summary: message('cli.compare.summary'),
  usage:
    'PATH… --kernels A,B[,…] | --programs A,B[,…] [--gpu ID,ID…] [--arguments a=1,b=2] [--estimate] [--json]',
  options: {
    arguments: ARGUMENTS,
    kernels: { type: 'string', value: 'A,B[,…]', help: message('cli.compare.kernels') },
    programs: { type: 'string', value: 'A,B[,…]', help: message('cli.compare.programs') },
    gpu: {
      type: 'string',
      value: 'ID,ID…',
      help: message('cli.compare.gpu'),
      otherwise: message('cli.option.gpuOfProfiles', { gpu: DEFAULT_GPU }),
    },
    estimate: { type: 'boolean', help: message('cli.compare.estimate') },
  },
  run: async ({ positionals, options, ...said }) => {
    const { what, names } = subjectsOf(options);
    const gpus = gpusOf(options);
    const { session, results } = await analyzePaths(positionals, { assumptions: argumentsOf(options) }, said);
    const models = await readModels(undefined, said.note);
    const outcomes = new Map<string, TaskOutcome>();
    let told = 0;
    const tools = {
      under: (change: Partial<AnalysisSettings>) => session.under(change),
      models,
      runner: options['estimate'] === true ? null : simulationPool(),
      outcomes,
      onResult: () => {
        if (outcomes.size === told) return;
        told = outcomes.size;
        said.progress(say('compare.simulated', { done: told }));
      },
    };
    const on = gpus ?? [results.gpu.id];
    const idsOf = (of: (name: string) => string): readonly string[] => names.map(of);
    const answer: CompareAnswer =
      what === 'kernels'
        ? await compareKernels(
            idsOf((name) => kernelNamed(name, results)),
            on,
            tools,
          )
        : await comparePrograms(
            idsOf((name) => programNamed(name, results.applications)),
            on,
            tools,
          );
    return { json: answer, text: compareReport(answer) };
  },
};

/** Kernels or programs, as they are named. */
function subjectsOf(options: OptionValues): {
  readonly what: 'kernels' | 'programs';
  readonly names: readonly string[];
} {
  const [kernels, programs] = [text(options, 'kernels'), text(options, 'programs')];
  if ((kernels === undefined) === (programs === undefined)) throw new UsageError(say('compare.eitherOption'));
  const what = kernels === undefined ? 'programs' : 'kernels';
  const given = kernels ?? programs!;
  const names = given.split(',').map((name) => name.trim());
  if (names.length < 2 || names.length > MOST_CONTENDERS || names.includes(''))
    throw new UsageError(say(`compare.${what}Option`, { given, most: MOST_CONTENDERS }));
  return { what, names };
}

function gpusOf(options: OptionValues): readonly string[] | null {
  const given = text(options, 'gpu');
  return given === undefined ? null : given.split(',').map((name) => requireGpu(name.trim()).id);
}
