import { DEFAULT_GPU } from '../analysis/stages/chooseGpu';
import type { AnalysisSettings } from '../analysis/workspaceState';
import { requireGpu } from '../gpu/findGpu';
import { message, type Message } from '../kernel/message';
import { SHARING_MODES } from '../kernel/prediction';
import { say } from '../words/say';
import { text, UsageError, type OptionValues } from './command';

/** `--arguments` of commands that look at a project. */
export const ARGUMENTS = {
  type: 'string',
  value: 'a=1,b=2',
  help: message('cli.option.arguments'),
} as const;

/** `a=1,b=2` as numbers by name. */
export function argumentsOf(options: OptionValues): Record<string, number> {
  const found: Record<string, number> = {};
  for (const pair of (text(options, 'arguments') ?? '').split(',').filter((part) => part.trim() !== '')) {
    const [name, value, ...more] = pair.split('=').map((part) => part.trim());
    const number = Number(value);
    if (!name || !value || more.length > 0 || !Number.isFinite(number))
      throw new UsageError(say('cli.fault.arguments', { given: pair.trim() }));
    found[name] = number;
  }
  return found;
}

/** `--gpu` of commands that take the GPU which a project's profiles name. */
export const GPU = {
  type: 'string',
  value: 'ID',
  help: message('cli.option.gpu'),
  otherwise: message('cli.option.gpuOfProfiles', { gpu: DEFAULT_GPU }),
} as const;

export const MODE = {
  type: 'string',
  value: 'MODE',
  help: message('cli.option.mode', { modes: SHARING_MODES }),
} as const;

/** `--simulate` of commands that simulate so many kernels unless it says otherwise. */
export const simulateOption = (otherwise: number, help: Message = message('cli.option.simulate')) =>
  ({ type: 'string', value: 'KERNELS', help, otherwise }) as const;

/** The settings that `--gpu`, `--mode` and `--arguments` give. */
export function settingsOf(options: OptionValues): Partial<AnalysisSettings> {
  const gpu = text(options, 'gpu');
  const name = text(options, 'mode');
  const mode = SHARING_MODES.find((candidate) => candidate === name);
  if (name !== undefined && !mode)
    throw new UsageError(say('cli.fault.oneOf', { option: '--mode', known: SHARING_MODES }));
  return {
    ...(gpu === undefined ? {} : { gpu: requireGpu(gpu).id }),
    ...(mode ? { mode } : {}),
    assumptions: argumentsOf(options),
  };
}

const MOST_SIMULATED = 60;

/** How many kernels `--simulate` asks for. */
export function simulatedKernels(options: OptionValues, fallback: number): number {
  const given = text(options, 'simulate');
  const count = given === undefined ? fallback : Number(given);
  if (!Number.isInteger(count) || count < 0 || count > MOST_SIMULATED)
    throw new UsageError(say('cli.fault.simulate', { most: MOST_SIMULATED }));
  return count;
}
