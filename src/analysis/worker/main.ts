// Worker entry: one analysis session behind Comlink.
import * as Comlink from 'comlink';
import nodeEndpoint from 'comlink/dist/umd/node-adapter.js';
import { parentPort, workerData } from 'node:worker_threads';
import type { AnalysisSession } from '../session';
import { createNodeSession } from '../nodeSession';
import { openProfile } from '../nodeFiles';
import { readThemisModels, shippedModels } from '../corun/nodeModels';
import { shareGpu } from '../corun/share';
import { toFailure } from '../failure';
import { profilePage } from '../profilePage';
import { readingProgress, readOrRefuse } from '../readOrRefuse';
import { nodeProgramMakers } from '../scenarios/nodeMakers';
import { scenarioReport } from '../scenarios/scenarioReport';
import { runTask } from '../simulation/runTask';
import { runCollectionTask } from '../training/collectionTask';
import type { AnalysisWorker } from './api';

const { assets } = workerData as { assets: string };
let session: Promise<AnalysisSession> | undefined;
/** Profiles being read for their editors, by number. */
const readings = new Map<number, { aborted: boolean }>();

const api: AnalysisWorker = {
  async analyze(change, onProgress, only) {
    try {
      session ??= createNodeSession(assets);
      const running = await session;
      return { ok: true, value: await running.analyze(change, onProgress, only) };
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
  async readProfile(reading, path, input, onProgress) {
    const signal = { aborted: false };
    readings.set(reading, signal);
    try {
      const known = (await session)?.readFile(path, input.stamp);
      const options = { onProgress: readingProgress(path, onProgress), signal };
      // The page leaves the columns of long traces behind: they would be copied to the editor for nothing.
      return {
        ok: true,
        value: profilePage(known ?? (await readOrRefuse(path, () => openProfile(input), options))),
      };
    } catch (error) {
      return toFailure(error);
    } finally {
      readings.delete(reading);
    }
  },
  cancelReading(reading) {
    const signal = readings.get(reading);
    if (signal) signal.aborted = true;
    return Promise.resolve({ ok: true, value: undefined });
  },
  async simulationPlan(request) {
    try {
      if (!session) return toFailure(new Error('nothing was analysed yet'));
      return { ok: true, value: (await session).simulationPlan(request) };
    } catch (error) {
      return toFailure(error);
    }
  },
  async scenarioOf(kernelIds) {
    try {
      if (!session) return toFailure(new Error('nothing was analysed yet'));
      return { ok: true, value: (await session).scenarioOf(kernelIds) };
    } catch (error) {
      return toFailure(error);
    }
  },
  async share(scenario, request, counters) {
    try {
      const models = await readThemisModels(shippedModels(assets));
      return { ok: true, value: shareGpu(scenario, request, models, counters) };
    } catch (error) {
      return toFailure(error);
    }
  },
  runTask(task) {
    try {
      return Promise.resolve({ ok: true, value: runTask(task) });
    } catch (error) {
      return Promise.resolve(toFailure(error));
    }
  },
  async simulate(scenario, folder, onProgress) {
    try {
      return {
        ok: true,
        value: await scenarioReport(scenario, nodeProgramMakers(folder, assets), onProgress),
      };
    } catch (error) {
      return toFailure(error);
    }
  },
  async collectThemis(task, onRow) {
    try {
      // Rows travel on a channel of their own: without waiting, the result could overtake the last of them.
      const told: unknown[] = [];
      runCollectionTask(task, (row, key) => told.push(onRow(row, key)));
      await Promise.all(told);
      return { ok: true, value: undefined };
    } catch (error) {
      return toFailure(error);
    }
  },
};

if (!parentPort) throw new Error('this file runs in a worker thread');
Comlink.expose(api, nodeEndpoint(parentPort));
