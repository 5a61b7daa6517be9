import { message, type Words } from './message';

/** Something that reading a kernel's code took for granted. */
export interface CodeAssumption {
  readonly text: Words;
  /** 1-based line of the kernel's own file that it is about; null where it is about no one statement. */
  readonly line: number | null;
}

/** What an assumption says, behind the line that it is about. */
export function lineAndText({ text, line }: CodeAssumption): Words {
  return line === null ? text : message('kernel.atLine', { line, what: text });
}
