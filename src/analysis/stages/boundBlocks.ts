import { blockInCode } from '../../cuda/edits/block/blockInCode';
import type { CudaWorkspace } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Kernel, Launch } from '../../kernel/kernel';
import type { BlockSizeResult, BoundBlock } from '../results/kernelResult';
import { blockEdit } from './blockEdit';
import type { KernelFacts } from './kernelFacts';

interface Finding {
  readonly launches: readonly Launch[];
  readonly advised: number;
  readonly bound: BoundBlock | null;
}

/** Which kernels are bound to their blocks; what was found is kept while kernel and launches are the same objects. */
export class BoundBlocks {
  private readonly found = new WeakMap<Kernel, Finding>();

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
    const known = this.found.get(kernel);
    if (known?.advised === advised && areSame(known.launches, launches)) return known.bound;
    const edit = blockEdit(cuda, kernel.id, advised);
    const bound = edit.kind === 'edit' || edit.unknown ? null : { what, reason: edit.reason };
    this.found.set(kernel, { launches, advised, bound });
    return bound;
  }
}

function areSame(a: readonly Launch[], b: readonly Launch[]): boolean {
  return a.length === b.length && a.every((launch, place) => launch === b[place]);
}
