import type { Scenario } from '../kernel/scenario';
import { COUNTER_SOURCES, type CounterSource } from '../predictors/port';
import { text, UsageError, type Command, type Invocation, type OptionValues } from './command';
import { readProgramFiles } from './programFiles';
import { readFrom } from '../files/readFrom';
import { readScenario } from './scenarioFile';
import { message } from '../kernel/message';
import { say } from '../words/say';

/** Options of the commands that look at applications which share a GPU. */
export const CO_RUN_OPTIONS = {
  gpu: {
    type: 'string',
    value: 'ID',
    help: message('cli.option.gpuOfList'),
    otherwise: message('cli.option.gpuOfScenario'),
  },
  programs: {
    type: 'boolean',
    help: message('cli.option.programs'),
  },
  launch: { type: 'string', value: 'BLOCKS,THREADS', help: message('cli.option.launch') },
  counters: {
    type: 'string',
    value: 'SOURCE',
    help: message('cli.option.counters'),
    otherwise: 'shared',
  },
  models: {
    type: 'string',
    value: 'DIR',
    help: message('cli.option.models'),
  },
} as const satisfies Command['options'];

export const CO_RUN_USAGE = 'SCENARIO.json | --programs FILE… [--launch BLOCKS,THREADS]';

/** The scenario that is asked about: a file of its own, or made of the programs of several. */
export async function coRunScenarioOf({ positionals, options, note }: Invocation): Promise<Scenario> {
  const gpu = text(options, 'gpu');
  if (options['programs'] === true) {
    if (positionals.length === 0) throw new UsageError(say('cli.fault.programs'));
    return readProgramFiles(positionals, { gpu, launch: launchOf(options), note });
  }
  if (text(options, 'launch') !== undefined) throw new UsageError(say('cli.fault.launchForPrograms'));
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(say('cli.fault.scenarioOrPrograms'));
  return readScenario(file, note, gpu);
}

/** What is asked of the scenario; faults name its file where that is one. */
export async function askedOf<T>({ positionals }: Invocation, ask: () => T): Promise<T> {
  const [file, ...more] = positionals;
  return file === undefined || more.length > 0 ? ask() : readFrom(file, ask);
}

function launchOf(options: OptionValues): { grid: number; block: number } | null {
  const given = text(options, 'launch');
  if (given === undefined) return null;
  const [grid, block, ...more] = given.split(',').map(Number);
  const isCount = (value: number | undefined): value is number => Number.isSafeInteger(value) && value! > 0;
  if (!isCount(grid) || !isCount(block) || more.length > 0)
    throw new UsageError(say('cli.fault.launch', { given }));
  return { grid, block };
}

/** Where counters are to come from: an epoch that the applications share, or runs alone. */
export function countersOf(options: OptionValues): CounterSource {
  const given = text(options, 'counters') ?? 'shared';
  const found = COUNTER_SOURCES.find((source) => source === given);
  if (found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--counters', known: COUNTER_SOURCES }));
  return found;
}
