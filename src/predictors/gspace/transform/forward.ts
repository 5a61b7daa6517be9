import { refused, type Refusal, type SourceEdit } from '../../../cuda/edits/outcome';
import { LineIndex } from '../../../cuda/preprocessor/sourceMap';
import type { CudaWorkspace } from '../../../cuda/workspace';
import type { Kernel, Launch } from '../../../kernel/kernel';
import { message } from '../../../kernel/message';
import type { YieldVariant } from '../../yieldingPort';
import { missingRuntime, yieldingHead } from './kernelEdit';
import { handleText } from './launchEdit';
import { definitionAt, fileScopeBefore, offsetsOf } from './sourceText';

/** Whether a launch stands in front of its kernel's definition. */
export function isInFront(workspace: CudaWorkspace, kernel: Kernel, launch: Launch): boolean {
  const text = launch.path === kernel.path ? workspace.text(kernel.path) : null;
  return text !== null && offsetsOf(text, launch.range).start < offsetsOf(text, kernel.range).start;
}

/**
 * What a launch in front of its kernel's definition needs in front of its function: what yielding kernels share, a
 * declaration, and the handle. Refused for templates, in name spaces, classes and `extern "C"` with braces, and behind
 * conditions of the preprocessor.
 */
export function forwardEdit(
  workspace: CudaWorkspace,
  kernel: Kernel,
  launch: Launch,
  variant: YieldVariant,
): SourceEdit | Refusal {
  const text = workspace.text(kernel.path)!;
  const at = offsetsOf(text, launch.range).start;
  const around = workspace
    .functions(kernel.path)
    .map(({ range }) => offsetsOf(text, range))
    .find(({ start, end }) => start <= at && at < end);
  const definition = definitionAt(text, kernel.range, kernel.name);
  const isFree = (start: number): boolean => fileScopeBefore(text, start) === start;
  if (
    around === undefined ||
    definition === null ||
    ![around.start, definition.start].every(isFree) ||
    kernel.template.length > 0
  )
    return refused(message('yielding.launchBefore', { line: launch.line }));
  const before = text.slice(0, around.start);
  const count = (pattern: RegExp): number => before.match(pattern)?.length ?? 0;
  const isConditional = count(/^[ \t]*#[ \t]*if/gm) > count(/^[ \t]*#[ \t]*endif/gm);
  if (isConditional || definition.parameters.includes('='))
    return refused(message('yielding.launchBefore', { line: launch.line }));
  const made = [`${yieldingHead(definition, kernel, variant)};`, handleText(kernel, variant)].join('\n');
  return {
    path: kernel.path,
    range: new LineIndex(text).range(around.start, around.start),
    newText: `${missingRuntime(before, variant)}${made}\n\n`,
  };
}
