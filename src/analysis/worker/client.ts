import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/umd/node-adapter';
import { Worker } from 'node:worker_threads';
import type { ProfileFile } from '../../kernel/profile';
import type { Result } from '../../kernel/result';
import type { WorkspaceResults } from '../results/workspaceResults';
import { joinChanges, WorkspaceState, type ProfileInput, type WorkspaceChange } from '../workspaceState';
import type { AnalysisWorker, ProgressListener } from './api';

/** Thrown into callers whose work was cancelled. */
export class CancelledError extends Error {
  constructor() {
    super('cancelled');
    this.name = 'CancelledError';
  }
}

interface Running {
  readonly worker: Worker;
  readonly api: Comlink.Remote<AnalysisWorker>;
  /** Rejects when the worker dies; a call to a dead worker would otherwise stay pending for ever. */
  readonly death: Promise<never>;
  kill(reason: Error): void;
}

export interface AnalysisClientOptions {
  /** The worker bundle, and the folder that holds the parser's wasm files. */
  readonly workerPath: string;
  readonly assets: string;
  readonly onProgress: ProgressListener;
  readonly log: (line: string) => void;
}

/**
 * Runs analyses in a worker that starts at the first use and is started anew after a crash (one
 * retry) or a cancel. Changes that arrive while one is running are joined into the next.
 */
export class AnalysisClient {
  readonly #state = new WorkspaceState();
  #running: Running | null = null;
  #pending: WorkspaceChange | null = null;
  #inFlight: Promise<WorkspaceResults> | null = null;

  constructor(private readonly options: AnalysisClientOptions) {}

  /** True while a call is under way. */
  get busy(): boolean {
    return this.#inFlight !== null;
  }

  /** Notes a change without analysing: the next `analyze` sends it along. */
  prime(change: WorkspaceChange): void {
    this.#state.apply(change);
    if (this.#running) this.#pending = this.#pending ? joinChanges(this.#pending, change) : change;
  }

  /** Applies the change; resolves with the first snapshot that contains it. */
  async analyze(change: WorkspaceChange): Promise<WorkspaceResults> {
    this.prime(change);
    while (this.#inFlight) await this.#inFlight.catch(() => undefined);
    this.#inFlight = this.#attempt(true).finally(() => (this.#inFlight = null));
    return this.#inFlight;
  }

  /** Reads one profile as a whole; independent of analyses. */
  async readProfile(path: string, input: ProfileInput, onProgress: ProgressListener): Promise<ProfileFile> {
    const running = (this.#running ??= this.#start());
    const call = running.api.readProfile(path, input, Comlink.proxy(onProgress)) as Promise<
      Result<ProfileFile>
    >;
    const result = await Promise.race([call, running.death]);
    if (result.ok) return result.value;
    throw new Error(result.error.message);
  }

  /** Ends the running call at once; what was told and computed before stays. */
  cancel(): void {
    this.#running?.kill(new CancelledError());
  }

  dispose(): void {
    this.cancel();
  }

  async #attempt(mayRetry: boolean): Promise<WorkspaceResults> {
    const running = (this.#running ??= this.#start());
    const change = this.#pending ?? {};
    this.#pending = null;
    try {
      const call = running.api.analyze(change, Comlink.proxy(this.options.onProgress)) as Promise<
        Result<WorkspaceResults>
      >;
      const result = await Promise.race([call, running.death]);
      if (result.ok) return result.value;
      throw new Error(result.error.message);
    } catch (error) {
      if (error instanceof CancelledError || this.#running === running || !mayRetry) throw error;
      this.options.log(`the analysis worker stopped (${(error as Error).message}); trying once more`);
      return this.#attempt(false);
    }
  }

  #start(): Running {
    const worker = new Worker(this.options.workerPath, { workerData: { assets: this.options.assets } });
    const api = Comlink.wrap<AnalysisWorker>(nodeEndpoint(worker));
    let kill: (reason: Error) => void = () => undefined;
    const death = new Promise<never>((_, reject) => {
      kill = (reason) => {
        if (this.#running?.worker === worker) this.#running = null;
        void worker.terminate();
        reject(reason);
      };
      worker.once('error', (error) => kill(error instanceof Error ? error : new Error(String(error))));
      worker.once('exit', (code) => kill(new Error(`worker exited with code ${code}`)));
    });
    death.catch(() => undefined);
    this.#pending = this.#state.asChange();
    return { worker, api, death, kill };
  }
}
