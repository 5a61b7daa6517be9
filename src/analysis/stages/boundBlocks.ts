import { message, type Words } from '../../kernel/message';
import { blockInCode } from '../../cuda/edits/block/blockInCode';
import type { CudaWorkspace } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Kernel, Launch } from '../../kernel/kernel';
import type { BlockSizeResult } from '../results/kernelResult';
import { blockEdit } from './blockEdit';
import type { KernelFacts } from './kernelFacts';

/** What speaks against giving a kernel its advised block. */
export type AgainstBlock = Pick<BlockSizeResult, 'bound' | 'refusal'>;

interface Finding extends AgainstBlock {
  readonly launches: readonly Launch[];
  readonly wanted: number;
}

const NOTHING: AgainstBlock = { bound: null, refusal: null };

/** Which kernels cannot have their advised blocks; what was found is kept while kernel and launches are the same objects. */
export class BoundBlocks {
  private readonly found = new WeakMap<Kernel, Finding>();

  /**
   * Why no edit gives a kernel its advised or suggested block, and what binds it to the present one where its code and its launch
   * share what the block is made of, so that the kernel would have to be rewritten.
   *
   * @param whole false while the rest of the workspace is not read, so that no edit can be proven
   */
  of(
    cuda: CudaWorkspace,
    { kernel, launches }: KernelFacts,
    { current, advised, suggested }: BlockSizeResult,
    whole: boolean,
  ): AgainstBlock {
    const launch = bestLaunch(launches);
    const wanted = advised ?? suggested;
    if (launch === null || current === null || wanted === null || wanted === current) return NOTHING;
    const what = blockInCode(cuda, kernel, launch);
    // What was timed at no other block is not advised: only what ties it to its block is worth telling.
    if (what === null && advised === null) return NOTHING;
    if (!whole) return against(what, message('analysis.notWholeYet'));
    const known = this.found.get(kernel);
    if (known?.wanted === wanted && areSame(known.launches, launches)) return known;
    const edit = blockEdit(cuda, kernel.id, current, wanted);
    const found = edit.kind === 'edit' ? NOTHING : against(edit.unknown ? null : what, edit.reason);
    this.found.set(kernel, { launches, wanted, ...found });
    return found;
  }
}

function against(what: string | null, reason: Words): AgainstBlock {
  return { bound: what === null ? null : { what, reason }, refusal: reason };
}

function areSame(a: readonly Launch[], b: readonly Launch[]): boolean {
  return a.length === b.length && a.every((launch, place) => launch === b[place]);
}
