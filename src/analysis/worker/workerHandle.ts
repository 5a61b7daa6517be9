import { ownGpus } from '../../gpu/catalogue';
import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/umd/node-adapter.js';
import { totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { message, plain, type Words } from '../../kernel/message';
import { saidOf, type Result } from '../../kernel/result';

/** Thrown into callers whose work was cancelled. */
export class CancelledError extends Error {
  constructor() {
    super('cancelled');
    this.name = 'CancelledError';
  }
}

/** A failure that the worker reported: the input's fault or a defect, but the worker lives on. */
export class WorkerFailure extends Error {
  constructor(readonly said: Words) {
    super(plain(said));
  }
}

/** The thread ended by itself, and took its answer with it. */
class WorkerDeath extends Error {
  constructor(readonly said: Words) {
    super(plain(said));
  }
}

/** Where the worker's bundle is, and the folder of the parser's wasm files. */
export interface WorkerFiles {
  readonly workerPath: string;
  readonly assets: string;
  /** Heap in MB that a thread may have, by default a half of the machine's memory and at most 4096. */
  readonly heapMB?: number;
}

/** A thread that needs more ends by itself, and takes nothing else along. */
const MOST_HEAP_MB = Math.min(4096, Math.floor(totalmem() / 2 / 2 ** 20));

/** What is said of a thread that ended with an error. */
function causeOfDeath(error: unknown, heapMB: number): Words {
  if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
    return message('analysis.outOfMemory', { megabytes: heapMB });
  return saidOf(error);
}

/** One worker thread that offers `Api`: calls end when it dies, which a plain remote call would wait out for ever. */
export class WorkerHandle<Api> {
  private readonly worker: Worker;
  private readonly api: Comlink.Remote<Api>;
  private readonly death: Promise<never>;
  private readonly ownGpus = ownGpus();
  private end: (reason: Error) => void = () => undefined;

  constructor(files: WorkerFiles, onDeath: () => void) {
    const { heapMB = MOST_HEAP_MB } = files;
    this.worker = new Worker(files.workerPath, {
      workerData: { assets: files.assets, ownGpus: this.ownGpus },
      resourceLimits: { maxOldGenerationSizeMb: heapMB },
    });
    this.api = Comlink.wrap<Api>(nodeEndpoint(this.worker));
    this.death = new Promise<never>((_, reject) => {
      this.end = (reason) => {
        onDeath();
        void this.worker.terminate();
        reject(reason);
      };
    });
    this.death.catch(() => undefined);
    this.worker.once('error', (error) => this.end(new WorkerDeath(causeOfDeath(error, heapMB))));
    this.worker.once('exit', (code) => this.end(new WorkerDeath(message('analysis.threadEnded', { code }))));
  }

  /**
   * Makes one call.
   * @throws WorkerFailure with what the worker reported; CancelledError or the cause of death when it died.
   */
  async call<T>(make: (api: Comlink.Remote<Api>) => unknown): Promise<T> {
    const result = await Promise.race([make(this.api) as Promise<Result<T>>, this.death]);
    if (result.ok) return result.value;
    throw new WorkerFailure(result.error.said);
  }

  /** False when the user's GPUs have changed since it was started. */
  knowsGpus(): boolean {
    return this.ownGpus === ownGpus();
  }

  /** Whether the process goes on for this thread alone. */
  keepProcess(isNeeded: boolean): void {
    if (isNeeded) this.worker.ref();
    else this.worker.unref();
  }

  /** Ends the thread at once; calls under way reject with a CancelledError. */
  cancel(): void {
    this.end(new CancelledError());
  }
}
