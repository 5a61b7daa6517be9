import type { CheckoutCommand } from './checkout';
import type { Command } from './command';
import { allocate } from './commands/allocate';
import { analyze } from './commands/analyze';
import { calibrate } from './commands/calibrate';
import { blocksize } from './commands/blocksize';
import { check } from './commands/check';
import { cluster } from './commands/cluster';
import { colocate } from './commands/colocate';
import { compare } from './commands/compare';
import { features } from './commands/features';
import { fit } from './commands/fit';
import { gpus } from './commands/gpus';
import { kernels } from './commands/kernels';
import { lower } from './commands/lower';
import { occupancy } from './commands/occupancy';
import { measure } from './commands/measure';
import { order } from './commands/order';
import { predict } from './commands/predict';
import { profile } from './commands/profile';
import { report } from './commands/report';
import { reproduce } from './commands/reproduce';
import { schedule } from './commands/schedule';
import { schema } from './commands/schema';
import { search } from './commands/search';
import { simulate } from './commands/simulate';
import { split } from './commands/split';
import { together } from './commands/together';
import { train } from './commands/train';
import { yieldKernel } from './commands/yield';

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly (Command | CheckoutCommand)[] = [
  gpus,
  occupancy,
  kernels,
  lower,
  profile,
  features,
  analyze,
  check,
  report,
  blocksize,
  order,
  yieldKernel,
  predict,
  cluster,
  colocate,
  together,
  compare,
  allocate,
  split,
  search,
  schedule,
  simulate,
  fit,
  calibrate,
  measure,
  train,
  reproduce,
  schema,
];
