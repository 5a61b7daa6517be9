import { parseArgs, type ParseArgsConfig } from 'node:util';
import { InputError, saidOf } from '../kernel/result';
import { english, worded, words } from '../words';
import { say } from '../words/say';
import { fitted } from '../words/texts/page';
import { closest } from '../kernel/closest';
import { withGpuFiles } from './gpuFiles';
import type { FailureAnswer } from './answers';
import { UsageError, type Answer, type Command } from './command';
import { printable, printableJson } from './printable';
import { COMMON_OPTIONS, commandHelp } from './help';
import { Notes, useTerminal } from './terminal';
import type { Words } from '../kernel/message';

export const EXIT_USAGE = 2;
export const EXIT_FAILED = 1;

/** Of what is no file, no JSON, JSON of something else, and no recording. */
const OTHER_FILE: ReadonlySet<string> = new Set(['not-a-file', 'invalid-json', 'invalid-field', 'no-trace']);

const notes = new Notes(process.stderr);

/** Writes a line for people: a warning, a failure. */
export const note = (line: Words): void => notes.note(words(line));

/** Writes the answer; waits until the whole text has left: a pipe may take less than the text at once. */
export function print(text: string): Promise<void> {
  notes.clear();
  return new Promise((resolve) => process.stdout.write(`${printable(text)}\n`, () => resolve()));
}

async function answer(command: Command, args: string[]): Promise<number> {
  const { values, positionals } = parse(command, args);
  if (values['help']) {
    await print(fitted(commandHelp(command)));
    return 0;
  }
  const progress = (line: Words): void => notes.progress(words(line));
  const { gpu } = values;
  if (typeof gpu === 'string') values['gpu'] = await withGpuFiles(gpu, note);
  const result: Answer = await command.run({ positionals, options: values, note, progress });
  await print(values['json'] ? printableJson(worded(result.json, english)) : fitted(result.text));
  return result.exitCode ?? 0;
}

function parse(command: Command, args: string[]): ReturnType<typeof parseArgs> {
  const options = { ...COMMON_OPTIONS, ...command.options };
  refuseUnknown(args, options);
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

/** An option that there is not: says which one may have been meant. */
function refuseUnknown(args: string[], options: Command['options']): void {
  const { tokens } = parseArgs({ args, allowPositionals: true, strict: false, tokens: true, options });
  const unknown = tokens.find((token) => token.kind === 'option' && !(token.name in options));
  if (unknown?.kind !== 'option') return;
  const near = closest(unknown.name, Object.keys(options));
  const said = { option: unknown.rawName };
  throw new UsageError(
    near === null ? say('cli.noOption', said) : say('cli.noOptionBut', { ...said, near: `--${near}` }),
  );
}

/** An option with a value counts once, unless its command takes several: none is dropped in silence. */
function refuseRepeated(
  tokens: readonly { readonly kind: string; readonly name?: string; readonly value?: string | undefined }[],
  options: Command['options'],
): void {
  const seen = new Set<string>();
  for (const { name, value } of tokens) {
    if (name === undefined || value === undefined || options[name]?.multiple) continue;
    if (seen.has(name)) throw new UsageError(say('cli.fault.twice', { option: `--${name}` }));
    seen.add(name);
  }
}

/** Runs one command with its arguments; returns the exit code. Failures are one line, never a stack trace. */
export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const { name, usage } = command;
  useTerminal();
  try {
    return await answer(command, [...args]);
  } catch (error) {
    if (args.includes('--json')) await print(printableJson(failure(error)));
    if (error instanceof UsageError) {
      note(`corun ${name}: ${error.message}\n${say('cli.usage', { usage: `corun ${name} ${usage}` })}`);
      return EXIT_USAGE;
    }
    note(`corun ${name}: ${oneLine(error)}`);
    if (command.takes !== undefined && isOtherFile(error, args)) note(command.takes);
    return EXIT_FAILED;
  } finally {
    notes.clear();
  }
}

/** A failure for programs that read the answer, which people read beside it. */
function failure(error: unknown): FailureAnswer {
  const isUsage = error instanceof UsageError;
  const { code, path = null, line = null } = error instanceof InputError ? error : { code: 'failed' };
  return {
    error: {
      code: isUsage ? 'usage' : code,
      message: english(saidOf(error)),
      path,
      line,
      exitCode: isUsage ? EXIT_USAGE : EXIT_FAILED,
    },
  };
}

/** Whether a file that the command line names is none of those that the command takes. */
function isOtherFile(error: unknown, args: readonly string[]): boolean {
  if (!(error instanceof InputError) || error.path === undefined) return false;
  return OTHER_FILE.has(error.code) && args.includes(error.path);
}

function oneLine(error: unknown): string {
  const message = words(saidOf(error));
  return (error instanceof InputError ? message : say('cli.failed', { reason: message })).replace(
    /\s+/g,
    ' ',
  );
}
