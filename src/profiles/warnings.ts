import { message, type Words } from '../kernel/message';
import type { InputWarning } from '../kernel/source';

/** Warnings of one kind that are listed; further ones are only counted. */
const LISTED_PER_CODE = 20;

/** Collects the findings about one file, in order, without letting a broken file flood the list. */
export class WarningLog {
  private readonly listed: InputWarning[] = [];
  private readonly counts = new Map<string, number>();

  constructor(private readonly path: string) {}

  /** @param line 1-based, or undefined for a finding about the whole file. */
  add(code: string, words: Words, line?: number): void {
    const count = (this.counts.get(code) ?? 0) + 1;
    this.counts.set(code, count);
    if (count > LISTED_PER_CODE) return;
    this.listed.push(
      line === undefined
        ? { code, message: words }
        : { code, message: words, location: { path: this.path, line } },
    );
  }

  /** Adds a finding about the whole file, unless one of this kind is there already. */
  addOnce(code: string, words: Words): void {
    if (!this.counts.has(code)) this.add(code, words);
  }

  /** Number of warnings with `code`. */
  count(code: string): number {
    return this.counts.get(code) ?? 0;
  }

  /** The list, with a closing line for each code that was found too often. */
  all(): InputWarning[] {
    const more = [...this.counts].filter(([, count]) => count > LISTED_PER_CODE);
    return [
      ...this.listed,
      ...more.map(([code, count]) => ({
        code,
        message: message('profiles.unlisted', { count: count - LISTED_PER_CODE, code }),
      })),
    ];
  }
}
