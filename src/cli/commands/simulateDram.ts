import { dramTimingSchema, type DramTiming } from '../../simulator/dram/dramTiming';
import { validate } from '../../kernel/validation';
import { readFrom } from '../../files/readFrom';
import { readJson } from '../../files/json';
import { readText } from '../../files/readText';
import { simulateDramStream } from '../../simulator/dram/dramStream';
import type { DramAnswer } from '../answers';
import { text, UsageError, type Answer, type Command, type Invocation, type OptionValues } from '../command';
import { message } from '../../kernel/message';
import { say } from '../../words/say';

/** Options of the form that plays a stream of requests to one DRAM channel. */
export const DRAM_OPTIONS = {
  dram: { type: 'string', value: 'MEMORY', help: message('cli.dram.memory', { example: 'hbm2_2000' }) },
  stream: { type: 'string', value: 'FILE', help: message('cli.dram.stream') },
  scheduler: {
    type: 'string',
    value: 'NAME',
    help: message('cli.dram.scheduler', { known: ['rowhit', 'frfcfs'] }),
    otherwise: 'rowhit',
  },
  refresh: { type: 'string', value: 'on|off', help: message('cli.dram.refresh'), otherwise: 'on' },
} as const satisfies Command['options'];

/** Whether any option of this form is given. */
export function asksForDram(options: OptionValues): boolean {
  return Object.keys(DRAM_OPTIONS).some((name) => options[name] !== undefined);
}

export async function simulateDram({ positionals, options }: Invocation): Promise<Answer> {
  const memory = text(options, 'dram');
  const file = text(options, 'stream');
  if (memory === undefined || file === undefined) throw new UsageError(say('cli.fault.dramAndStream'));
  if (positionals.length > 0) throw new UsageError(say('cli.fault.dramScenario'));
  const scheduler = choice(options, 'scheduler', ['rowhit', 'frfcfs']);
  const refresh = choice(options, 'refresh', ['on', 'off']) === 'on';
  const stream = await readText(file);
  const timing = IS_FILE.test(memory) ? await readTiming(memory) : memory;
  const { utilisation, rowHitRate, cycles } = simulateDramStream(timing, stream, {
    scheduler,
    refresh,
    path: file,
  });
  const answer: DramAnswer = { utilisation, rowHitRate, cycles };
  return {
    json: answer,
    text: say('cli.dram.answer', { memory, busy: utilisation, cycles, hits: rowHitRate }),
  };
}

const IS_FILE = /\.json$/i;

/** The timing table of a memory of the user's own. */
async function readTiming(file: string): Promise<DramTiming> {
  const content = await readJson(file);
  return readFrom(file, () => validate(dramTimingSchema, content));
}

/** One of `values`, the first where the option is left out. */
function choice<T extends string>(options: OptionValues, name: string, values: readonly [T, ...T[]]): T {
  const given = text(options, name) ?? values[0];
  const found = values.find((value) => value === given);
  if (found === undefined)
    throw new UsageError(say('cli.fault.choice', { option: `--${name}`, known: values, given }));
  return found;
}
