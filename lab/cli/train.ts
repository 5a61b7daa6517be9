import { UsageError, type Command } from '../../src/cli/command';
import { train as about } from '../../src/cli/commands/train';
import { trainGspace } from './train/gspace';
import { trainThemis } from './train/themis';
import { TRAINING_OPTIONS } from './train/options';

const MODELS = ['gspace', 'themis'];

export const train: Command = {
  name: about.name,
  summary: about.summary,
  usage:
    'themis --gpu ID [--workloads paper|suite] [--workers N] [--executor local|slurm] [--batch N] [--levels N] [--allocations N,N…] [--limit N] [--seed N] [--window N] [--launch N] ' +
    '[--suite DIR] [--data FILE] [--model FILE] [--fit-only [--networks NAME,NAME…] | --events | --update DIR] [--json]; ' +
    'gspace --gpu ID [--workers N] [--executor local|slurm] [--batch N] [--limit REPRESENTATIVES] [--data FILE] [--model FILE] [--fit-only] [--json]',
  options: TRAINING_OPTIONS,
  run: (invocation) => {
    const [model, ...more] = invocation.positionals;
    if (model === undefined || more.length > 0 || !MODELS.includes(model))
      throw new UsageError(`name one model: ${MODELS.join(', ')}`);
    return model === 'gspace' ? trainGspace(invocation) : trainThemis(invocation);
  },
};
