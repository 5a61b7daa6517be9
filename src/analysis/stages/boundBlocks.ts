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

interface Finding {
  readonly against: AgainstBlock;
  readonly current: number;
  readonly wanted: number;
  /** What it rests on: code around the kernels, and those that its launches start. */
  readonly around: readonly string[];
}

const NOTHING: AgainstBlock = { bound: null, refusal: null };

/** Findings that are kept: those of all kernels are dropped beyond. */
const MOST_KEPT = 5000;

/**
 * Which kernels cannot have their advised blocks. To find out, whole files are read with the edit in place; so what was
 * found is kept while the kernels that the launches start and the code around all kernels are the same.
 */
export class BoundBlocks {
  private readonly found = new Map<string, Finding>();
  /** Texts that findings rest on, so that equal ones are one object. */
  private readonly around = new Map<string, string>();

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
    const known = this.found.get(kernel.id);
    const around = this.aroundOf(cuda, kernel, launches);
    if (known?.wanted === wanted && known.current === current && areSame(known.around, around))
      return known.against;
    const edit = blockEdit(cuda, kernel.id, current, wanted);
    const found = edit.kind === 'edit' ? NOTHING : against(edit.unknown ? null : what, edit.reason);
    if (this.found.size >= MOST_KEPT) this.found.clear();
    this.found.set(kernel.id, { current, wanted, around, against: found });
    return found;
  }

  private aroundOf(cuda: CudaWorkspace, kernel: Kernel, launches: readonly Launch[]): readonly string[] {
    const paths = new Set([kernel.path, ...launches.map(({ path }) => path)]);
    const started = new Set([kernel.id, ...launches.flatMap(({ kernelIds }) => kernelIds)]);
    return [
      ...[...paths].map((path) => this.one(path, cuda.codeAround(path))),
      ...[...started].map((id) => cuda.kernelText(id)),
    ];
  }

  /** A text, as the object that it was the last time. */
  private one(path: string, text: string): string {
    const before = this.around.get(path);
    if (before === text) return before;
    this.around.set(path, text);
    return text;
  }
}

function against(what: string | null, reason: Words): AgainstBlock {
  return { bound: what === null ? null : { what, reason }, refusal: reason };
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, place) => text === b[place]);
}
