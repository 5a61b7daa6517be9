import { parseArgs, type ParseArgsConfig } from 'node:util';
import { InputError, saidOf } from '../kernel/result';
import { UsageError, type Answer, type Command } from './command';
import { english, worded, words } from '../words';
import { COMMANDS } from './commands';
import { COMMON_OPTIONS, commandHelp, overview } from './help';

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Waits until the whole text has left: a pipe may take less than the text at once. */
function print(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}

async function answer(command: Command, args: string[]): Promise<number> {
  const { values, positionals } = parse(command, args);
  if (values['help']) {
    await print(commandHelp(command));
    return 0;
  }
  const result: Answer = await command.run({ positionals, options: values, note });
  await print(values['json'] ? JSON.stringify(worded(result.json, english)) : result.text);
  return result.exitCode ?? 0;
}

function parse(command: Command, args: string[]): ReturnType<typeof parseArgs> {
  const options = { ...COMMON_OPTIONS, ...command.options };
  const parsed = parseOrRefuse({ args, allowPositionals: true, strict: true, tokens: true, options });
  refuseRepeated(parsed.tokens, options);
  return parsed;
}

function parseOrRefuse<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** An option with a value counts once, unless its command takes several: none is dropped in silence. */
function refuseRepeated(
  tokens: readonly { readonly kind: string; readonly name?: string; readonly value?: string | undefined }[],
  options: Command['options'],
): void {
  const seen = new Set<string>();
  for (const { name, value } of tokens) {
    if (name === undefined || value === undefined || options[name]?.multiple) continue;
    if (seen.has(name)) throw new UsageError(`--${name} is given twice`);
    seen.add(name);
  }
}

/** Runs one command line; returns the exit code. Failures are one line, never a stack trace. */
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
  try {
    return await answer(command, rest);
  } catch (error) {
    if (error instanceof UsageError) {
      note(`corun ${name}: ${error.message}\nusage: corun ${name} ${command.usage}`);
      return EXIT_USAGE;
    }
    note(`corun ${name}: ${oneLine(error)}`);
    return EXIT_FAILED;
  }
}

function oneLine(error: unknown): string {
  const message = words(saidOf(error));
  return (error instanceof InputError ? message : `failed: ${message}`).replace(/\s+/g, ' ');
}

// A reader that has seen enough (`| head`) closes the pipe: no failure, and nothing more to say.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
