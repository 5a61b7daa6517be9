import type * as vscode from 'vscode';
import { NOT_COMPARED, type CompareRequest, type CompareState } from '../../analysis/protocol';
import type { AnyCompareResult } from '../../analysis/results/compareResult';
import type { SeparateJob } from '../../analysis/worker/client';
import { LatestQuestion } from '../latestQuestion';

/** Starts a worker that compares ways of having a GPU, and tells what it knows so far. */
export type StartComparison = (
  request: CompareRequest,
  onResult: (result: AnyCompareResult) => void,
) => SeparateJob<AnyCompareResult>;

/** Answers in which way two kernels or programs should have a GPU. */
export class Comparing extends LatestQuestion<CompareState> {
  constructor(
    changed: vscode.EventEmitter<CompareState>,
    private readonly start: StartComparison,
  ) {
    super(changed, NOT_COMPARED);
  }

  /** Predictions first, then what is simulated. */
  ask(request: CompareRequest): Promise<void> {
    return this.answer({ ...NOT_COMPARED, request }, async ({ tell, run }) => ({
      result: await run(() => this.start(request, (result) => tell({ result }))),
    }));
  }
}
