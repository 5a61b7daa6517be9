import type { WriteStream } from 'node:tty';
import { printable } from './printable';
import { COLOURS, usePage, type Page } from '../words/texts/page';

/** What decides how a stream is written to. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Lines narrower than this are not tried for. */
const NARROWEST = 40;

/**
 * The page that a stream is: as wide as its terminal, else as `COLUMNS` says, else of any width; with colour on a
 * terminal that is not `dumb`, unless `NO_COLOR` is set (https://no-color.org), or with `FORCE_COLOR` everywhere.
 */
export function pageOf(output: Output, env: NodeJS.ProcessEnv): Partial<Page> {
  const columns = output.columns ?? Number(env['COLUMNS']);
  const width = columns > 0 ? Math.max(NARROWEST, columns) : Infinity;
  return hasColour(output, env) ? { width, style: COLOURS } : { width };
}

function hasColour(output: Output, env: NodeJS.ProcessEnv): boolean {
  if (isSet(env['NO_COLOR'])) return false;
  if (isSet(env['FORCE_COLOR'])) return env['FORCE_COLOR'] !== '0';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Answers are made for the terminal that this process writes to. */
export function useTerminal(): void {
  usePage(pageOf(process.stdout, process.env));
}

/** Lines for people on a stream: what lasts, and on a terminal one line of progress that the next one replaces. */
export class Notes {
  private isOpen = false;

  constructor(private readonly stream: Pick<WriteStream, 'write'> & Output) {}

  /** A line that stays. */
  note(line: string): void {
    this.clear();
    this.stream.write(`${printable(line)}\n`);
  }

  /** How far something is: a line of its own where the stream is no terminal. */
  progress(said: string): void {
    const line = printable(said);
    if (this.stream.isTTY !== true) {
      this.stream.write(`${line}\n`);
      return;
    }
    this.clear();
    this.stream.write(line.slice(0, (this.stream.columns ?? line.length + 1) - 1));
    this.isOpen = true;
  }

  /** Takes the line of progress away. */
  clear(): void {
    if (!this.isOpen) return;
    this.stream.write('\r\u001b[K');
    this.isOpen = false;
  }
}
