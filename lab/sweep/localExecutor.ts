import * as Comlink from 'comlink';
import { WorkerHandle, type WorkerFiles } from '../../src/analysis/worker/workerHandle';
import { Turns } from '../../src/files/turns';
import type { LabWorker } from '../worker';
import type { Executor, Job, RowListener } from './executor';
import type { JobKind, RowOf } from './kinds';

interface LocalOptions {
  /** Threads. */
  readonly workers: number;
  /** Asked before every job; the rest is left out once it says no. */
  readonly mayStart?: () => boolean;
  readonly signal: AbortSignal;
}

/** Runs jobs in threads of this machine, each taking the next one when it is done. Rows are told one by one as they come. */
export class LocalExecutor implements Executor {
  private readonly lanes: WorkerHandle<LabWorker>[] = [];
  private readonly stop = (): void => this.lanes.forEach((lane) => lane.cancel());

  constructor(
    private readonly files: WorkerFiles,
    private readonly options: LocalOptions,
  ) {
    options.signal.addEventListener('abort', this.stop, { once: true });
  }

  async run<Kind extends JobKind>(
    kind: Kind,
    jobs: readonly Job<Kind>[],
    onRows: RowListener<Kind>,
  ): Promise<void> {
    const waiting = [...jobs];
    const telling = new Turns(1);
    const onRow = Comlink.proxy((row: unknown) => telling.take(async () => onRows([row as RowOf<Kind>])));
    const runLane = async (lane: WorkerHandle<LabWorker>): Promise<void> => {
      for (let job = this.next(waiting); job !== undefined; job = this.next(waiting)) {
        const { input } = job;
        await lane.call<undefined>((api) => api.runJob(kind, input, onRow));
      }
    };
    await Promise.all(this.lanesFor(jobs.length).map(runLane));
  }

  close(): void {
    this.options.signal.removeEventListener('abort', this.stop);
    this.stop();
  }

  private next<Kind extends JobKind>(waiting: Job<Kind>[]): Job<Kind> | undefined {
    return this.options.mayStart?.() === false ? undefined : waiting.shift();
  }

  private lanesFor(jobs: number): readonly WorkerHandle<LabWorker>[] {
    const { workers, signal } = this.options;
    while (this.lanes.length < Math.min(workers, jobs))
      this.lanes.push(new WorkerHandle<LabWorker>(this.files, () => undefined));
    if (signal.aborted) this.stop();
    return this.lanes;
  }
}
