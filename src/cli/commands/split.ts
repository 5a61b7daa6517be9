import { readJson } from '../../files/json';
import { requireGpu } from '../../gpu/findGpu';
import { parseMeasuredTimes } from '../../kernel/measuredTimes';
import { message } from '../../kernel/message';
import { FINE_MECHANISMS, timedSplit } from '../../sharing/allocate/timedSplit';
import type { FineMechanism } from '../../sharing/applied/applySplit';
import { say } from '../../words/say';
import { text, UsageError, type Command, type OptionValues } from '../command';
import { confidenceOf, GOAL_OPTIONS, goalOf } from '../goalOptions';
import { readFrom } from '../../files/readFrom';
import { timedSplitReport } from '../timedSplitReport';

export const split: Command = {
  name: 'split',
  summary: message('cli.split.summary'),
  usage:
    'TIMES.json [--weights W,W… | --qos NAME=PROGRESS… [--confidence 50|75|90]] [--mechanism green-contexts|mps] [--json]',
  takes: message('cli.takes.times'),
  options: {
    ...GOAL_OPTIONS,
    mechanism: {
      type: 'string',
      value: 'NAME',
      help: message('cli.allocate.mechanism', { known: FINE_MECHANISMS }),
      otherwise: message('cli.split.bareNumbers'),
    },
  },
  run: async ({ positionals, options }) => {
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError(say('cli.split.oneFile'));
    const content = await readJson(file);
    const times = await readFrom(file, () => parseMeasuredTimes(content));
    const gpu = await readFrom(file, () => requireGpu(times.gpu));
    const request = {
      goal: goalOf(
        options,
        times.applications.map(({ name }) => name),
      ),
      mechanism: mechanismOf(options),
      ...confidenceOf(options),
    };
    const answer = await readFrom(file, () => timedSplit(times, gpu, request));
    return { json: answer, text: timedSplitReport(answer, gpu) };
  },
};

function mechanismOf(options: OptionValues): FineMechanism | null {
  const name = text(options, 'mechanism');
  const found = FINE_MECHANISMS.find((mechanism) => mechanism === name);
  if (name !== undefined && found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--mechanism', known: FINE_MECHANISMS }));
  return found ?? null;
}
