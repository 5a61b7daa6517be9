import { programNamed } from '../../analysis/compare/comparePrograms';
import { sharePrograms } from '../../analysis/corun/sharePrograms';
import type { ProgramShareAnswer } from '../../analysis/results/programShareResult';
import { MOST_SHARING } from '../../analysis/protocol';
import type { TaskOutcome } from '../../analysis/simulation/task';
import { readJson } from '../../files/json';
import { readFrom } from '../../files/readFrom';
import { requireGpu } from '../../gpu/findGpu';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { parseMeasuredTimes } from '../../kernel/measuredTimes';
import { message } from '../../kernel/message';
import { FINE_MECHANISMS, timedSplit, type TimedSplit } from '../../sharing/allocate/timedSplit';
import type { FineMechanism } from '../../sharing/applied/applySplit';
import { say } from '../../words/say';
import { text, UsageError, type Command, type Invocation, type OptionValues } from '../command';
import { confidenceOf, GOAL_OPTIONS, goalOf } from '../goalOptions';
import { kernelNamed } from '../kernelNamed';
import { programSplitReport } from '../programSplitReport';
import { ARGUMENTS, GPU, settingsOf } from '../projectOptions';
import { analyzePaths } from '../session';
import { simulationPool } from '../simulations';
import { timedSplitReport } from '../timedSplitReport';
import { readModels } from '../trainedModels';

export const split: Command = {
  name: 'split',
  summary: message('cli.split.summary'),
  usage:
    'TIMES.json | PATH… --programs A,B[,…] [--kernels K[,…]] [--gpu ID] [--arguments a=1,b=2] [--models DIR] — [--weights W,W… | --qos NAME=PROGRESS… [--confidence 50|75|90]] [--mechanism green-contexts|mps] [--json]',
  takes: message('cli.takes.times'),
  options: {
    programs: { type: 'string', value: 'A,B[,…]', help: message('cli.split.programs') },
    kernels: { type: 'string', value: 'K[,…]', help: message('cli.split.kernels') },
    gpu: GPU,
    arguments: ARGUMENTS,
    models: { type: 'string', value: 'DIR', help: message('cli.option.models') },
    ...GOAL_OPTIONS,
    mechanism: {
      type: 'string',
      value: 'NAME',
      help: message('cli.allocate.mechanism', { known: FINE_MECHANISMS }),
      otherwise: message('cli.split.bareNumbers'),
    },
  },
  run: async (invocation) => {
    const { options } = invocation;
    if (text(options, 'programs') === undefined && text(options, 'kernels') === undefined) {
      const { answer, gpu } = await byTimes(invocation);
      return { json: answer, text: timedSplitReport(answer, gpu) };
    }
    const answer = await ofPrograms(invocation);
    return { json: answer, text: programSplitReport(answer, requireGpu(answer.split.gpu)) };
  },
};

async function byTimes({
  positionals,
  options,
}: Invocation): Promise<{ readonly answer: TimedSplit; readonly gpu: GpuSpec }> {
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(say('cli.split.oneFile'));
  if (text(options, 'gpu') !== undefined) throw new UsageError(say('cli.split.gpuOfFile'));
  const content = await readJson(file);
  const times = await readFrom(file, () => parseMeasuredTimes(content));
  const gpu = await readFrom(file, () => requireGpu(times.gpu));
  const request = requestOf(
    options,
    times.applications.map(({ name }) => name),
  );
  return { gpu, answer: await readFrom(file, () => timedSplit(times, gpu, request)) };
}

async function ofPrograms({ positionals, options, ...said }: Invocation): Promise<ProgramShareAnswer> {
  const [programs, kernels] = [namesIn(options, 'programs'), namesIn(options, 'kernels')];
  const names = [...programs, ...kernels];
  if (programs.length === 0 || names.length < 2 || names.length > MOST_SHARING)
    throw new UsageError(say('cli.split.twoOrMore', { most: MOST_SHARING }));
  const request = requestOf(options, names);
  const { session, results } = await analyzePaths(positionals, settingsOf(options), said);
  const outcomes = new Map<string, TaskOutcome>();
  const wanted = {
    ...request,
    programs: programs.map((name) => programNamed(name, results.applications)),
    kernelIds: kernels.map((name) => kernelNamed(name, results)),
  };
  return sharePrograms(results.gpu.id, wanted, {
    under: (change) => session.under(change),
    models: await readModels(text(options, 'models'), said.note),
    runner: simulationPool(),
    outcomes,
    onMore: () => said.progress(say('compare.simulated', { done: outcomes.size })),
  });
}

const namesIn = (options: OptionValues, option: 'programs' | 'kernels'): string[] =>
  (text(options, option) ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const requestOf = (options: OptionValues, names: readonly string[]) => ({
  goal: goalOf(options, names),
  mechanism: mechanismOf(options),
  ...confidenceOf(options),
});

function mechanismOf(options: OptionValues): FineMechanism | null {
  const name = text(options, 'mechanism');
  const found = FINE_MECHANISMS.find((mechanism) => mechanism === name);
  if (name !== undefined && found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--mechanism', known: FINE_MECHANISMS }));
  return found ?? null;
}
