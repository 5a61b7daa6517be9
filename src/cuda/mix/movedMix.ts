import type { InstructionMix, LoopEstimate } from '../../kernel/kernel';

/** The line with which an assumption about one statement begins. */
const LINE = /^line (\d+):/;

/** The mix of a kernel that stands `lines` further down in its file. */
export function movedMix(mix: InstructionMix, lines: number): InstructionMix {
  return {
    perThread: mix.perThread,
    loops: mix.loops.map((loop) => movedLoop(loop, lines)),
    assumptions: mix.assumptions.map((text) =>
      text.replace(LINE, (_, line: string) => `line ${Number(line) + lines}:`),
    ),
  };
}

function movedLoop(loop: LoopEstimate, lines: number): LoopEstimate {
  const { range } = loop;
  const moved = { ...range, startLine: range.startLine + lines, endLine: range.endLine + lines };
  return { ...loop, range: moved };
}
