import type { Command } from './command';
import { analyze } from './commands/analyze';
import { gpus } from './commands/gpus';
import { kernels } from './commands/kernels';
import { occupancy } from './commands/occupancy';
import { profile } from './commands/profile';

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [gpus, occupancy, kernels, profile, analyze];
