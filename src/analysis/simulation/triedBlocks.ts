import type { CudaWorkspace } from '../../cuda/workspace';
import type { AdviceEdit } from '../results/workspaceResults';
import { blockEdit } from '../stages/blockEdit';

/**
 * Edits of blocks that were tried, until sources change. Each is proved on the whole file, and several plans are made of
 * one state of the sources: whenever a profile has decided a number, and for every GPU.
 */
export class TriedBlocks {
  private readonly tried = new Map<string, AdviceEdit>();

  /** The edit that gives a kernel another block size, as `blockEdit` finds it. */
  edit(cuda: CudaWorkspace, kernelId: string, current: number, threads: number): AdviceEdit {
    const key = `${current} ${threads} ${kernelId}`;
    const edit = this.tried.get(key) ?? blockEdit(cuda, kernelId, current, threads);
    this.tried.set(key, edit);
    return edit;
  }

  /** To be called when sources have changed. */
  forget(): void {
    this.tried.clear();
  }
}
