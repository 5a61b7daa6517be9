import path from 'node:path';
import { realPath } from '../files/folders';
import type { WorkerFiles } from '../analysis/worker/workerHandle';

/**
 * The folder of the built command line: the worker, the parser's wasm files and the schemas lie beside it. Package
 * managers start it through a link.
 */
export function distFolder(): string {
  return path.dirname(realPath(process.argv[1]!));
}

/** What threads are started from. */
export function workerFiles(): WorkerFiles {
  const assets = distFolder();
  return { workerPath: path.join(assets, 'worker.js'), assets };
}
