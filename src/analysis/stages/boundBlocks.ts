import { blockInCode } from '../../cuda/edits/blockInCode';
import type { CudaWorkspace } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Launch } from '../../kernel/kernel';
import type { BlockSizeResult, BoundBlock } from '../results/kernelResult';
import { blockEdit } from './blockEdit';
import type { KernelFacts } from './kernelFacts';

interface Kept {
  /** What the finding rests on: the texts around kernel and launch, the kernel's launches, the advised block. */
  readonly from: readonly (string | number)[];
  readonly bound: BoundBlock | null;
}

/** Which kernels are bound to their blocks; what was found is kept while nothing around it changes. */
export class BoundBlocks {
  #kept = new Map<string, Kept>();

  /**
   * What binds a kernel to its block, where the advised one would need the kernel rewritten: its code and its launch
   * share what the block is made of, and they speak against the edit of one number that gives the other block.
   *
   * @param whole false while the rest of the workspace is not read, so that no edit can be proven
   */
  of(
    cuda: CudaWorkspace,
    { kernel, launches }: KernelFacts,
    { current, advised }: BlockSizeResult,
    whole: boolean,
  ): BoundBlock | null {
    const launch = bestLaunch(launches);
    if (launch === null || current === null || advised === null || advised === current) return null;
    const what = blockInCode(cuda, kernel, launch);
    if (what === null) return null;
    if (!whole) return { what, reason: 'no edit is tried before the whole workspace is read' };
    const texts = [...cuda.textsOf([kernel.path, launch.path])].flat();
    const from = [advised, ...texts, ...launches.map(placeOf)];
    const kept = this.#kept.get(kernel.id);
    if (kept && isSame(kept.from, from)) return kept.bound;
    const edit = blockEdit(cuda, kernel.id, advised);
    const bound = edit.kind === 'edit' || edit.unknown ? null : { what, reason: edit.reason };
    this.#kept.set(kernel.id, { from, bound });
    return bound;
  }
}

function placeOf({ path, line, grid, block }: Launch): string {
  return [path, line, ...[...grid, ...block].map(({ text }) => text)].join('\n');
}

function isSame(a: Kept['from'], b: Kept['from']): boolean {
  return a.length === b.length && a.every((part, place) => part === b[place]);
}
