import { allocateAlone } from '../../sharing/allocate/allocateAlone';
import { NOT_SIMULATED, simulatedSplit } from '../../sharing/allocate/simulatedSplit';
import { soloCounters, type SoloCounters } from '../../sharing/soloCounters';
import { allocateSms } from '../../sharing/allocate/allocateSms';
import type { AllocationGoal } from '../../sharing/goal';
import { splitPredictor } from '../../analysis/corun/choosePredictor';
import { CONFIDENCES, DEFAULT_CONFIDENCE, type Confidence } from '../../sharing/targetGuard';
import { mechanismOfMode, MECHANISMS, type Mechanism } from '../../sharing/applied/appliedSplit';
import { InputError } from '../../kernel/result';
import { isWeight, WEIGHTS } from '../../kernel/weights';
import type { Scenario } from '../../kernel/scenario';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { AllocateAnswer } from '../answers';
import { askedOf, CO_RUN_OPTIONS, CO_RUN_USAGE, coRunScenarioOf, countersOf } from '../coRunInput';
import { text, UsageError, whole, type Command, type OptionValues } from '../command';
import { allocationReport } from '../allocationReport';
import { epochCsv } from '../epochCsv';
import { readModels } from '../trainedModels';
import { message } from '../../kernel/message';
import { say } from '../../words/say';

/** What the engine steps through unless the command line says otherwise. */
const EPOCH_CYCLES = 10_000;
const EPOCHS = 20;

export const allocate: Command = {
  name: 'allocate',
  summary: message('cli.allocate.summary'),
  usage: `${CO_RUN_USAGE} [--gpu ID] [--weights W,W… | --qos NAME=PROGRESS… [--confidence 50|75|90]] [--counters shared|solo] [--mechanism green-contexts|mps|mig] [--epoch CYCLES] [--epochs N] [--models DIR] [--csv] [--json]`,
  options: {
    ...CO_RUN_OPTIONS,
    weights: {
      type: 'string',
      value: 'W,W…',
      help: message('cli.allocate.weights'),
      otherwise: message('cli.allocate.equal'),
    },
    qos: {
      type: 'string',
      multiple: true,
      value: 'NAME=PROGRESS',
      help: message('cli.allocate.qos'),
    },
    confidence: {
      type: 'string',
      value: 'PERCENT',
      help: message('cli.allocate.confidence', { known: CONFIDENCES }),
      otherwise: DEFAULT_CONFIDENCE,
    },
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
      goal: goalOf(options, scenario),
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

function mechanismOf(options: OptionValues): Mechanism | null {
  const name = text(options, 'mechanism');
  const found = MECHANISMS.find((mechanism) => mechanism === name);
  if (name !== undefined && found === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--mechanism', known: MECHANISMS }));
  return found ?? null;
}

function confidenceOf(options: OptionValues): { readonly confidence?: Confidence } {
  const given = text(options, 'confidence');
  if (given === undefined) return {};
  const confidence = CONFIDENCES.find((one) => String(one) === given);
  if (confidence === undefined)
    throw new UsageError(say('cli.fault.oneOf', { option: '--confidence', known: CONFIDENCES }));
  if (options['qos'] === undefined) throw new UsageError(say('cli.fault.confidence'));
  return { confidence };
}

function goalOf(options: OptionValues, { apps }: Scenario): AllocationGoal {
  const weights = text(options, 'weights');
  const qos = [options['qos'] ?? []].flat().filter((value) => typeof value === 'string');
  if (weights !== undefined && qos.length > 0) throw new UsageError(say('cli.fault.weightsOrQos'));
  if (qos.length > 0)
    return {
      kind: 'qos',
      targets: targetsOf(
        qos,
        apps.map((app) => app.name),
      ),
    };
  if (weights === undefined) return { kind: 'fair', weights: apps.map(() => 1 / apps.length) };
  const numbers = weights.split(',').map(Number);
  if (numbers.length !== apps.length || !numbers.every(isWeight))
    throw new UsageError(
      say('cli.fault.weights', { apps: apps.length, from: WEIGHTS[0], to: WEIGHTS[1], given: weights }),
    );
  return { kind: 'fair', weights: numbers };
}

function targetsOf(pairs: readonly string[], names: readonly string[]): (number | null)[] {
  const targets = names.map((): number | null => null);
  for (const pair of pairs) {
    const cut = pair.lastIndexOf('=');
    const name = pair.slice(0, Math.max(0, cut));
    const at = names.indexOf(name);
    const target = Number(pair.slice(cut + 1));
    if (cut < 0 || at < 0) throw new UsageError(say('cli.fault.qosName', { names }));
    if (names.lastIndexOf(name) !== at) throw new InputError(message('cli.fault.qosTwins', { pair, name }));
    if (!(target > 0 && target <= 1)) throw new UsageError(say('cli.fault.qosRange', { pair, name }));
    if (targets[at] !== null) throw new UsageError(say('cli.fault.qosTwice', { pair, name }));
    targets[at] = target;
  }
  return targets;
}
