import { message, type Message } from '../../../kernel/message';
import type { Kernel } from '../../../kernel/kernel';
import { parseNumber } from '../../constants/literals';
import { tokenize } from '../../syntax/lexer';
import { TokenKind } from '../../syntax/tokens';
import type { CudaWorkspace } from '../../workspace';

/** Loops that halve an extent rely on powers of two. */
const HALVES = />>=\s*1\b|\/=\s*2\b|\*=\s*2\b|<<=\s*1\b/;

/**
 * Why a kernel cannot be launched with `threads` instead of `before` threads per block without a look into
 * it, or null when nothing speaks against it.
 *
 * @param after the same kernel as indexed with the edit in place: what follows the edit has changed in it.
 */
export function reasonAgainst(
  workspace: CudaWorkspace,
  kernel: Kernel,
  after: Kernel,
  before: number,
  threads: number,
): Message | null {
  const bound = after.launchBounds?.maxThreadsPerBlock;
  if (bound && bound.value === null) return message('cuda.boundsUnknown', { bounds: bound.text });
  if (bound && bound.value! < threads) return message('cuda.boundsAllow', { threads: bound.value! });
  const body = bodyOf(workspace, kernel);
  if (body === null) return message('cuda.bodyUnread');
  if (mentions(body, before)) return message('cuda.numberInBody', { number: before });
  const fixed = kernel.shared.find(
    (array, index) => !array.dynamic && array.bytes?.value === after.shared[index]?.bytes?.value,
  );
  if (fixed && threads > before) return message('cuda.arrayFixed', { array: fixed.name });
  if (HALVES.test(body) && !Number.isInteger(Math.log2(threads))) return message('cuda.halves');
  return null;
}

/** The body as written: a number behind a macro follows the edit, one in the text does not. */
export function bodyOf(workspace: CudaWorkspace, kernel: Kernel): string | null {
  if (workspace.text(kernel.path) === null || kernel.fromMacro) return null;
  const { startLine, endLine } = kernel.range;
  return workspace
    .linesOf(kernel.path)
    .slice(startLine - 1, endLine)
    .join('\n');
}

/** Tests whether a body contains a number literal of this value. */
export function mentions(body: string, value: number): boolean {
  const tokens = tokenize(body, false);
  for (let index = 0; index < tokens.count; index++)
    if (tokens.kind(index) === TokenKind.number && parseNumber(tokens.at(index))?.number === value)
      return true;
  return false;
}
