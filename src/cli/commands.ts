import type { Command } from './command';
import { analyze } from './commands/analyze';
import { gpus } from './commands/gpus';
import { kernels } from './commands/kernels';
import { occupancy } from './commands/occupancy';
import { profile } from './commands/profile';
import { schema } from './commands/schema';
import { simulate } from './commands/simulate';

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly Command[] = [gpus, occupancy, kernels, profile, analyze, simulate, schema];
