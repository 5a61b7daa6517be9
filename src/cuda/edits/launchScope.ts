import type { Launch } from '../../kernel/kernel';
import type { Scope } from '../constants/scope';
import { LineIndex } from '../preprocessor/sourceMap';
import { splitCommas } from '../syntax/angles';
import { tokenize } from '../syntax/lexer';
import type { CudaWorkspace } from '../workspace';
import type { RangeReader, SourceText } from './literalSites';

const LAUNCH = /<<<|cudaLaunch\w*/g;

/** The symbols at a launch; null when its function cannot be found again. */
export function scopeOfLaunch(workspace: CudaWorkspace, launch: Launch): Scope | null {
  for (const unit of workspace.functions(launch.path)) {
    const { startLine, endLine } = unit.rangeOf(0, unit.text.length);
    if (launch.line < startLine || launch.line > endLine) continue;
    for (const { index } of unit.text.matchAll(LAUNCH))
      if (unit.rangeOf(index, index + 1).startLine === launch.line) return unit.scopeAt(index);
  }
  return null;
}

/** Grid and block of a launch as written; null where the configuration is not written as two arguments. */
export function configurationTexts(
  workspace: CudaWorkspace,
  launch: Launch,
): { readonly grid: SourceText; readonly block: SourceText } | null {
  const config = rangeReader(workspace)(launch.path, launch.configRange);
  if (!config) return null;
  const tokens = tokenize(config.text, false);
  const [grid, block] = splitCommas(tokens, 0, tokens.count);
  if (!grid || !block) return null;
  const part = (range: { from: number; to: number }): SourceText => ({
    path: config.path,
    text: tokens.slice(range.from, range.to),
    offset: config.offset + tokens.start(range.from),
  });
  return { grid: part(grid), block: part(block) };
}

/** Reads ranges of the workspace's files. */
export function rangeReader(workspace: CudaWorkspace): RangeReader {
  return (path, range) => {
    const text = workspace.text(path);
    if (text === null) return null;
    const lines = new LineIndex(text);
    const start = lines.offset(range.startLine, range.startColumn);
    return { path, text: text.slice(start, lines.offset(range.endLine, range.endColumn)), offset: start };
  };
}
