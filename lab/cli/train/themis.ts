import path from 'node:path';
import { readThemisModel } from '../../themis/models';
import {
  dataHash,
  readTrainingData,
  requireConditions,
  TrainingFile,
} from '../../themis/training/files/trainingFile';
import type { TrainingSet } from '../../themis/training/files/trainingApps';
import { InputError } from '../../../src/kernel/result';
import { paperAllocations, trainingHeader } from '../../themis/collection/collect';
import type { TrainingData, TrainingWorkloads } from '../../themis/collection/trainingData';
import { eventCorrelations } from '../../themis/eventAnalysis/correlations';
import { renderCorrelations } from '../../themis/eventAnalysis/renderCorrelations';
import { DEFAULT_FIT } from '../../themis/training/descend';
import { networkNames } from '../../themis/training/networkKinds';
import { sampleSets } from '../../themis/training/samples';
import { trainModel, type TrainingTask } from '../../themis/training/trainModel';
import { UsageError, type Answer, type Invocation } from '../../../src/cli/command';
import { collectInto } from './collect';
import {
  chosenLevels,
  collectionConditions,
  DEFAULT_WINDOW,
  trainingRequest,
  type TrainingRequest,
} from './options';
import { readTrainingSet } from './readTrainingSet';
import { renderModel } from './renderModel';
import { saveModel } from './modelFiles';
import { updateThemis } from './update';

const FOLDS = 5;
/** One deal of the folds decides little between networks where there are few workloads. */
const REPEATS = { paper: 4, suite: 2 } as const;

/** `corun train themis`: collects what is missing, then fits; or does one of the other jobs on collected data. */
export async function trainThemis({ options, note }: Invocation): Promise<Answer> {
  const request = trainingRequest(options);
  switch (request.job) {
    case 'update':
      return updateThemis(request, note);
    case 'events':
      return eventsAnswer(await dataOf(request));
    case 'fit-only':
      return fit(request, await dataOf(request), [], note);
    case 'train':
      return collectAndFit(request, note);
  }
}

/** @throws InputError when there is no such file, or it is of another GPU */
async function dataOf({ data: file, gpu }: TrainingRequest): Promise<TrainingData> {
  const data = await readTrainingData(file);
  if (data === null)
    throw new InputError(
      'no such file; corun train themis without --fit-only or --events makes it',
      'no-such-file',
      file,
    );
  if (data.header.gpu !== gpu)
    throw new InputError(`holds data of ${data.header.gpu}, not of ${gpu}`, 'other-data', file, 1);
  return data;
}

async function collectAndFit(request: TrainingRequest, note: (line: string) => void): Promise<Answer> {
  const earlier = await readTrainingData(request.data);
  const { seed, workloads, ...window } = collectionConditions(request.conditions, earlier?.header ?? null);
  const header = trainingHeader(request.gpu, window, seed, workloads);
  // Before every workload is made a program, which takes long.
  if (earlier !== null) requireConditions(request.data, earlier.header, header);
  const { apps, left } = await collectable(request, workloads, note);
  const programs = new Map(apps.map(({ app, programs: hash }) => [app.name, hash]));
  const file = await TrainingFile.open(request.data, header, programs);
  try {
    const allocations = request.allocations ?? paperAllocations(header.sms);
    const plan = { allocations, levels: chosenLevels(request.levels) };
    await collectInto(file, apps, plan, request.sweep, note);
    return await fit(request, file.data, left, note);
  } finally {
    file.close();
  }
}

async function collectable(
  { suite, limit }: TrainingRequest,
  workloads: TrainingWorkloads,
  note: (line: string) => void,
): Promise<TrainingSet> {
  const { apps, left } = await readTrainingSet(suite, workloads);
  left.forEach((line) => note(`left out: ${line}`));
  if (apps.length === 0)
    throw new InputError('no training workload could be made a program', 'no-training', suite);
  return { apps: apps.slice(0, limit), left };
}

