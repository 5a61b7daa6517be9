import { parseArgs, type ParseArgsConfig } from 'node:util';
import { InputError, saidOf } from '../kernel/result';
import { english, worded, words } from '../words';
import { UsageError, type Answer, type Command } from './command';
import { COMMON_OPTIONS, commandHelp } from './help';

export const EXIT_USAGE = 2;
export const EXIT_FAILED = 1;

/** Writes a line for people: progress, a warning, a failure. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes the answer; waits until the whole text has left: a pipe may take less than the text at once. */
export function print(line: string): Promise<void> {
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

/** Runs one command with its arguments; returns the exit code. Failures are one line, never a stack trace. */
export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const { name, usage } = command;
  try {
    return await answer(command, [...args]);
  } catch (error) {
    if (error instanceof UsageError) {
      note(`corun ${name}: ${error.message}\nusage: corun ${name} ${usage}`);
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
