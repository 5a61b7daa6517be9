import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/umd/node-adapter.js';
import { parentPort } from 'node:worker_threads';

/**
 * Offers `api` to the thread that started this one.
 * @throws Error outside of a worker thread
 */
export function serve(api: object): void {
  if (!parentPort) throw new Error('this file runs in a worker thread');
  Comlink.expose(api, nodeEndpoint(parentPort));
}