function eventsAnswer(data: TrainingData): Answer {
  const correlations = eventCorrelations(data);
  return { json: { gpu: data.header.gpu, correlations }, text: renderCorrelations(correlations) };
}

async function fit(
  request: TrainingRequest,
  data: TrainingData,
  left: readonly string[],
  note: (line: string) => void,
): Promise<Answer> {
  const samples = sampleSets(data);
  if (samples.shared.length === 0)
    throw new InputError('holds no co-run to learn from', 'no-samples', request.data, 1);
  const hash = dataHash(data);
  const only = request.networks === null ? null : await someNetworks(request, request.networks, hash);
  const model = trainModel({
    gpu: data.header.gpu,
    sms: data.header.sms,
    samples,
    options: { ...DEFAULT_FIT, seed: data.header.seed },
    folds: FOLDS,
    repeats: REPEATS[data.header.workloads ?? 'paper'],
    provenance: {
      command: `corun train themis --gpu ${data.header.gpu}${workloadsIn(data)} --levels ${levelsIn(data)}${allocationsIn(data)}${windowIn(data)} --seed ${data.header.seed}`,
      data: path.basename(request.data),
      dataHash: hash,
      ...simulatorOf(data),
      notes:
        only === null
          ? [windowNote(data), ...left.map((line) => `left out: ${line}`)]
          : [...only.earlier.provenance.notes, `fitted anew by themselves: ${only.names.join(', ')}`],
    },
    ...(only === null ? {} : { only }),
    onVariant: (name) => note(`fitting the network ${name}`),
  });
  await saveModel(request.model, model);
  return { json: model, text: renderModel(model) };
}

/** @throws InputError when the model is of other data, or no network goes by one of the names */
async function someNetworks(
  { base, data }: TrainingRequest,
  names: readonly string[],
  hash: string,
): Promise<NonNullable<TrainingTask['only']>> {
  const earlier = await readThemisModel(base);
  if (earlier.provenance.dataHash !== hash)
    throw new InputError(
      `was not fitted to what ${path.basename(data)} holds; --fit-only without --networks fits all of its networks`,
      'other-data',
      base,
    );
  const known = networkNames();
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--networks: no network is called '${unknown}'; there are ${known.join(', ')}`);
  return { names, earlier };
}

const simulatorOf = ({ header: { simulator } }: TrainingData): { readonly simulator?: number } =>
  simulator === undefined ? {} : { simulator };

function windowNote({ header }: TrainingData): string {
  const { mostCycles, launchCycles } = header.window;
  return `co-runs of at most ${mostCycles} cycles; rounds alone with launches cut after ${launchCycles} cycles`;
}

/** The option for the workloads of some data, where they are not the paper's. */
const workloadsIn = ({ header }: TrainingData): string =>
  header.workloads === undefined ? '' : ` --workloads ${header.workloads}`;

/** The option for the splits of some data, where they are not the paper's. */
function allocationsIn({ header, rows }: TrainingData): string {
  const counts = [...new Set(rows.flatMap((row) => (row.kind === 'corun' ? [row.sms] : [])))].sort(
    (a, b) => a - b,
  );
  return String(counts) === String(paperAllocations(header.sms)) ? '' : ` --allocations ${counts.join(',')}`;
}

/** The options for the window of some data, where it is not the usual one. */
function windowIn({ header: { window } }: TrainingData): string {
  const { mostCycles, launchCycles } = window;
  const most = mostCycles === DEFAULT_WINDOW.mostCycles ? '' : ` --window ${mostCycles}`;
  return launchCycles === DEFAULT_WINDOW.launchCycles ? most : `${most} --launch ${launchCycles}`;
}

function levelsIn({ rows }: TrainingData): number {
  return new Set(rows.flatMap((row) => (row.kind === 'corun' ? [row.level] : []))).size;
}
