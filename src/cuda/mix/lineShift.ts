import type { InstructionMix } from '../../kernel/kernel';
import type { SourceRange } from '../../kernel/source';

/** The line with which an assumption about one statement begins. */
const LINE = /^line (\d+):/;

/** The mix of a kernel that stands `lines` further down in its file. */
export function shiftMix(mix: InstructionMix, lines: number): InstructionMix {
  return {
    perThread: mix.perThread,
    loops: mix.loops.map((loop) => ({ ...loop, range: shiftRange(loop.range, lines) })),
    assumptions: mix.assumptions.map((text) => (typeof text === 'string' ? shiftText(text, lines) : text)),
  };
}

/** Range of code that stands `lines` further down in its file. */
export function shiftRange(range: SourceRange, lines: number): SourceRange {
  return { ...range, startLine: range.startLine + lines, endLine: range.endLine + lines };
}

/** An assumption of a reading that names its line. */
export function shiftText(text: string, lines: number): string {
  return text.replace(LINE, (_, line: string) => `line ${Number(line) + lines}:`);
}
