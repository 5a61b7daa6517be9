import { say } from '../words/say';
import { fitted } from '../words/texts/page';
import { runInLab } from './checkout';
import { closest } from '../kernel/closest';
import { UsageError } from './command';
import { COMMANDS } from './commands';
import { overview } from './help';
import { speakLanguage } from './language';
import { EXIT_USAGE, note, print, runCommand } from './runCommand';
import { useTerminal } from './terminal';
import { version } from './version';

/** Runs one command line, from the command's name on; returns the exit code. */
export async function commandLine(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  useTerminal();
  try {
    await speakLanguage(args, process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    note(`corun: ${error.message}`);
    return EXIT_USAGE;
  }
  if (name === '--version' || name === '-v' || name === 'version') {
    await print(await version());
    return 0;
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    await print(fitted(overview(COMMANDS)));
    return name === undefined ? EXIT_USAGE : 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    note(`corun: ${unknownCommand(name)}`);
    return EXIT_USAGE;
  }
  return 'needs' in command ? runInLab(command, rest) : runCommand(command, rest);
}

function unknownCommand(name: string): string {
  const near = closest(name, [...COMMANDS.map((command) => command.name), '--help', '--version']);
  return near === null ? say('cli.noCommand', { name }) : say('cli.noCommandBut', { name, near });
}
