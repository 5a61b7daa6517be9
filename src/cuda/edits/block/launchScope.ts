import type { Launch } from '../../../kernel/kernel';
import { LineIndex } from '../../preprocessor/sourceMap';
import { splitCommas } from '../../syntax/angles';
import { tokenize } from '../../syntax/lexer';
import type { CudaWorkspace } from '../../workspace';
import type { RangeReader, SourceText } from './literalSites';

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
