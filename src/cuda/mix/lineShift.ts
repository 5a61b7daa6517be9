import type { CodeAssumption } from '../../kernel/codeAssumption';
import type { SourceRange } from '../../kernel/source';

/** Range of code that stands `lines` further down in its file. */
export function shiftRange(range: SourceRange, lines: number): SourceRange {
  return { ...range, startLine: range.startLine + lines, endLine: range.endLine + lines };
}

/** An assumption about code that stands `lines` further down in its file. */
export function shiftAssumption<T extends CodeAssumption>(assumption: T, lines: number): T {
  return assumption.line === null ? assumption : { ...assumption, line: assumption.line + lines };
}
