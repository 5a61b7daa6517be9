import type { ParseArgsConfig } from 'node:util';
import type { Words } from '../kernel/message';
import { say } from '../words/say';

/** Wrong usage: exit code 2 and the command's usage line. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** What a command answers: one JSON document, and the same for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  /**
   * 1 when nothing asked for could be read, 3 when what was checked is at fault, 4 when nothing could be held against
   * what it was to be checked by; 0 otherwise.
   */
  readonly exitCode?: 0 | 1 | 3 | 4;
}

export interface Invocation {
  readonly positionals: readonly string[];
  readonly options: OptionValues;
  /** A line of progress or warning for people; never on standard output. */
  readonly note: (line: Words) => void;
  /** How far it is, for people; on a terminal the next line replaces it. */
  readonly progress: (line: Words) => void;
}

/** One option of a command, as Node reads it and as `--help` tells it. */
export type CommandOption = NonNullable<ParseArgsConfig['options']>[string] & {
  /** What stands for the value, e.g. `CYCLES`; none for a flag. */
  readonly value?: string;
  /** What it does, in one line. */
  readonly help: Words;
  /** What is taken when it is left out, where that is worth saying. */
  readonly otherwise?: Words | number;
};

/** One command of the command line. */
export interface Command {
  readonly name: string;
  readonly summary: Words;
  /** Arguments after the name, e.g. `PATH… [--gpu ID]`. */
  readonly usage: string;
  /** What the files that it names hold and how one comes by them, where these are no sources. */
  readonly takes?: Words;
  readonly options: Readonly<Record<string, CommandOption>>;
  run(invocation: Invocation): Promise<Answer>;
}

/** An option's text, or undefined. */
export function text(options: OptionValues, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A required or defaulted number option. */
function number(options: OptionValues, name: string, fallback?: number): number {
  const given = text(options, name);
  if (given === undefined) {
    if (fallback === undefined) throw new UsageError(say('cli.fault.missing', { option: `--${name}` }));
    return fallback;
  }
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value))
    throw new UsageError(say('cli.fault.number', { option: `--${name}`, given }));
  return value;
}

/** A whole-number option of at least `minimum`. */
export function whole(options: OptionValues, name: string, minimum: number, fallback?: number): number {
  const value = number(options, name, fallback);
  if (!Number.isSafeInteger(value) || value < minimum)
    throw new UsageError(say('cli.fault.whole', { option: `--${name}`, minimum, value }));
  return value;
}
