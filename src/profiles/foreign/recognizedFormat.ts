import type { Words } from '../../kernel/message';
import type { ReadStatus } from '../../kernel/profile';

/** Known format that no reader reads, with the command that makes a readable file of it. */
export interface RecognizedFormat {
  /** Stable id of the format. */
  readonly format: string;
  readonly status: ReadStatus;
  readonly reason: Words;
}

/** A path as a shell argument. */
export function quoted(path: string): string {
  return `"${path.replace(/["\\$`]/g, '\\$&')}"`;
}

/** A path with another ending, for the output of an export command. */
export function withEnding(path: string, ending: string): string {
  return quoted(`${path.replace(/\.[A-Za-z][\w-]{0,9}$/, '')}${ending}`);
}
