// Worker entry: one analysis session behind Comlink.
import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/umd/node-adapter';
import { parentPort, workerData } from 'node:worker_threads';
import type { AnalysisSession } from '../session';
import { createNodeSession } from '../nodeSession';
import { openProfile } from '../nodeFiles';
import { toFailure } from '../failure';
import { readingProgress, readOrRefuse } from '../readOrRefuse';
import { simulateWithProgress } from '../simulation';
import type { AnalysisWorker } from './api';

const { assets } = workerData as { assets: string };
let session: Promise<AnalysisSession> | undefined;

const api: AnalysisWorker = {
  async analyze(change, onProgress) {
    try {
      session ??= createNodeSession(assets);
      const running = await session;
      return { ok: true, value: await running.analyze(change, onProgress) };
    } catch (error) {
      return toFailure(error);
    }
  },
  async adviceEdit(id) {
    try {
      if (!session) return toFailure(new Error('nothing was analysed yet'));
      return { ok: true, value: (await session).adviceEdit(id) };
    } catch (error) {
      return toFailure(error);
    }
  },
  async readProfile(path, input, onProgress) {
    const onRead = readingProgress(path, onProgress);
    return { ok: true, value: await readOrRefuse(path, () => openProfile(input), { onProgress: onRead }) };
  },
  simulate(scenario, onProgress) {
    try {
      return Promise.resolve({ ok: true, value: simulateWithProgress(scenario, onProgress) });
    } catch (error) {
      return Promise.resolve(toFailure(error));
    }
  },
};

if (!parentPort) throw new Error('this file runs in a worker thread');
Comlink.expose(api, nodeEndpoint(parentPort));
