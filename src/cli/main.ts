import { runInLab } from './checkout';
import { COMMANDS } from './commands';
import { overview } from './help';
import { EXIT_USAGE, note, print, runCommand } from './runCommand';

/** Runs one command line; returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    await print(overview(COMMANDS));
    return name === undefined ? EXIT_USAGE : 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) {
    note(`corun: there is no command '${name}' (corun help lists them)`);
    return EXIT_USAGE;
  }
  return 'needs' in command ? runInLab(command, rest) : runCommand(command, rest);
}

// A reader that has seen enough (`| head`) closes the pipe: no failure, and nothing more to say.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
