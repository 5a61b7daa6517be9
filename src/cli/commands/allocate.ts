import { allocateAlone } from '../../sharing/allocate/allocateAlone';
import { NOT_SIMULATED, simulatedSplit } from '../../sharing/allocate/simulatedSplit';
import { soloCounters, type SoloCounters } from '../../sharing/soloCounters';
import { allocateSms } from '../../sharing/allocate/allocateSms';
import { splitPredictor } from '../../analysis/corun/choosePredictor';
import { mechanismOfMode, MECHANISMS } from '../../sharing/applied/appliedSplit';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { AllocateAnswer } from '../answers';
import { askedOf, CO_RUN_OPTIONS, CO_RUN_USAGE, coRunScenarioOf, countersOf } from '../coRunInput';
import { text, whole, type Command } from '../command';
import { confidenceOf, goalOf, GOAL_OPTIONS, mechanismOf } from '../goalOptions';
import { allocationReport } from '../allocationReport';
import { epochCsv } from '../epochCsv';
import { readModels } from '../trainedModels';
import { message } from '../../kernel/message';

/** What the engine steps through unless the command line says otherwise. */
const EPOCH_CYCLES = 10_000;
const EPOCHS = 20;

export const allocate: Command = {
  name: 'allocate',
  summary: message('cli.allocate.summary'),
  usage: `${CO_RUN_USAGE} [--gpu ID] [--weights W,W… | --qos NAME=PROGRESS… [--confidence 50|75|90]] [--counters shared|solo] [--mechanism green-contexts|mps|mig] [--epoch CYCLES] [--epochs N] [--models DIR] [--csv] [--json]`,
  takes: message('cli.takes.scenario'),
  options: {
    ...CO_RUN_OPTIONS,
    ...GOAL_OPTIONS,
    mechanism: {
      type: 'string',
      value: 'NAME',
      help: message('cli.allocate.mechanism', { known: MECHANISMS }),
      otherwise: message('cli.allocate.mechanismOfMode'),
    },
    epoch: {
      type: 'string',
      value: 'CYCLES',
      help: message('cli.allocate.epoch'),
      otherwise: EPOCH_CYCLES,
    },
    epochs: { type: 'string', value: 'N', help: message('cli.allocate.epochs'), otherwise: EPOCHS },
    csv: { type: 'boolean', help: message('cli.allocate.csv') },
  },
  run: async (invocation) => {
    const { options, note } = invocation;
    const counters = countersOf(options);
    const scenario = await coRunScenarioOf(invocation);
    const loaded = loadSpec(scenario.gpu);
    const request = {
      goal: goalOf(
        options,
        scenario.apps.map(({ name }) => name),
      ),
      mechanism: mechanismOf(options) ?? mechanismOfMode(scenario.mode?.kind),
      epochCycles: whole(options, 'epoch', 1000, EPOCH_CYCLES),
      epochs: whole(options, 'epochs', 1, EPOCHS),
      ...confidenceOf(options),
    };
    const models = await readModels(text(options, 'models'), note);
    const predictor = splitPredictor(loaded, models, counters);
    note(
      counters === 'shared'
        ? message('cli.allocate.stepping', { epochs: request.epochs, cycles: request.epochCycles })
        : message('cli.runningAlone'),
    );
    const answer: AllocateAnswer = await askedOf(invocation, () => {
      const alone = (): SoloCounters => soloCounters(scenario, loaded);
      if (counters === 'solo')
        return { ...allocateAlone(scenario, loaded, predictor, alone(), request), ...NOT_SIMULATED };
      const advice = allocateSms(scenario, loaded, predictor, request);
      return { ...advice, ...simulatedSplit(scenario, loaded, advice, alone) };
    });
    return { json: answer, text: options['csv'] ? epochCsv(answer) : allocationReport(answer) };
  },
};
