// Entry of the laboratory's bundle: the commands of `corun` that only a source checkout has.
import type { LabBundle } from '../src/cli/checkout';
import { runCommand } from '../src/cli/runCommand';
import { LAB_COMMANDS } from './cli/commands';

export function run(name: string, args: readonly string[]): ReturnType<LabBundle['run']> {
  const command = LAB_COMMANDS.find((candidate) => candidate.name === name);
  if (command === undefined) throw new Error(`the laboratory has no command '${name}'`);
  return runCommand(command, [...args]);
}
