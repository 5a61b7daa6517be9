import { readThemisModel } from '../../themis/models';
import { readTrainingData, TrainingFile } from '../../themis/training/files/trainingFile';
import { InputError } from '../../../src/kernel/result';
import { paperAllocations } from '../../themis/collection/collect';
import { sampleSets } from '../../themis/training/samples';
import { updateModel } from '../../themis/training/updateModel';
import { simulatorGeneration } from '../../../src/simulator/spec/generation';
import type { Answer } from '../../../src/cli/command';
import { collectInto } from './collect';
import { saveModel } from './modelFiles';
import { chosenLevels, type TrainingRequest } from './options';
import { readTrainingSet } from './readTrainingSet';
import { renderModel } from './renderModel';

/** `--update DIR`: collects the user's own kernels and teaches them to a trained model, which keeps what it knows. */
export async function updateThemis(request: TrainingRequest, note: (line: string) => void): Promise<Answer> {
  const model = await readThemisModel(request.base);
  if (model.gpu !== request.gpu)
    throw new InputError(`is a model for ${model.gpu}, not for ${request.gpu}`, 'other-gpu', request.base);
  const earlier = await readTrainingData(request.data);
  if (earlier === null)
    throw new InputError(
      'no such file; an update replays the data of the first training',
      'no-such-file',
      request.data,
    );
  const { apps, left } = await readTrainingSet(request.update, 'all');
  left.forEach((line) => note(`left out: ${line}`));
  if (apps.length === 0)
    throw new InputError(
      'no workload could be made a program; each stands in a folder of its own, with a workload.json beside its source',
      'no-training',
      request.update,
    );
  const { header } = earlier;
  const [collectedOn, now] = [header.simulator ?? 1, simulatorGeneration(header.gpu)];
  if (collectedOn < now)
    note(
      `the earlier data is of generation ${collectedOn} of the simulator, which is at ${now}; what both tell of a kernel can differ`,
    );
  const programs = new Map(apps.map(({ app, programs: hash }) => [app.name, hash]));
  const file = await TrainingFile.open(addedData(request.model), header, programs);
  try {
    const plan = { allocations: paperAllocations(header.sms), levels: chosenLevels(request.levels) };
    await collectInto(file, apps, plan, request.sweep, note);
    const added = sampleSets(file.data);
    if (Object.values(added).some((samples) => samples.length === 0))
      throw new InputError('no run of these workloads tells anything', 'no-samples', request.update);
    const updated = updateModel(model, sampleSets(earlier), added, header.seed);
    await saveModel(request.model, updated.model);
    return { json: updated, text: [...updated.notes, renderModel(updated.model)].join('\n') };
  } finally {
    file.close();
  }
}

/** Where the data of all updates of a model is kept, so that a later one forgets no earlier one. */
const addedData = (model: string): string => `${model.replace(/\.json$/, '')}.added.ndjson`;
