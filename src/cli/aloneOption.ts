import { message } from '../kernel/message';
import { say } from '../words/say';
import { positive } from './colocationOptions';
import { text, UsageError, type CommandOption, type OptionValues } from './command';

/** How long an iteration of each trace takes alone without a profiler. */
export const ALONE: CommandOption = {
  type: 'string',
  value: 'MS,MS…',
  help: message('cli.together.aloneOption'),
};

/** Times of an iteration without a profiler, ns; empty where they are not told. */
export function aloneTimes(options: OptionValues, files: number): readonly number[] {
  const given = text(options, 'alone');
  if (given === undefined) return [];
  const times = given.split(',').map((each) => positive('--alone', each) * 1e6);
  if (times.length !== files) throw new UsageError(say('cli.together.aloneEach', { files }));
  return times;
}
